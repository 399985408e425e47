/** Files and the library of molecules. */

import type { StructureHead, SymmetryRecord } from "./shared";

export interface FormatInfo {
  id: string;
  label: string;
  extensions: string[];
  canRead: boolean;
  canWrite: boolean;
}

/** What atom lines of a LAMMPS data file hold; "full" is the usual. */
export type AtomStyle = "full" | "molecular" | "charge" | "atomic";

/** What saving in a format would lose or change; shown before the file is written. */
export interface ExportReport {
  format: string;
  losses: string[];
  changes: string[];
  /** The format cannot hold the document at all; one line. */
  refused?: string;
}

export interface Preset {
  id: string;
  name: string;
  group: string;
  formula: string;
  charge: number;
  atoms: number;
  smiles: string;
  aliases: string[];
  density?: number;
  molblock: string;
  /** Of a repeat unit: the atoms that bond to the units before and behind. */
  links?: [number, number];
}

/** A library molecule that a molecule is. */
export interface PresetRef {
  id: string;
  name: string;
}

/** A molecule as the library keeps it. */
export interface LibraryMolecule {
  /** What the source calls it; "" for nothing. */
  name: string;
  /** Of the molecule that is drawn, or of the atoms that are there. */
  formula: string;
  /** "" when the bonds make no molecule. */
  smiles: string;
  atoms: number;
  /** V2000; its dimension code says what `flat` says. */
  molblock: string;
  flat: boolean;
  /** Hydrogens that valence asks for and that are no atoms. */
  missing: number;
}

/** A record of an SD file; the members beside those of the molecule are its data items. */
export interface ImportedMolecule extends LibraryMolecule {
  origin?: string;
  created?: string;
  sketch?: string;
}

export interface LibraryExport {
  name: string;
  smiles: string;
  molblock: string;
  origin: string;
  created: string;
  sketch?: string;
}

export interface FileContent {
  format: string;
  name: string;
  frames: number;
  structure: StructureHead;
  warnings: string[];
  /** The structure is the asymmetric unit: pass it on to edit.open. */
  symmetry?: SymmetryRecord;
  /** Sites that exclude each other are all there; `ordered` leaves the minor ones out. */
  disordered?: boolean;
  labels?: ElementLabel[];
  /** The file is a project, which is not read here: open it by project.open. */
  project?: boolean;
}

/** Atoms of a file that have a name and no stated element. */
export interface ElementLabel {
  label: string;
  atoms: number;
  /** Proposed by the name, the mass or the residue; 0 for none. */
  element: number;
  /** A lone pair or virtual site: left out unless an element is given. */
  dummy?: boolean;
}

/** Request JSON → answer JSON; `structure` stands for the arrays of StructureHead. */
export interface FileCommands {
  "file.formats": [Record<string, never>, { formats: FormatInfo[] }];
  /**
   * in: `data` Uint8Array. out: structure of the frame (from 1; default: the first). `ordered`
   * keeps of the sites of a disordered crystal that exclude each other the most occupied.
   * With `ask`, a file that does not state its elements gives `labels` and no structure; the
   * next call says what they are in `elements` (by label; the others are as proposed).
   */
  "file.read": [
    { name: string; frame?: number; ordered?: boolean; ask?: boolean; elements?: Record<string, number> },
    FileContent,
  ];
  "file.report": [{ format: string; style?: AtomStyle }, ExportReport];
  /** out: `data` Uint8Array. */
  "file.write": [{ format: string; style?: AtomStyle }, { fileName: string; mime: string; report: ExportReport }];
  // library
  "library.list": [Record<string, never>, { presets: Preset[] }];
  /** Reads every molecule of a file. in: `data` Uint8Array. */
  "library.import": [
    { name: string },
    { molecules: ImportedMolecule[]; problems: { record: number; message: string }[] },
  ];
  /** Writes an SD file. out: `data` Uint8Array. */
  "library.export": [{ entries: LibraryExport[] }, Record<string, never>];
  /** Reads one mol block for a picture. out: structure. */
  "mol.read": [{ molblock: string }, { name: string; dimension: "2D" | "3D" | ""; structure: StructureHead }];
}
