/**
 * Crystals: what is built anew, and what is found in the document to be applied to it.
 * The commands that begin with "crystal." run in the crystals' worker, so that they can be
 * ended; they get the structure and change nothing. What changes the document are ops of
 * edit.apply, which edit.preview shows before: supercell, slab, rebuild, those of DefectsPlan.
 */

import type { EditOp, PreviewChange } from "./document";
import type { ExportReport } from "./files";
import type { StructureHead } from "./shared";

/** A cell that a structure type comes in; "primitive" is as ASE writes it. */
export type CrystalCell = "conventional" | "primitive" | "orthorhombic";

/** A structure type. */
export interface Prototype {
  /** "rocksalt" */
  name: string;
  /** "Rock salt (NaCl)" */
  title: string;
  /** Names of the elements: "A", "B", "X". */
  slots: string[];
  /** Number of the space group. */
  group: number;
  /** Default of c/a; 0: there is no c, the crystal is cubic, or `height` holds. */
  ratio: number;
  /** Default of the free coordinate; 0: there is none. */
  u: number;
  /** Default of c of a sheet, Å: the room above it; 0: it is no sheet. */
  height: number;
  cells: CrystalCell[];
  /** Symbols, one a slot; lattice constants in Å, 0 for the default. */
  examples: { formula: string; elements: string[]; a: number; c: number; u: number }[];
}

/** A conventional description of a space group. */
export interface SpaceGroup {
  number: number;
  /** Hermann-Mauguin without blanks: "P21/c". */
  name: string;
  /** Of axes, cell or origin: "b1", "H", "2"; "" when there is one. */
  choice: string;
}

/** A crystal of a structure type. */
export interface BulkRequest {
  prototype: string;
  /** Symbols in any letter case, one a slot. */
  elements: string[];
  /** Å. */
  a: number;
  /** Å; absent or 0: that of the structure type. */
  c?: number;
  u?: number;
  cell?: CrystalCell;
}

/** A crystal from the asymmetric unit of a space group. */
export interface GroupedRequest {
  /** Number or Hermann-Mauguin name, with a choice behind a colon: "225", "P 21/c", "Fd-3m:2". */
  group: string;
  /** a, b, c in Å, α, β, γ in degrees. */
  parameters: number[];
  /** Fractional coordinates. */
  sites: { element: string; at: [number, number, number] }[];
}

/** A structure that was made; its arrays are beside it. */
export interface BuiltStructure {
  /** For the document or the step: "Cu-fcc". */
  name: string;
  structure: StructureHead;
  facts: { label: string; value: string }[];
  /** What to know before it is taken; one line each. */
  notes: string[];
}

/** What the op slab cuts. */
export interface SlabCut {
  /** Not all 0, −20 to 20. */
  miller: number[];
  /** Repeats of the crystal along the normal, 1 to 1000. */
  layers: number;
  /** Å on both sides, up to 1000; absent or 0: the crystal stays periodic. */
  vacuum?: number;
  /** The termination: 0 to below 1, how far the crystal is moved up in repeats before the cut. */
  shift?: number;
  /** Lateral supercell, rows in the two vectors of the surface; absent: one cell. */
  lateral?: number[];
  /** Repeats from the lower cut to the upper one, where they are not all of the layers; from crystal.slab. */
  top?: number;
}

/** One of the different cuts along a plane. */
export interface Termination {
  /** For SlabCut. */
  shift: number;
  /** Formulas of the highest and the lowest plane, in one cell of the surface. */
  top: string;
  bottom: string;
  /** Å between the two planes that the cut parts. */
  gap: number;
  /** Bonds that it cuts, in one cell of the surface. */
  broken: number;
  /** The termination that a slab of this one is when it is turned over; −1: there is none. */
  mirror: number;
  /** Å from the lowest to the highest atom of one layer; more layers add `repeat` each. */
  thickness: number;
  /** The upper 12 Å from the side, the atoms behind first: element, Å along the first vector, Å up. */
  picture: [number, number, number][];
}

export interface Terminations {
  terminations: Termination[];
  /** Of one cell of the surface: atoms of a layer, Å along the normal from one to the next, Å². */
  atoms: number;
  repeat: number;
  area: number;
  /** The in-plane vectors, Å: the first one's length, then x and y of the second. */
  plane: [number, number, number];
  /** The lateral matrix of the smallest cell with a right angle; null: there is none. */
  rectangle: number[] | null;
}

export interface SlabPlan {
  /** For the op slab. */
  cut: SlabCut;
  atoms: number;
  /** Å from the lowest to the highest atom. */
  thickness: number;
  /** Å². */
  area: number;
  /** Of the whole slab, Hill order. */
  formula: string;
  /** Whether the slab has the composition of the crystal. */
  stoichiometric: boolean;
  notes: string[];
}

/** What the symmetry of a structure is. */
export interface FoundSymmetry {
  group: SpaceGroup;
  hall: string;
  /** Point group: "m-3m". */
  point: string;
  /** "cubic", "trigonal", … */
  system: string;
  /** Å that were needed; below the tolerance asked for when that gave no group. */
  tolerance: number;
  /** Order of the point group. */
  operations: number;
  /** Kinds of atoms that symmetry tells apart. */
  sites: number;
  /** The setting that the cell is itself, up to its origin; null: it is no conventional cell. */
  given: SpaceGroup | null;
  /** Atoms of the document, and in the other cells. */
  atoms: number;
  primitiveAtoms: number;
  conventionalAtoms: number;
}

