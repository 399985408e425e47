import type { Problem } from "../core/protocol";
import { plainLine } from "../tools/text";

/**
 * Units a field offers beside the canonical one of contract §4.4. Values on the
 * wire stay canonical; only what is shown and typed changes.
 */
export interface Unit {
  label: string;
  /** canonical = shown × factor + offset */
  factor: number;
  offset: number;
}

const length: readonly Unit[] = [
  { label: "Å", factor: 1, offset: 0 },
  { label: "nm", factor: 10, offset: 0 },
];

/** By `x-megane-unit`; the canonical unit comes first. */
const known: Readonly<Record<string, readonly Unit[]>> = {
  angstrom: length,
  degree: [
    { label: "°", factor: 1, offset: 0 },
    { label: "rad", factor: 180 / Math.PI, offset: 0 },
  ],
  "g/cm3": [
    { label: "g/cm³", factor: 1, offset: 0 },
    { label: "kg/m³", factor: 1e-3, offset: 0 },
  ],
  kelvin: [
    { label: "K", factor: 1, offset: 0 },
    { label: "°C", factor: 1, offset: 273.15 },
  ],
};

/** Characters of a unit that is shown verbatim. */
const LONGEST_UNIT = 24;

/** Units of a field: none for counts, a single verbatim one for what is not known. */
export function unitsOf(unit: string | undefined): readonly Unit[] {
  if (!unit || unit === "count") return [];
  return (
    (Object.hasOwn(known, unit) && known[unit]) || [{ label: plainLine(unit, LONGEST_UNIT), factor: 1, offset: 0 }]
  );
}

/** The unit a person has chosen for a quantity, else the canonical one. */
export function chosenUnit(of: string | undefined, chosen: Readonly<Record<string, string>>): Unit | undefined {
  const units = unitsOf(of);
  const label = of !== undefined && Object.hasOwn(chosen, of) ? chosen[of] : undefined;
  return units.find((unit) => unit.label === label) ?? units[0];
}

const limitRules = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/** The message of a problem with its limit in the unit the field shows: "at most 5" is "at most 5000 kg/m³". */
export function messageInUnit({ message, rule, limit }: Problem, unit: Unit | undefined): string {
  if (!unit || typeof limit !== "number" || !limitRules.includes(rule)) return message;
  const end = /\S+$/.exec(message);
  if (!end || Number(end[0].replace("\u2212", "-")) !== limit) return message;
  return `${message.slice(0, end.index)}${formatNumber(fromCanonical(limit, unit))}\u202f${unit.label}`;
}

// Twelve digits hide the last-bit noise of a conversion (0.07 nm is 0.7 Å) and keep
// everything a person types.
const tidy = (value: number) => Number(value.toPrecision(12));

export function toCanonical(shown: number, unit: Unit | undefined): number {
  if (!unit || (unit.factor === 1 && unit.offset === 0)) return shown;
  return tidy(shown * unit.factor + unit.offset);
}

export function fromCanonical(value: number, unit: Unit | undefined): number {
  if (!unit || (unit.factor === 1 && unit.offset === 0)) return value;
  return tidy((value - unit.offset) / unit.factor);
}

/**
 * Reads what a person types: an optional sign, digits with a point or a comma as
 * the decimal mark, an optional exponent; spaces may group digits by three. In a
 * field for whole numbers a decimal mark has no meaning, so there "1,000" and
 * "1.000" are one thousand. Returns null for anything else.
 */
export function parseNumber(text: string, whole = false): number | null {
  let compact = text.trim().replace(/(?<=\d)[ \u00a0\u2009\u202f](?=\d{3})/g, "");
  if (whole && /^[+\-\u2212]?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/.test(compact))
    compact = compact.replace(/[.,]/g, "");
  const match = /^([+\-\u2212]?)(\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE]([+\-\u2212]?\d+))?$/.exec(compact);
  if (!match) return null;
  const [, sign = "", digits = "", exponent] = match;
  const value = Number(
    (sign === "" || sign === "+" ? "" : "-") +
      digits.replace(",", ".") +
      (exponent ? `e${exponent.replace("\u2212", "-")}` : ""),
  );
  return Number.isFinite(value) ? value : null;
}

/** The shortest text that reads back as the same number. */
export function formatNumber(value: number): string {
  return Number.isFinite(value) ? String(value) : "";
}
