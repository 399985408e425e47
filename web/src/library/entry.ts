import { testMode } from "../state/testMode";
import { limits, plainLine } from "../tools/text";

/** Where a molecule of the library comes from. */
export const origins = ["sketch", "smiles", "name", "file", "selection"] as const;
export type Origin = (typeof origins)[number];

/** A molecule the person keeps. */
export interface LibraryEntry {
  /** `user:<time>-<random>`. */
  id: string;
  name: string;
  /** Hill order with the charge at the end. */
  formula: string;
  /** "" when the bonds make no molecule. */
  smiles: string;
  atoms: number;
  /** V2000; 3D unless `flat`. */
  molblock: string;
  /** A drawing: tools that need 3D refuse it. */
  flat: boolean;
  origin: Origin;
  /** What was drawn, as the sketcher wrote it. */
  sketch?: string;
  /** ISO 8601. */
  created: string;
}

/** What an entry is made of; the library adds id and time. */
export type NewEntry = Omit<LibraryEntry, "id" | "created"> & { created?: string };

let last = 0;

/** An entry with an id that no other has, named by its formula when it has no name. */
export function newEntry(part: NewEntry, now = Date.now()): LibraryEntry {
  // Two entries of one millisecond keep their order.
  last = Math.max(last + 1, now);
  const random = testMode ? "test" : (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36);
  return {
    ...named(part, part.name),
    id: `user:${last.toString(36)}-${random}`,
    created: part.created && isTime(part.created) ? part.created : new Date(last).toISOString(),
  };
}

/** The same under another name, which is line 1 of the block too; a molecule without one is called by its formula. */
export function named<T extends NewEntry>(entry: T, name: string): T {
  const line = plainLine(name, limits.label) || entry.formula || "Molecule";
  return { ...entry, name: line, molblock: `${line}${entry.molblock.slice(entry.molblock.indexOf("\n"))}` };
}

/** A stored value as an entry; null when anything of it is not what an entry has. */
export function parseEntry(stored: unknown): LibraryEntry | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { id, name, formula, smiles, atoms, molblock, flat, origin, sketch, created } = stored as Record<
    string,
    unknown
  >;
  const texts = [id, name, formula, smiles, molblock, created].every((value) => typeof value === "string");
  if (!texts || typeof flat !== "boolean" || !Number.isInteger(atoms) || (atoms as number) < 1) return null;
  if (!(id as string).startsWith("user:") || !(name as string).trim()) return null;
  if (!/^M {2}END\s*$/m.test(molblock as string) || !isTime(created as string)) return null;
  if (!origins.includes(origin as Origin) || (sketch !== undefined && typeof sketch !== "string")) return null;
  return {
    id: id as string,
    name: plainLine(name, limits.label),
    formula: plainLine(formula, limits.label),
    smiles: smiles as string,
    atoms: atoms as number,
    molblock: molblock as string,
    flat,
    origin: origin as Origin,
    ...(sketch ? { sketch: sketch as string } : {}),
    created: created as string,
  };
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** Oldest first, as they were added. */
export const byAge = (a: LibraryEntry, b: LibraryEntry) =>
  a.created < b.created ? -1 : a.created > b.created ? 1 : a.id < b.id ? -1 : 1;
