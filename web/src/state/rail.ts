import { create } from "zustand";

/** Bond orders of the tools; 4 is aromatic, 0 takes the bond away. */
export type Order = 0 | 1 | 2 | 3 | 4;

/** What a move or a turn is bound to: the screen, a Cartesian axis or a vector of the cell. */
export type AxisLock = "free" | "x" | "y" | "z" | "a" | "b" | "c";

/** How the Select tool drags on empty space: it turns the camera, or draws around atoms. */
export type SelectMode = "click" | "box" | "lasso";

/** The bond that the Rotate tool turns about. */
export interface Hinge {
  /** The end that stays and the end that turns. */
  from: number;
  to: number;
}

/** A molecule of the library that the Place tool stamps. */
export interface Stamp {
  /** Of the library. */
  id: string;
  name: string;
  molblock: string;
}

/** The settings of the tools, and what they are in the middle of. */
export interface RailStore {
  /** Add and Element. */
  element: number;
  /** Of new bonds: Add and Bond. Add has no 0. */
  order: Order;
  /** Bond: hydrogens follow. */
  rebalance: boolean;
  /** Delete: hydrogens take the place of what was bonded. */
  fill: boolean;
  /** Move and Rotate. */
  axis: AxisLock;
  hinge: Hinge | null;
  selectMode: SelectMode;
  /** The first atom of a bond, while the second is awaited. */
  pending: number | null;
  /** Atoms picked for a measurement that is not complete. */
  measuring: readonly number[];
  /** How many atoms a measurement takes. */
  measureSize: 2 | 3 | 4;
  /** Measure to the nearest image. */
  minimumImage: boolean;
  stamp: Stamp | null;
  /** Place, on atoms: nothing, the molecule above them, or bonded in place of a hydrogen. */
  onAtoms: "none" | "above" | "bond";
  /** Place: the atom by which the molecule is bonded; null: the first that can be. */
  link: number | null;
  /** Å above the atom along c, or z. */
  height: number;
  /** Place: a random turn for every molecule. */
  randomTurn: boolean;
  set(part: Partial<Omit<RailStore, "set">>): void;
}

export const useRail = create<RailStore>()((set) => ({
  element: 6,
  order: 1,
  rebalance: true,
  fill: false,
  axis: "free",
  hinge: null,
  selectMode: "click",
  pending: null,
  measuring: [],
  measureSize: 2,
  minimumImage: true,
  stamp: null,
  onAtoms: "none",
  link: null,
  height: 2,
  randomTurn: false,
  set: (part) => set(part),
}));