/**
 * `primitive`: the shortest vectors, in place. `conventional`: in place. `standardized` and
 * `standardizedPrimitive`: the ideal crystal in the standard setting, turned as International
 * Tables have it. `niggli`: as many atoms, the shortest vectors; it needs no symmetry.
 */
export type Reduction = "primitive" | "conventional" | "standardized" | "standardizedPrimitive" | "niggli";

/** A common cell of two slabs. */
export interface StackMatch {
  /** Lateral matrices. */
  lower: number[];
  upper: number[];
  /** Å². */
  area: number;
  /** Degrees that the upper slab is turned by, counterclockwise seen from above. */
  angle: number;
  /** Principal strains of the upper slab when it takes all, the larger one first; 0.01 is 1 %. */
  strains: [number, number];
  atoms: number;
}

/** The slab that is put on the document: of a crystal, cut. */
export interface UpperSlab {
  crystal: BulkRequest | GroupedRequest;
  cut: SlabCut;
}

/** C13: what is done to all atoms, or to some. */
export type Arrangement =
  /** Removes atoms of one element nearer than the tolerance (Å) to one before, images included. */
  | { kind: "duplicates"; tolerance: number; anyElement?: boolean }
  | { kind: "translate"; by: [number, number, number] }
  /**
   * Degrees about an axis through the center of the atoms, right-handed. Of the whole
   * document the cell turns too, about its origin.
   */
  | { kind: "rotate"; axis: [number, number, number]; angle: number }
  /** Turns the structure so that `from` points along `to`; the cell goes along. Absent `from`: the longest axis of the atoms. */
  | { kind: "align"; from?: [number, number, number] | { atoms: [number, number] }; to: [number, number, number] }
  /** Through a plane by its normal; with a cell one that keeps the lattice in place, or turns it. */
  | { kind: "mirror"; normal: [number, number, number] };

/** Alloys, vacancies and interstitials of a document. */
export type DefectsRequest =
  | {
      kind: "alloy";
      /** Whose atoms are the sites; or `sites`, indices of atoms. */
      element?: string;
      sites?: number[];
      /** Fractions of the sites; what is left keeps its element. */
      parts: { element: string; fraction: number }[];
      /** Neighbor shells, 0 to 6, whose pairs are made as random as in an infinite alloy. */
      shells?: number;
      seed: number;
    }
  /** Of any element when none is named. `apart`: Å, the least distance of two. */
  | { kind: "vacancies"; element?: string; count: number; apart?: number; seed: number }
  /** Into the largest voids. */
  | { kind: "interstitials"; element: string; count: number };

export interface DefectsPlan {
  /** For edit.apply; none when nothing would change. */
  ops: EditOp[];
  /** Atoms of each part; or of the vacancies, of the guests. */
  counts: number[];
  /** The order that the pairs of each shell have: 0 is random. */
  shells: { distance: number; neighbors: number; order: number; limit: number }[];
  /** Radius of the smallest void that is filled, Å; 0 for none. */
  void: number;
}

/**
 * Request JSON → answer JSON. What cannot be done fails with INVALID_ARGUMENTS, NO_CELL,
 * TOO_MANY_ATOMS or NO_ROOM, one line, and the JSON pointer of the field when it is one
 * ("/elements/1").
 */
export interface CrystalCommands {
  "crystal.prototypes": [Record<string, never>, { prototypes: Prototype[] }];
  /** All settings, those of a group one after the other, its standard one first. */
  "crystal.groups": [Record<string, never>, { groups: SpaceGroup[] }];
  /** out: structure. */
  "crystal.build": [BulkRequest | GroupedRequest, BuiltStructure];
  /** in: structure. */
  "crystal.terminations": [{ structure: StructureHead; miller: number[]; tolerance?: number }, Terminations];
  /** What a slab comes to, and with `symmetric` the cut that gives two equal surfaces. in: structure. */
  "crystal.slab": [{ structure: StructureHead; cut: SlabCut; symmetric?: boolean; tolerance?: number }, SlabPlan];
  /** in: structure. */
  "crystal.symmetry": [{ structure: StructureHead; tolerance?: number }, FoundSymmetry];
  /** in and out: structure; for the op rebuild. */
  "crystal.reduce": [{ structure: StructureHead; to: Reduction; tolerance?: number }, BuiltStructure];
  /**
   * A CIF of the asymmetric unit with the name, number and operations of the group that is
   * found. in: structure. out: `data` Uint8Array.
   */
  "crystal.cif": [
    { structure: StructureHead; name: string; tolerance?: number },
    { fileName: string; mime: string; group: SpaceGroup; report: ExportReport },
  ];
  /** What gives the document other atoms at random, or takes some away. in: structure. */
  "crystal.defects": [DefectsRequest & { structure: StructureHead }, DefectsPlan];
  /** Common cells with the document, a slab, from the smallest to the least strained. in: structure. */
  "crystal.matches": [
    { structure: StructureHead; upper: UpperSlab; area?: number; strain?: number },
    { matches: StackMatch[]; lower: number; upper: number },
  ];
  /** in and out: structure; for the op rebuild. `share`: part of the strain that the document takes, 0 to 1. */
  "crystal.stack": [
    { structure: StructureHead; upper: UpperSlab; match: StackMatch; gap: number; vacuum: number; share?: number },
    BuiltStructure,
  ];
  /** One step; with `preview` none. in: `atoms` Uint32Array, absent for all (document's worker). */
  "edit.arrange": [Arrangement & { preview?: boolean; ifRevision?: number }, PreviewChange];
}
