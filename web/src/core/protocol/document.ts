/** The document: what the page knows of it, its ops and the commands that change it. */

import type { SlabCut } from "./crystals";
import type { SmilesProblem } from "./molecules";
import type { StepProvenance, StructureHead, SymmetryRecord } from "./shared";

export interface StepInfo {
  id: string;
  label: string;
  /** Right-hand remark of the history line: "1 200 atoms", "−2". */
  detail: string;
  author: "person" | "tool" | "file";
  provenance?: StepProvenance;
  /** Why a step of a project file changes nothing; it is kept and left out whole. */
  broken?: string;
}

/** Symmetry operations of the source that are not expanded into the cell. */
export interface SymmetryInfo {
  operations: number;
  /** As the file writes it, "F m -3 m". */
  spaceGroup?: string;
}

/** What the page knows of the document after a change. */
export interface DocumentState {
  revision: number;
  name: string;
  atoms: number;
  bonds: number;
  cell: number[] | null;
  formula: string;
  /** Formula as runs for display, e.g. one run per kind of molecule ("H2O", 400). */
  components: { formula: string; charge?: number; count: number }[];
  mass: number;
  charge: number;
  density: number | null;
  /** Steps done, oldest first; the source is not a step. */
  steps: StepInfo[];
  /** Steps that redo would bring back, next first. */
  redo: StepInfo[];
  source: { kind: string; label: string; atoms: number; provenance?: StepProvenance };
  /** Any step since the document was opened or last saved. */
  dirty: boolean;
  /** Of a document that is an asymmetric unit: expand_symmetry makes the whole cell of it. */
  symmetry: SymmetryInfo | null;
  /** A step found bonds by distance: edit.inferred says which they are. */
  inferred?: boolean;
  /**
   * The source is shown instead of the document (edit.original): atoms, bonds, formula and
   * arrays are the source's, and every edit is refused with SHOWING_ORIGINAL.
   */
  original: boolean;
}

/**
 * The answer of every edit command. The arrays hold rows `atomsFrom`…`atoms` and
 * `bondsFrom`…`bonds` only, without those that are `kept`; other rows did not change. Bufs: `positions`
 * Float64Array, `elements` Uint8Array, `bonds` Uint32Array, `bondOrders` Uint8Array.
 */
export interface Change {
  state: DocumentState;
  atomsFrom: number;
  bondsFrom: number;
  /** Rows behind the first that did not change either: of atoms from, to, of bonds from, to; `to` is not included. */
  kept?: [number, number, number, number];
  /** True when another document was opened: re-fit the camera, clear the selection. */
  opened: boolean;
  /** Atoms the step added, for the selection: [from, to). */
  added?: [number, number];
}

export interface HydrogensChange extends Change {
  /** Added, or removed where `remove` was asked for. */
  hydrogens: number;
  /** Removed by an adjustment. */
  removed: number;
  /** How many atoms got or lost some. */
  atoms: number;
  /** What was left as it was, and what is uncertain; one line each. */
  notes: string[];
}

/** A cell that a person enters, in both forms; `cell` is null when `problem` says why it is none. */
export interface MadeCell {
  /** Row-major lattice vectors, Å. */
  cell: number[] | null;
  /** a, b, c in Å, α, β, γ in degrees. */
  parameters: number[] | null;
  /** Å³. */
  volume: number;
  /** Between opposite faces, Å. */
  heights: [number, number, number];
  problem?: string;
}

/** What the document would be; it is as it was. */
export interface PreviewChange extends Change {
  /** What to know before it is done; one line each. */
  notes: string[];
}

export interface ImagesChange extends Change {
  /** Atoms that moved, and the molecules that hold them. No step when there are none. */
  moved: number;
  molecules: number;
  /** Molecules with bonds to their own images, of which `notes` name the first. */
  networks: number;
  notes: string[];
}

export interface IonsChange extends PreviewChange {
  cations: number;
  anions: number;
  /** As they are written: "Na⁺". */
  cation: string;
  anion: string;
  /** Waters there were, and those of them that are far enough from everything else. */
  waters: number;
  free: number;
  /** Of the document afterward, from the charge that was given. */
  charge: number;
  /** Between an ion and another molecule, images included, Å; null when nothing is near. */
  closest: number | null;
}

/**
 * How cleaning up went; energies in kcal/mol. Every molecule is by itself and the energies
 * are sums, unless they were relaxed together.
 */
