import type { Cell } from "./periodic";
import type { Style } from "./styles";

/** What is drawn and picked: flat arrays as the document has them. The view never writes to them. */
export interface Drawn {
  /** Å, x y z per atom. */
  positions: Float64Array;
  elements: Uint8Array;
  /** Pairs of atom indices. */
  bonds: Uint32Array;
  /** 1, 2, 3 or 4 (aromatic); missing rows count as 1. */
  bondOrders: Uint8Array;
  cell: Cell | null;
  /** Default ball-and-stick. */
  style?: Style;
}

/**
 * Rows of atoms that may be others than before: from the first to before the second, and from
 * the third to the last.
 */
export type ChangedRows = readonly [from: number, to: number, after: number];

export const everyRow: ChangedRows = [0, 0, 0];

/** How many they are, of so many. */
export const rowsIn = ([from, to, after]: ChangedRows, atoms: number): number => to - from + Math.max(0, atoms - after);

export const nothingDrawn: Drawn = {
  positions: new Float64Array(0),
  elements: new Uint8Array(0),
  bonds: new Uint32Array(0),
  bondOrders: new Uint8Array(0),
  cell: null,
};

export const atomCount = (drawn: Drawn): number => drawn.elements.length;
export const bondCount = (drawn: Drawn): number => drawn.bonds.length / 2;

/** A structure with others behind it; a cell and a style are the first one's. */
export function joined(first: Drawn, then: Pick<Drawn, "positions" | "elements" | "bonds" | "bondOrders">): Drawn {
  const n = first.elements.length;
  const append = <T extends Float64Array | Uint8Array | Uint32Array>(a: T, b: T, make: new (n: number) => T): T => {
    const out = new make(a.length + b.length);
    out.set(a as never);
    out.set(b as never, a.length);
    return out;
  };
  return {
    ...first,
    positions: append(first.positions, then.positions, Float64Array),
    elements: append(first.elements, then.elements, Uint8Array),
    bonds: append(
      first.bonds,
      then.bonds.map((atom) => atom + n),
      Uint32Array,
    ),
    bondOrders: append(first.bondOrders, then.bondOrders, Uint8Array),
  };
}

/** 1 for every atom that has a bond. */
export function bonded({ bonds, elements }: Drawn): Uint8Array {
  const out = new Uint8Array(elements.length);
  for (const atom of bonds) if (atom < out.length) out[atom] = 1;
  return out;
}

/** Two corners of a box, Å. */
export interface Box {
  low: [number, number, number];
  high: [number, number, number];
}

/** Low and high corner of all atoms (Å), or null without atoms. */
export function bounds({ positions }: Pick<Drawn, "positions">): Box | null {
  if (positions.length < 3) return null;
  let [x0, y0, z0, x1, y1, z1] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = positions[i] as number;
    const y = positions[i + 1] as number;
    const z = positions[i + 2] as number;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  return { low: [x0, y0, z0], high: [x1, y1, z1] };
}
