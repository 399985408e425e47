/** Edits that follow the rules of valence and of distance, each one step, computed in Go. */

import type { Change } from "./document";
import type { StructureHead } from "./shared";

/** What an edit did besides its change. */
export interface PlacedChange extends Change {
  /** The atoms to select: what was placed without the hydrogens it got. */
  selected: number[];
}

export interface Measured {
  /** Å of two atoms; degrees of three, 0 to 180, and of four, −180 to 180. */
  value: number;
  unit: "Å" | "°";
  /** Of `set`; the value is that after it. */
  change?: Change;
}

export interface BondsChange extends Change {
  /** Added, or removed. */
  bonds: number;
  /** What to know; one line each. */
  notes: string[];
}

/**
 * Request JSON → answer JSON; changes have their arrays beside them. Refused with STALE
 * when the document is not of `ifRevision` any more.
 */
export interface EditCommands {
  /**
   * An atom free in space (`at`, Å) or bonded to the atom `on`. It and `on` get or lose
   * hydrogens where those of `on` were complete: a hydrogen `on` is replaced, of another
   * atom one of its hydrogens. A bare skeleton stays bare.
   */
  "edit.place": [
    {
      element: number;
      /** Of the bond: 1, 2, 3, 4 is aromatic. Default 1. */
      order?: number;
      at?: [number, number, number];
      on?: number;
      ifRevision?: number;
    },
    PlacedChange,
  ];
  /** `rebalance` (default true): hydrogens follow where they were complete before. */
  "edit.element": [{ atoms: number[]; element: number; rebalance?: boolean; ifRevision?: number }, Change];
  /** Bonds two atoms with an order, changes the order of their bond, or with 0 takes it away. */
  "edit.bond": [{ a: number; b: number; order: 0 | 1 | 2 | 3 | 4; rebalance?: boolean; ifRevision?: number }, Change];
  /**
   * Takes atoms, with the hydrogens that only they hold when `fill` is on, and bonds away
   * (`bonds`: pairs of atoms, one after the other). `fill`: what they were bonded to gets
   * hydrogens instead, where its own were complete.
   */
  "edit.remove": [{ atoms?: number[]; bonds?: number[]; fill?: boolean; ifRevision?: number }, Change];
  /**
   * Distance, angle or dihedral of 2, 3 or 4 atoms in that order. `set` moves the far side
   * of the link to give the value; of a link in a ring the last atom only.
   */
  "edit.measure": [{ atoms: number[]; set?: number; minimumImage?: boolean; ifRevision?: number }, Measured];
  /**
   * Bonds all atoms that are 0.4 Å to `scale` (default 0.6) × the sum of their van der Waals
   * radii apart, images included, in place of the bonds there are; `remove` leaves none.
   * With `preview` it says what it would do.
   */
  "edit.bondsByDistance": [{ scale?: number; remove?: boolean; preview?: boolean; ifRevision?: number }, BondsChange];
  /**
   * Some atoms with the bonds among them, whole across the faces of the cell; `atoms` may be
   * bufs.atoms, a Uint32Array. out: structure, without a cell, atoms and bonds in the order of
   * the document. To paste it: add_fragment.
   */
  "edit.copy": [{ atoms?: number[] }, { structure: StructureHead }];
  /** Shows the source and pauses editing, or goes back; see DocumentState. All rows are in the answer. */
  "edit.original": [{ on: boolean }, Change];
  /** out: `text` Uint8Array, a `.molsmith.json`. `hash` writes that of the structure too, which takes as long again. */
  "project.save": [{ hash?: boolean }, { fileName: string; mime: string }];
  /** Opens a project with its history and redo; `unsaved`: as one that no file has. in: `data` Uint8Array. */
  "project.open": [{ unsaved?: boolean }, Change & { warnings: string[] }];
}