export interface CleanUpReport {
  /** With new positions. */
  molecules: number;
  /** Of these: at a minimum; with UFF, since MMFF94 does not cover them; with guessed charges. */
  converged: number;
  uff: number;
  guessed: number;
  /** Atoms that stayed and were felt, of a relaxation together. */
  held: number;
  /** null: not finite. */
  before: number | null;
  after: number | null;
  /** Left as they were since hydrogens are missing, and for other reasons, of which the first are listed. */
  incomplete: number;
  failed: number;
  failures: { atom: number; reason: string }[];
  notes: string[];
}

/** Some atoms together. A label is there when all of them have the same one. */
export interface Inspected {
  /** Hill order. */
  formula: string;
  /** g/mol. */
  mass: number;
  /** e. */
  charge: number;
  /** The mean of the positions, Å. */
  center: [number, number, number];
  atomName?: string;
  residueName?: string;
  residueId?: number;
  chainId?: string;
  formalCharge?: number;
  /** Labels that differ among the atoms; those that are in neither are not known. */
  mixed: ("atomName" | "residueName" | "residueId" | "chainId" | "formalCharge")[];
}

/** Where an expression cannot be read, or means nothing in this structure; see SmilesProblem for the offsets. */
export interface SelectProblem extends SmilesProblem {
  /** What may have been meant instead of the part. */
  suggestion?: string;
}

/**
 * Atoms are named by their index in the document before the step; those that the step
 * adds follow in their order. `bonds` are pairs of atoms, one after the other.
 */
export type EditOp =
  | { op: "delete_atoms"; atoms: number[] }
  | {
      op: "add_atom";
      /** Stem of the ids. */
      name?: string;
      elements: number[];
      /** Å, three per atom. */
      positions: number[];
      charges?: number[];
      /** The atom that each one is bonded to, and the order of the bond. */
      parents?: number[];
      orders?: number[];
    }
  | { op: "add_bond"; bonds: number[]; orders?: number[] }
  | { op: "set_order"; bonds: number[]; orders: number[] }
  | { op: "delete_bond"; bonds: number[] }
  | { op: "set_element"; atoms: number[]; elements: number[] }
  /** `by` instead of `charges`: raises each formal charge by so much. */
  | { op: "set_charge"; atoms: number[]; charges?: number[]; by?: number }
  | { op: "set_cell"; cell: number[] | null; scaleAtoms?: boolean }
  /** Along some of the vectors: "c", "abc". Without a vacuum (Å on each side) the cell stays. */
  | { op: "center"; axes: string; vacuum?: number }
  // structure in the bufs of the call, with bufs.inferred, as in edit.open: 1 for each bond found by distance
  | { op: "add_fragment"; name: string }
  | { op: "replace_positions"; atoms?: number[] } // positions in bufs.positions
  /** Å. */
  | { op: "move_atoms"; atoms: number[]; by: [number, number, number] }
  /** About the axis through the origin given, Å; degrees, right-handed. */
  | {
      op: "rotate_atoms";
      atoms: number[];
      axis: [number, number, number];
      origin: [number, number, number];
      angle: number;
    }
  /** What is absent stays as it is; each value holds for all of the atoms. */
  | {
      op: "set_label";
      atoms: number[];
      name?: string;
      residueName?: string;
      residueId?: number;
      /** One character; " " is blank. */
      chainId?: string;
    }
  /** The whole cell of the asymmetric unit; offered while `symmetry` of the state is there. */
  | { op: "expand_symmetry" }
  /** Rows in the vectors of the cell; as many images as its determinant says, in the order of ASE. */
  | { op: "supercell"; matrix: number[] }
  /** Cuts a slab: Miller indices of the cell that the document has. See SlabCut. */
  | ({ op: "slab" } & SlabCut)
  /** The whole document is another structure, cell included (in the bufs of the call); `name` is the label. */
  | { op: "rebuild"; name: string }
  /** Gives the source back, with one undo to return. */
  | { op: "clear" };

/**
 * Request JSON → answer JSON; every answer of a change has its arrays beside it.
 *
 * in of every edit: `watch` Uint32Array, atoms to be found again: rows, or 2³¹ and the number of
 * an entry of the list before. out: `watched`, the rows of the last list after the change,
 * 2³² − 1 for an atom that is gone for now.
 */
