import type { Preset } from "../core/protocol";
import { core } from "../state/core";
import { type UserMolecule, useTools } from "../state/tools";
import { limits, plainLine } from "../tools/text";
import { symbolOf } from "../ui/elements";
import { isMolecule, type MoleculeValue, moleculeValue } from "./values";

/** One line of the molecule picker. */
export interface MoleculeChoice {
  id: string;
  name: string;
  group: string;
  formula: string;
  flat: boolean;
  aliases: readonly string[];
  value: MoleculeValue;
}

export const YOURS = "Yours";

/** The library: presets in their order, then what the person brought. */
export function moleculeChoices(presets: readonly Preset[], molecules: readonly UserMolecule[]): MoleculeChoice[] {
  return [
    ...presets.map((preset) => ({
      id: preset.id,
      name: preset.name,
      group: preset.group,
      formula: preset.formula,
      flat: false,
      aliases: [...preset.aliases, preset.formula, preset.smiles],
      value: moleculeValue(preset),
    })),
    ...molecules.map(({ id, name, formula, flat, molblock }) => ({
      id,
      name,
      group: YOURS,
      formula,
      flat,
      aliases: [formula],
      value: moleculeValue({ name, molblock }),
    })),
  ];
}

/** The library entry a value is, when it is one. */
export function choiceOf(choices: readonly MoleculeChoice[], value: unknown): MoleculeChoice | undefined {
  if (!isMolecule(value)) return undefined;
  return choices.find((choice) => choice.value.name === value.name && choice.value.molblock === value.molblock);
}

/**
 * The entries that match a search, best first: the exact name, names and other
 * names that begin with it, those that contain it. Everything in order when blank.
 */
export function searchMolecules(choices: readonly MoleculeChoice[], query: string): MoleculeChoice[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [...choices];
  const rank = ({ name, aliases }: MoleculeChoice): number => {
    const words = [name, ...aliases].map((word) => word.toLowerCase());
    if (words[0] === wanted) return 0;
    if (words.includes(wanted)) return 1;
    if (words[0]?.startsWith(wanted)) return 2;
    if (words.some((word) => word.startsWith(wanted))) return 3;
    return words.some((word) => word.includes(wanted)) ? 4 : 5;
  };
  return choices
    .map((choice, index) => ({ choice, index, at: rank(choice) }))
    .filter(({ at }) => at < 5)
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ choice }) => choice);
}

/** Mol blocks are limited to 999 atoms; a block is far below this. */
const LARGEST_BLOCK = 1024 * 1024;

let nextMolecule = 1;

/**
 * Takes a V2000 mol block into the person's molecules, as the core reads it.
 * Rejects with one line that says what is wrong with the text.
 */
export async function addMolecule(text: string, name: string): Promise<UserMolecule> {
  if (text.length > LARGEST_BLOCK) throw new Error("The text is larger than 1 MiB; a mol block has at most 999 atoms.");
  const molblock = firstBlock(text);
  if (!molblock.trim()) throw new Error("There is no mol block in the text.");
  const { json, bufs } = await core().call("mol.read", { molblock });
  const formula = hill(Array.from(bufs.elements ?? []));
  const molecule: UserMolecule = {
    id: `user:${nextMolecule++}`,
    name: plainLine(name, limits.label) || plainLine(json.name, limits.label) || formula,
    formula,
    atoms: json.structure.atoms,
    molblock,
    flat: json.dimension === "2D",
  };
  const { molecules, set } = useTools.getState();
  set({ molecules: [...molecules, molecule] });
  return molecule;
}

/** The first mol block of a MOL or SDF text, with Unix line ends, up to its M  END line. */
export function firstBlock(text: string): string {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  const end = lines.findIndex((line) => /^M {2}END\s*$/.test(line));
  return `${(end < 0 ? lines : lines.slice(0, end + 1)).join("\n")}\n`;
}

/** The formula in Hill order: C, H, then by symbol; without C all by symbol. */
export function hill(elements: readonly number[]): string {
  const counts = new Map<string, number>();
  for (const z of elements) counts.set(symbolOf(z), (counts.get(symbolOf(z)) ?? 0) + 1);
  const first = counts.has("C") ? ["C", "H"] : [];
  const order = [...first.filter((s) => counts.has(s)), ...[...counts.keys()].filter((s) => !first.includes(s)).sort()];
  return order.map((symbol) => `${symbol}${counts.get(symbol) === 1 ? "" : counts.get(symbol)}`).join("");
}
