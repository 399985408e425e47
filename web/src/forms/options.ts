import { limits, plainLine } from "../tools/text";

export interface Choice {
  value: string;
  label: string;
}

/** The crystal prototypes' names, as the Bulk crystal form says them (`chem/crystal`). */
const prototypes: Readonly<Record<string, string>> = {
  sc: "Simple cubic",
  fcc: "Face-centered cubic",
  bcc: "Body-centered cubic",
  hcp: "Hexagonal close-packed",
  diamond: "Diamond",
  zincblende: "Zinc blende (ZnS)",
  rocksalt: "Rock salt (NaCl)",
  cesiumchloride: "Cesium chloride (CsCl)",
  fluorite: "Fluorite (CaF₂)",
  wurtzite: "Wurtzite (ZnO)",
  perovskite: "Perovskite (SrTiO₃)",
  graphite: "Graphite",
  graphene: "Graphene sheet",
  "h-bn": "Boron nitride sheet",
  rutile: "Rutile (TiO₂)",
  anatase: "Anatase (TiO₂)",
  spinel: "Spinel (MgAl₂O₄)",
  corundum: "Corundum (Al₂O₃)",
};

/**
 * How an enum's values read. The contract has no titles for them, and they are written for
 * programs: "new_document" reads "New document". Where one of the single words is a code
 * ("mol2", "pdb") none of them is spelled as a word: "Mmff94" and "Uff" are nobody's names.
 */
export function optionChoices(options: readonly string[]): Choice[] {
  const texts = options.map((option) => plainLine(option, limits.label));
  const crystals = texts.includes("fcc") && texts.includes("bcc");
  const codes = texts.some(isCode);
  return texts.map((text, k) => ({
    value: options[k] ?? "",
    label: (crystals && Object.hasOwn(prototypes, text) && prototypes[text]) || optionLabel(text, codes),
  }));
}

/** A word with a digit in it or without a vowel. A single letter is a symbol and says nothing of the others. */
function isCode(text: string): boolean {
  return /^[a-z][a-z0-9]+$/.test(text) && (/\d/.test(text) || !/[aeiouy]/.test(text));
}

function optionLabel(text: string, codes: boolean): string {
  // A single letter is a symbol: the axis c.
  if (text.length === 1 || !/^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/.test(text)) return text || "(blank)";
  if (codes && !text.includes("_")) return text;
  const words = text.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