export interface DocumentCommands {
  "edit.open": [
    {
      name: string;
      source: { kind: "file" | "tool" | "new"; label: string; provenance?: StepProvenance };
      structure: StructureHead;
      /** Of file.read: the first step expands it, so that one undo shows the unit. */
      symmetry?: SymmetryRecord;
    },
    Change,
  ]; // in: structure
  "edit.apply": [
    {
      label: string;
      author: "person" | "tool";
      ops: EditOp[];
      fragment?: StructureHead;
      provenance?: StepProvenance;
      /** Refused with STALE when the document has moved on. */
      ifRevision?: number;
    },
    Change,
  ]; // in: structure of the fragment, or positions
  /**
   * Gives atoms the hydrogens that valence asks for, takes them away, or does what is
   * needed of both (`adjust`): one step, none when there is nothing to do. `ops` come first
   * in the step, and the hydrogens of their atoms are adjusted where they fitted before.
   * in: `atoms` Uint32Array, absent for the whole document.
   */
  "edit.hydrogens": [{ remove?: boolean; adjust?: boolean; ops?: EditOp[]; ifRevision?: number }, HydrogensChange];
  /** As edit.apply, without doing it: the answer is of the document as it would be. in: structure of the fragment. */
  "edit.preview": [
    { label: string; author: "person"; ops: EditOp[]; fragment?: StructureHead; ifRevision?: number },
    PreviewChange,
  ];
  /** Wraps atoms or whole molecules into the cell, or makes molecules whole: one step, none when nothing moves. */
  "edit.images": [{ mode: "atoms" | "molecules" | "unwrap"; ifRevision?: number }, ImagesChange];
  /**
   * Replaces waters by ions of the library (`cation` and `anion` are ids): one step, or
   * with `preview` none. `concentration` is mol/L of the salt, in the volume of the cell or
   * of the water; `apart` and `fromOthers` are Å.
   */
  "edit.ions": [
    {
      cation: string;
      anion: string;
      amount: "none" | "count" | "volume" | "water";
      cations?: number;
      anions?: number;
      concentration?: number;
      neutralize: boolean;
      charge: number;
      apart: number;
      fromOthers: number;
      seed: number;
      preview?: boolean;
      ifRevision?: number;
    },
    IonsChange,
  ];
  /** Checks lengths and angles, which change the cell `like` when there is one, or vectors. */
  "cell.make": [{ parameters?: number[]; vectors?: number[]; like?: number[] | null }, MadeCell];
  "edit.undo": [Record<string, never>, Change];
  "edit.redo": [Record<string, never>, Change];
  /** Goes to the state after step n (0: the source). */
  "edit.jump": [{ steps: number }, Change];
  "edit.rename": [{ name: string }, Change];
  /** Refused with STALE when the document is not what was written any more. */
  "edit.markSaved": [{ ifRevision?: number }, Change];
  "edit.close": [Record<string, never>, Record<string, never>];
  /** The revisions of the next document begin after this one, which a core that died gave. */
  "edit.follow": [{ revision: number }, Record<string, never>];
  "edit.hash": [Record<string, never>, { hash: string }];
  /**
   * out: structure. `payload`: rounded to 5 decimals as a document argument, with its
   * SHA-256 unless `unhashed`.
   */
  "edit.structure": [{ payload?: boolean; unhashed?: boolean }, { structure: StructureHead; sha256?: string }];
  "edit.atom": [
    { atom: number },
    {
      symbol: string;
      position: [number, number, number];
      atomName?: string;
      residueName?: string;
      residueId?: number;
      chainId?: string;
      molecule?: number;
      formalCharge?: number;
      /** Along the vectors of the cell; absent without one. */
      fractional?: [number, number, number];
      neighbors: number[];
    },
  ];
  /** Which bonds nobody stated. out: `inferred` Uint8Array, 1 for each of them; absent for none. */
  "edit.inferred": [Record<string, never>, { bonds: number }];
  /** Sums of some atoms and the labels they share. in: `atoms` Uint32Array. */
  "edit.inspect": [Record<string, never>, Inspected];
  /**
   * The atoms that an expression means (docs/selection.md). in: `atoms` Uint32Array, what the
   * word "selected" stands for. out: `atoms`, rising. `readAs` is the query with all its
   * parentheses; notes say why a part of it met nothing.
   */
  "edit.select": [
    { query: string },
    { readAs: string; notes: string[]; problem?: never } | { problem: SelectProblem; readAs?: never; notes?: never },
  ];
  /** Every atom of the molecules that the given atoms belong to, ascending. in and out: `atoms` Uint32Array. */
  "edit.component": [Record<string, never>, Record<string, never>];
  /**
   * Relaxes the molecules that hold one of the atoms, makes new conformers of them
   * (`embed`), or relaxes the atoms in the field of all others, images in the cell
   * included (`together`). in: structure, `atoms` Uint32Array, absent for all. out: `atoms`
   * Uint32Array and `positions` Float64Array of those that moved.
   */
  "structure.cleanUp": [
    { structure: StructureHead; embed?: boolean; together?: boolean; seed?: number },
    CleanUpReport,
  ];
}
