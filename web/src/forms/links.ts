import type { FormField, Preset } from "../core/protocol";
import { isMolecule, type MoleculeValue, moleculeValue } from "./values";

/** The fields that name head and tail of the molecule `key` beside them; null when it is no repeat unit. */
export function linkFields(fields: readonly FormField[], key: string): [FormField, FormField] | null {
  const [head, tail] = fields.filter(({ control, of }) => control === "atom" && of === key);
  return head && tail ? [head, tail] : null;
}

/** A repeat unit as it is called in a polymer: "Styrene" for "Styrene unit". */
export function unitValue(preset: Preset): MoleculeValue {
  return { ...moleculeValue(preset), name: preset.name.replace(/\s+unit\b.*$/i, "") || preset.name };
}

/** Head and tail of a molecule that is a repeat unit of the library. */
export function linksOf(molecule: unknown, presets: readonly Preset[]): readonly [number, number] | undefined {
  if (!isMolecule(molecule)) return undefined;
  return presets.find(({ links, molblock }) => links && molblock === molecule.molblock)?.links;
}

/** The atoms that another molecule brings for the fields that name atoms of it: its links, else where they start. */
export function atomsOf(
  fields: readonly FormField[],
  key: string,
  molecule: unknown,
  presets: readonly Preset[],
): [key: string, atom: unknown][] {
  const links = linkFields(fields, key);
  const known = links && linksOf(molecule, presets);
  return fields
    .filter(({ control, of }) => control === "atom" && of === key)
    .map((field) => [field.key, known?.[links?.indexOf(field) ?? -1] ?? field.initial]);
}
