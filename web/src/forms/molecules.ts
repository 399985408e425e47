import type { Preset } from "../core/protocol";
import type { LibraryEntry } from "../library/entry";
import { unitValue } from "./links";
import { isMolecule, type MoleculeValue, moleculeValue } from "./values";

/** One line of the molecule picker. */
export interface MoleculeChoice {
  id: string;
  name: string;
  group: string;
  formula: string;
  flat: boolean;
  aliases: readonly string[];
  /** For the picture and for searching; "" for none. */
  smiles: string;
  value: MoleculeValue;
  /** What the person keeps; absent for a preset. */
  entry?: LibraryEntry;
  /** A repeat unit, where one is wanted. */
  unit?: boolean;
}

export const YOURS = "Yours";

/** The library: presets in their order, or repeat units first, then what the person keeps. */
export function moleculeChoices(
  presets: readonly Preset[],
  entries: readonly LibraryEntry[],
  unitsFirst = false,
): MoleculeChoice[] {
  const ordered = unitsFirst ? [...presets].sort((a, b) => Number(!a.links) - Number(!b.links)) : presets;
  return [
    ...ordered.map((preset) => ({
      id: preset.id,
      name: preset.name,
      group: preset.group,
      formula: preset.formula,
      flat: false,
      aliases: [...preset.aliases, preset.formula],
      smiles: preset.smiles,
      value: unitsFirst && preset.links ? unitValue(preset) : moleculeValue(preset),
      unit: unitsFirst && Boolean(preset.links),
    })),
    ...entries.map(choiceOfEntry),
  ];
}

export function choiceOfEntry(entry: LibraryEntry): MoleculeChoice {
  const { id, name, formula, flat, smiles } = entry;
  return {
    id,
    name,
    group: YOURS,
    formula,
    flat,
    aliases: [formula],
    smiles,
    value: moleculeValue(entry),
    entry,
  };
}

/** The library entry a value is, when it is one. */
export function choiceOf(choices: readonly MoleculeChoice[], value: unknown): MoleculeChoice | undefined {
  if (!isMolecule(value)) return undefined;
  return choices.find((choice) => choice.value.name === value.name && choice.value.molblock === value.molblock);
}

/**
 * The entries that match a search, best first: the exact name, names and other
 * names that begin with it, those that contain it. Everything in order when blank.
 * Where a repeat unit is wanted, "styrene" is first the styrene unit: the molecule
 * keeps its double bond in every unit of a chain.
 */
export function searchMolecules(choices: readonly MoleculeChoice[], query: string): MoleculeChoice[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [...choices];
  // In a SMILES small letters are other atoms: benzene is no cyclohexane.
  const asSmiles = query.trim();
  const rank = ({ name, aliases, smiles, unit }: MoleculeChoice): number => {
    const words = [name, ...aliases].map((word) => word.toLowerCase());
    if (unit && words.some((word) => word.startsWith(wanted))) return -1;
    if (words[0] === wanted) return 0;
    if (words.includes(wanted) || smiles === asSmiles) return 1;
    if (words[0]?.startsWith(wanted)) return 2;
    if (smiles.startsWith(asSmiles) || words.some((word) => word.startsWith(wanted))) return 3;
    return smiles.includes(asSmiles) || words.some((word) => word.includes(wanted)) ? 4 : 5;
  };
  return choices
    .map((choice, index) => ({ choice, index, at: rank(choice) }))
    .filter(({ at }) => at < 5)
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ choice }) => choice);
}
