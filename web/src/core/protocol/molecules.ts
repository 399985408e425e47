/** Molecules as graphs: SMILES, names, pictures, properties. */

import type { LibraryMolecule, PresetRef } from "./files";
import type { StructureHead } from "./shared";

/** Where a text is no SMILES: UTF-16 units of the text. Length 0 marks its end, where something is missing. */
export interface SmilesProblem {
  offset: number;
  length: number;
  message: string;
}

/** A name with its molecule. */
export interface NameSuggestion {
  name: string;
  smiles: string;
}

/** What a text stands for that is a SMILES or a name. */
export interface ResolvedMolecule {
  /** Canonical. */
  smiles: string;
  /** The name as it is usually spelled; of a SMILES what stands behind it, "" for nothing. */
  name: string;
  source: "smiles" | "dictionary" | "rules";
  /** What to know: other meanings, what was assumed. */
  notes: string[];
  /** Molecules that the text is used for as well. */
  others: NameSuggestion[];
  /** A polymer: `smiles` is its repeat unit with two `*`, no molecule. */
  repeatUnit: boolean;
}

/** Why a text is neither SMILES nor name; offsets as in SmilesProblem. */
export interface NameProblem extends SmilesProblem {
  /** It is a name, but of each of the suggestions: ask which one. Else they are names spelled almost so. */
  ambiguous: boolean;
  suggestions: NameSuggestion[];
}

export interface MoleculeSketch {
  /** Canonical. */
  smiles: string;
  /** Hill order with the charge at the end ("H4N+"). */
  formula: string;
  /** What stood behind the SMILES; "" for nothing. */
  title: string;
  preset: PresetRef | null;
  /** SVG without a background; "" when `undrawn` says why there is none. */
  picture: string;
  undrawn?: string;
  /** The mol block it was read from, as the library would keep it; absent for a SMILES. */
  given?: LibraryMolecule;
}

/** One atom of a molecule for a table; atoms in the order of the SMILES. */
export interface AtomRow {
  symbol: string;
  charge: number;
  /** Hydrogens that are no rows of their own. */
  hydrogens: number;
  /** R or S; "" for none. */
  label: string;
  /** Order 4 is aromatic; the label is E or Z. */
  bonds: { to: number; order: number; label: string }[];
}

/** Descriptors of a molecule; definitions and units are those of chem/descriptors. */
export interface MoleculeProperties {
  /** Canonical. */
  smiles: string;
  preset: PresetRef | null;
  formula: string;
  charge: number;
  heavyAtoms: number;
  /** Average, g/mol. */
  mass: number;
  /** Of the most abundant isotopes, u. */
  exactMass: number;
  logP: number;
  /** Å². */
  tpsa: number;
  donors: number;
  acceptors: number;
  rotatableBonds: number;
  rings: number;
  aromaticRings: number;
  fsp3: number;
  qed: number;
  /** null while the core has no table of fragments; see molecule.fragments. */
  synthetic: number | null;
  pains: string[];
  brenk: string[];
  /** Alerts that the step limit of the search left open. */
  undecided: string[];
}

/** Molecules of the open document that are alike. */
export interface MoleculeKind {
  /** First atom of the first of them. */
  first: number;
  atoms: number;
  count: number;
  formula: string;
  charge: number;
  /** Of small molecules that are in the library. */
  preset: PresetRef | null;
}

/** One molecule of the open document. */
export interface DocumentMolecule {
  /** Canonical; picture and properties are asked for by it. */
  smiles: string;
  formula: string;
  atoms: number;
  first: number;
  /** Hydrogens that the document does not have and that valence added. */
  added: number;
  preset: PresetRef | null;
}

/** Request JSON → answer JSON; `structure` stands for the arrays of StructureHead. */
export interface MoleculeCommands {
  /**
   * Reads a SMILES that may be half typed, or a mol block that may be half drawn; the
   * picture is fitted into width × height CSS pixels.
   */
  "molecule.sketch": [
    { smiles?: string; molblock?: string; dark: boolean; width: number; height: number; bondLength?: number },
    { sketch: MoleculeSketch; problem?: never } | { problem: SmilesProblem; sketch?: never },
  ];
  "molecule.properties": [{ smiles: string }, MoleculeProperties];
  /** The kinds of molecules in the open document, or the reason why it has none. */
  "molecule.kinds": [Record<string, never>, { kinds: MoleculeKind[]; others: number; reason?: string }];
  /** The molecule of one atom of the open document. */
  "molecule.at": [
    { atom: number },
    { molecule: DocumentMolecule; reason?: never } | { reason: string; molecule?: never },
  ];
  /** Loads the table of fragment scores. in: `data` Uint8Array, as the file is. */
  "molecule.fragments": [Record<string, never>, { fragments: number }];
  /** Loads the dictionary of names. in: `data` Uint8Array, as the file is. */
  "molecule.names": [Record<string, never>, { names: number }];
  /** Reads a SMILES or a name. TABLE_NOT_LOADED asks for molecule.names first. */
  "molecule.resolve": [
    { text: string },
    { molecule: ResolvedMolecule; problem?: never } | { problem: NameProblem; molecule?: never },
  ];
  /** Lays a molecule out for an editor: a flat mol block with wedges, "" where no mol block can hold it. */
  "molecule.draw": [{ smiles: string }, { molblock: string; atoms: AtomRow[] }];
  /** Describes a 3D mol block, as generate_3d gives it, for the library. */
  "molecule.solid": [{ molblock: string; name: string }, LibraryMolecule];
  /** Adds the hydrogens that a 3D mol block lacks. */
  "molecule.complete": [{ molblock: string }, LibraryMolecule];
  /** Some atoms of the open document with the bonds among them; all without bufs. in: `atoms` Uint32Array. */
  "molecule.part": [Record<string, never>, LibraryMolecule];
  /** A molecule at a free place of the open document. out: structure. */
  "molecule.place": [{ molblock: string; name: string }, { structure: StructureHead; name: string }];
}
