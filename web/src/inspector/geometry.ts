import type { DocumentArrays } from "../state/document";
import { type Cell, nearestImage } from "../view/periodic";
import { add, dot, length, scale, type Vec3 } from "../view/vec";

/** Along the vectors of a cell. */
export function toFractional({ inverse: [u, v, w] }: Cell, at: Vec3): Vec3 {
  return [dot(u, at), dot(v, at), dot(w, at)];
}

/** Å. */
export function toCartesian({ vectors: [a, b, c] }: Cell, [i, j, k]: Vec3): Vec3 {
  return add(add(scale(a, i), scale(b, j)), scale(c, k));
}

export function positionOf(positions: Float64Array, atom: number): Vec3 {
  return [positions[3 * atom] ?? 0, positions[3 * atom + 1] ?? 0, positions[3 * atom + 2] ?? 0];
}

export interface BondRow {
  /** Its row in the document. */
  bond: number;
  /** The atom that was asked about, of one; the lower index of several. */
  a: number;
  b: number;
  order: number;
  /** Å, to the nearest image. */
  length: number;
}

/** The bonds of one atom, or those among several: the first ones, and how many there are. */
export function bondsOf(
  { bonds, bondOrders, positions, elements }: DocumentArrays,
  cell: Cell | null,
  atoms: readonly number[],
  most: number,
): { rows: BondRow[]; total: number } {
  const chosen = new Uint8Array(elements.length);
  for (const atom of atoms) chosen[atom] = 1;
  const one = atoms.length === 1 ? atoms[0] : undefined;
  const rows: BondRow[] = [];
  let total = 0;
  for (let k = 0; k < bonds.length / 2; k++) {
    const [i, j] = [bonds[2 * k] as number, bonds[2 * k + 1] as number];
    if (one === undefined ? !(chosen[i] && chosen[j]) : i !== one && j !== one) continue;
    total++;
    if (rows.length >= most) continue;
    const [a, b] = one === undefined ? [Math.min(i, j), Math.max(i, j)] : [one, i === one ? j : i];
    const d = add(positionOf(positions, b), scale(positionOf(positions, a), -1));
    rows.push({ bond: k, a, b, order: bondOrders[k] ?? 1, length: length(cell ? nearestImage(cell, d) : d) });
  }
  return { rows, total };
}

/** Elements with how many there are, in Hill order: carbon, hydrogen, then by symbol. */
export function elementCounts(
  elements: Uint8Array,
  symbol: (z: number) => string,
  atoms?: readonly number[],
): { z: number; symbol: string; count: number }[] {
  const counts = new Uint32Array(256);
  if (atoms) for (const atom of atoms) counts[elements[atom] ?? 0] = (counts[elements[atom] ?? 0] ?? 0) + 1;
  else for (const z of elements) counts[z] = (counts[z] ?? 0) + 1;
  const present = [...counts.entries()].filter(([z, n]) => z > 0 && n > 0);
  const carbon = (counts[6] ?? 0) > 0;
  const rank = (z: number) => (carbon && z === 6 ? "0" : carbon && z === 1 ? "1" : symbol(z));
  return present
    .map(([z, count]) => ({ z, symbol: symbol(z), count }))
    .sort((one, other) => (rank(one.z) < rank(other.z) ? -1 : 1));
}
