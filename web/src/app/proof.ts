import type { StepProvenance } from "../core/protocol";
import { decimals } from "./format";

/** What was measured on a result, out of the record of its step. */
export interface ProofRow {
  label: string;
  value: string;
  /** "" for a count or words. */
  unit: string;
  /** Whether it is as asked; null: nothing was asked. */
  asAsked: boolean | null;
}

interface Known {
  label: string;
  unit?: string;
  digits?: number;
  asAsked?(value: number, args: Readonly<Record<string, unknown>>): boolean | null;
}

/** Results keep four decimals, so a distance may fall short by that much. */
const ROUNDED = 1e-4;

const atLeast = (value: number, asked: unknown) => (typeof asked === "number" ? value >= asked - ROUNDED : null);

/** The keys of our tools' records that are measurements, in the order they are shown. */
const known: Readonly<Record<string, Known>> = {
  counts: { label: "Molecules" },
  density: { label: "Density", unit: "g/cm³", digits: 4 },
  closestDistance: {
    label: "Closest molecules",
    unit: "Å",
    digits: 2,
    asAsked: (value, { tolerance }) => atLeast(value, tolerance),
  },
  freeVolume: { label: "Free volume before", unit: "Å³" },
  // Of chains; the limits are those whose violation the tools warn of.
  units: { label: "Units" },
  dyads: { label: "Dyads" },
  mesoFraction: { label: "Meso fraction", digits: 3 },
  configurations: { label: "Configurations" },
  endToEndDistance: { label: "End to end", unit: "Å", digits: 2 },
  radiusOfGyration: { label: "Radius of gyration", unit: "Å", digits: 2 },
  closestHeavyContact: { label: "Closest heavy atoms", unit: "Å", digits: 2, asAsked: (value) => value >= 2.4 },
  closestContact: { label: "Closest units", unit: "Å", digits: 2, asAsked: (value) => value >= 1 },
  piercedRings: { label: "Pierced rings", asAsked: (value) => value === 0 },
  forceField: { label: "Relaxed with" },
  state: { label: "State" },
};

/** The measurements of a record, for people. */
export function proofOf({ provenance, arguments: given }: StepProvenance): ProofRow[] {
  const args = typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  return Object.entries(known).flatMap(([key, { label, unit = "", digits, asAsked }]) => {
    const value = Object.hasOwn(provenance, key) ? provenance[key] : undefined;
    if (typeof value === "string" && value !== "") return { label, unit: "", value, asAsked: null };
    if (typeof value !== "number" || !Number.isFinite(value)) return [];
    const shown = decimals(value, digits ?? 0);
    return { label, unit, value: shown, asAsked: asAsked?.(value, args) ?? null };
  });
}

/** The rest of a record. */
export function otherEntries(provenance: StepProvenance["provenance"]): [string, string | number][] {
  return Object.entries(provenance).filter(([key]) => !Object.hasOwn(known, key));
}
