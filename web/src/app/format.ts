import type { DocumentState } from "../core/protocol";

/** Numbers as the page shows them: thin spaces between thousands, units always. */

const thin = "\u202f";

/** 1200 → "1 200", with narrow no-break spaces. */
export function count(n: number): string {
  return decimals(n, 0);
}

/** A number with so many decimals, a real minus sign, and never "−0": "−1.50", "1 299.0". */
export function decimals(value: number, digits: number): string {
  if (!Number.isFinite(value)) return "–";
  const [whole = "0", part] = Math.abs(value).toFixed(digits).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thin);
  const text = part === undefined ? grouped : `${grouped}.${part}`;
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** At most so many decimals: "90", "109.47". */
export function trimmed(value: number, digits: number): string {
  const text = decimals(value, digits);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** "0.034" → "0.03", "12.3", "125"; never "0.00". Seconds without their unit. */
export function shortSeconds(seconds: number): string {
  if (seconds < 0.01) return "less than 0.01";
  return decimals(seconds, seconds < 10 ? 2 : seconds < 100 ? 1 : 0);
}

/** A number, digits together or by three, that is no index, seed or name. */
const number = /(?<![\w.,#:/+-]|(?:seed|port|revision) )(\d{1,3}(?: \d{3})+|\d{4,16})(\.\d+)?/.source;
/** What makes it an amount: a plural or a unit behind it, or the words of a limit before it. */
const noun = /(?= (?:[a-z]+s\b|Å|g\/|kcal\/|kJ\/|K\b|u\b))/.source;
const limit =
  /(?<=\b(?:at most|at least|(?:greater|less|more) than(?: the)?|from \S{1,20} to|limit of|limit is) [\d .]+)(?![\w:/-]|[.,]\d)/
    .source;
const amount = new RegExp(`${number}(?:${noun}|${limit})`, "g");

/** The amounts in a sentence of the core or of a tool, written as the page does: "1 200 atoms". */
export function grouped(sentence: string): string {
  return sentence.replace(amount, (_, whole: string, part: string | undefined) =>
    decimals(Number(whole.replaceAll(" ", "") + (part ?? "")), part ? part.length - 1 : 0),
  );
}

/** "1 atom", "24 atoms". */
export function counted(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? "" : "s"}`;
}

export interface CellShape {
  lengths: [number, number, number];
  angles: [number, number, number];
}

/** Lengths in Å and angles α β γ in degrees of a row-major cell. */
export function cellShape(cell: readonly number[]): CellShape {
  const row = (i: number) => [cell[3 * i] ?? 0, cell[3 * i + 1] ?? 0, cell[3 * i + 2] ?? 0] as const;
  const [a, b, c] = [row(0), row(1), row(2)];
  const dot = (u: readonly number[], v: readonly number[]) =>
    (u[0] ?? 0) * (v[0] ?? 0) + (u[1] ?? 0) * (v[1] ?? 0) + (u[2] ?? 0) * (v[2] ?? 0);
  const length = (u: readonly number[]) => Math.sqrt(dot(u, u));
  const angle = (u: readonly number[], v: readonly number[]) =>
    (Math.acos(Math.min(1, Math.max(-1, dot(u, v) / (length(u) * length(v))))) * 180) / Math.PI;
  return { lengths: [length(a), length(b), length(c)], angles: [angle(b, c), angle(a, c), angle(a, b)] };
}

/** "22.87 × 22.87 × 22.87 Å", with the angles when any differs from 90° by 0.05° or more. */
export function cellText(cell: readonly number[]): string {
  const { lengths, angles } = cellShape(cell);
  const box = `${lengths.map((l) => decimals(l, 2)).join(" × ")} Å`;
  if (angles.every((angle) => Math.abs(angle - 90) < 0.05)) return box;
  return `${box}, ${angles.map((angle) => `${decimals(angle, 1)}°`).join(" ")}`;
}

/** "a,b,c,α,β,γ" with 4 decimals; "" without a cell. */
export function cellAttribute(cell: readonly number[] | null): string {
  if (!cell) return "";
  const { lengths, angles } = cellShape(cell);
  return [...lengths, ...angles].map((value) => value.toFixed(4)).join(",");
}

/** "+1", "−2"; "" for a neutral document. */
export function chargeText(charge: number): string {
  if (charge === 0) return "";
  return `${charge > 0 ? "+" : "−"}${Math.abs(charge)}`;
}

/** The charge of an ion behind its formula: "+", "2−"; "" for none. */
export function ionCharge(charge: number): string {
  if (charge === 0) return "";
  return `${Math.abs(charge) === 1 ? "" : Math.abs(charge)}${charge > 0 ? "+" : "−"}`;
}

export function densityText(density: number): string {
  return `${decimals(density, 3)} g/cm³`;
}

export function massText(mass: number): string {
  return `${decimals(mass, 2)} g/mol`;
}

/** "1 299.0 Å³". */
export function volumeText(volume: number): string {
  return `${decimals(volume, volume < 100 ? 2 : 1)} Å³`;
}

/** "just now", "4 min ago", "2 h ago", "3 days ago". */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** More kinds of molecules than this are shown as one formula. */
const KINDS = 3;

/** One kind of molecule in the line of facts: how often it is there, null for a formula of everything. */
export interface Part {
  formula: string;
  charge: number;
  times: number | null;
}

/** What the document is made of: its molecules by number, or its formula when that says more. */
export function composition(state: DocumentState): Part[] {
  const { components } = state;
  if (state.atoms === 0) return [];
  // Atoms without bonds and charges are no molecules.
  const single = components.every(({ formula, charge }) => !charge && /^[A-Z][a-z]?$/.test(formula));
  if (components.length === 0 || components.length > KINDS || single)
    return [{ formula: state.formula, charge: 0, times: null }];
  return components.map(({ formula, charge = 0, count: n }) => ({
    formula,
    charge,
    times: n > 1 || components.length > 1 ? n : null,
  }));
}
