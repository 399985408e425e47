import { crosses } from "./periodic";
import type { Rows } from "./rows";
import type { Drawn } from "./structure";

/*
 * One row item is one drawn stick: atoms i and j, a third atom that gives the
 * plane in which the lines of a multiple bond lie beside each other, and a style.
 * Positions are not in it: the shader reads them, so moving an atom changes no stick.
 */

/** No third atom: the lines lie beside each other as seen from the eye. */
export const NO_PLANE = 0xffffffff;

/** The style's low bits say where the stick lies; see `bondVertex` in shaders.ts. */
export const style = {
  single: 0,
  /** Of a double bond: left and right of the axis. */
  left: 1,
  right: 2,
  /** The inner, dashed line of an aromatic bond. */
  inner: 3,
  /** Of a triple bond: the middle one and those beside it. */
  middle: 4,
  farLeft: 5,
  farRight: 6,
  /** Added: from atom i half of the way toward the nearest image of j. */
  half: 8,
} as const;

const lines: Record<number, readonly number[]> = {
  2: [style.left, style.right],
  3: [style.farLeft, style.middle, style.farRight],
  4: [style.single, style.inner],
};
const singleLine = [style.single];

/** Writes the sticks of all bonds and returns how many there are. */
export function writeBonds(drawn: Drawn, rows: Rows<Uint32Array>): number {
  const writer = new StickWriter(drawn, rows);
  const bondTotal = drawn.bonds.length / 2;
  let n = 0;
  for (let k = 0; k < bondTotal; k++) n = writer.write(k, n);
  return n;
}

/**
 * Writes the sticks of single bonds. Rows that come out as they were stay clean, so an
 * edit uploads only what it changed.
 */
export class StickWriter {
  readonly #drawn: Drawn;
  readonly #rows: Rows<Uint32Array>;
  #neighbors: Neighbors | null = null;

  constructor(drawn: Drawn, rows: Rows<Uint32Array>) {
    this.#drawn = drawn;
    this.#rows = rows;
  }

  /** How many sticks a bond is. */
  count(k: number): number {
    const { bonds, bondOrders, elements } = this.#drawn;
    if (!((bonds[2 * k] as number) < elements.length && (bonds[2 * k + 1] as number) < elements.length)) return 0;
    return (lines[bondOrders[k] ?? 1] ?? singleLine).length * (this.#cut(k) ? 2 : 1);
  }

  /** Writes the sticks of a bond from one item on, and returns the item behind them. */
  write(k: number, n: number): number {
    const { bonds, bondOrders, elements } = this.#drawn;
    const i = bonds[2 * k] as number;
    const j = bonds[2 * k + 1] as number;
    if (i >= elements.length || j >= elements.length) return n;
    const order = bondOrders[k] ?? 1;
    const slots = lines[order] ?? singleLine;
    const plane = slots === singleLine ? NO_PLANE : this.#plane(i, j, order);
    const cut = this.#cut(k);
    const rows = this.#rows;
    rows.reserve(n + 2 * slots.length);
    for (const slot of slots) {
      if (cut) {
        rows.set(n++, i, j, plane, slot | style.half);
        rows.set(n++, j, i, plane, slot | style.half);
      } else rows.set(n++, i, j, plane, slot);
    }
    return n;
  }

  #plane(i: number, j: number, order: number): number {
    this.#neighbors ??= new Neighbors(this.#drawn);
    return this.#neighbors.plane(i, j, order);
  }

  /** Whether a bond leaves the cell. */
  #cut(k: number): boolean {
    const { bonds, positions, cell } = this.#drawn;
    if (cell === null) return false;
    const i = 3 * (bonds[2 * k] as number);
    const j = 3 * (bonds[2 * k + 1] as number);
    return crosses(
      cell,
      (positions[j] as number) - (positions[i] as number),
      (positions[j + 1] as number) - (positions[i + 1] as number),
      (positions[j + 2] as number) - (positions[i + 2] as number),
    );
  }
}

/** Who is bonded to whom, in flat arrays. */
class Neighbors {
  #start: Uint32Array;
  #atoms: Uint32Array;
  #orders: Uint8Array;

  constructor({ bonds, bondOrders, elements }: Drawn) {
    const n = elements.length;
    const start = new Uint32Array(n + 1);
    for (let k = 0; k < bonds.length; k++) {
      const atom = bonds[k] as number;
      if (atom < n) start[atom + 1] = (start[atom + 1] as number) + 1;
    }
    for (let i = 0; i < n; i++) start[i + 1] = (start[i + 1] as number) + (start[i] as number);
    const next = start.slice();
    this.#atoms = new Uint32Array(start[n] as number);
    this.#orders = new Uint8Array(start[n] as number);
    for (let k = 0; k < bonds.length / 2; k++) {
      const i = bonds[2 * k] as number;
      const j = bonds[2 * k + 1] as number;
      if (i >= n || j >= n) continue;
      this.#add(next, i, j, bondOrders[k] ?? 1);
      this.#add(next, j, i, bondOrders[k] ?? 1);
    }
    this.#start = start;
  }

  #add(next: Uint32Array, i: number, j: number, order: number): void {
    const at = next[i] as number;
    this.#atoms[at] = j;
    this.#orders[at] = order;
    next[i] = at + 1;
  }

  /**
   * A neighbor of i or j whose direction gives the plane of the bond. For an aromatic
   * bond preferably one in the ring: it lies on the inner side, where the dashes belong.
   */
  plane(i: number, j: number, order: number): number {
    const first = this.#neighbor(i, j, order);
    if (first !== NO_PLANE) return first;
    const second = this.#neighbor(j, i, order);
    return second !== NO_PLANE || order !== 4 ? second : this.plane(i, j, 0);
  }

  /** The first neighbor of an atom besides `other`; of order 4 bonds only when that is asked for. */
  #neighbor(atom: number, other: number, order: number): number {
    const end = this.#start[atom + 1] as number;
    for (let k = this.#start[atom] as number; k < end; k++) {
      if (this.#atoms[k] !== other && (order !== 4 || this.#orders[k] === 4)) return this.#atoms[k] as number;
    }
    return NO_PLANE;
  }
}
