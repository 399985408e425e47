import { type Cell, nearestImage, shortestImage } from "../view/periodic";
import type { Vec3 } from "../view/vec";

/** Which atoms hang together, from the drawn bonds. */

/** Every atom that bonds connect to one, itself first; without going over one bond where `not` names its other end. */
export function connected(from: number, bonds: Uint32Array, atoms: number, not?: number): number[] {
  const { start, list } = neighbors(bonds, atoms);
  const seen = new Uint8Array(atoms);
  seen[from] = 1;
  const found = [from];
  for (let k = 0; k < found.length; k++) {
    const atom = found[k] as number;
    for (let n = start[atom] as number; n < (start[atom + 1] as number); n++) {
      const other = list[n] as number;
      if (seen[other] || (atom === from && other === not)) continue;
      seen[other] = 1;
      found.push(other);
    }
  }
  return found;
}

/** The atoms on one side of a bond, `to` first; null when the bond is in a ring and has no sides. */
export function sideOf(from: number, to: number, bonds: Uint32Array, atoms: number): number[] | null {
  const side = connected(to, bonds, atoms, from);
  return side.includes(from) ? null : side;
}

/** A place that an atom is to have, and the others with it. */
export interface Anchor {
  atom: number;
  place: Vec3;
}

/**
 * x y z of atoms with every molecule whole: each atom at the image next to the one it is
 * bonded to, the first of them where it is, or where `anchor` says.
 */
export function wholePlaces(
  atoms: readonly number[],
  { positions, bonds }: { positions: Float64Array; bonds: Uint32Array },
  cell: Cell | null,
  anchor?: Anchor,
): Float64Array {
  const places = new Float64Array(3 * atoms.length);
  const raw = (atom: number, k: number) => positions[3 * atom + k] as number;
  atoms.forEach((atom, row) => {
    for (let k = 0; k < 3; k++) places[3 * row + k] = raw(atom, k);
  });
  if (!cell || (bonds.length === 0 && !anchor)) return places;
  const total = positions.length / 3;
  const rows = new Int32Array(total).fill(-1);
  atoms.forEach((atom, row) => {
    rows[atom] = row;
  });
  const { start, list } = neighbors(bonds, total);
  const done = new Uint8Array(atoms.length);
  const grow = (first: number) => {
    const queue = [first];
    done[rows[first] as number] = 1;
    for (let n = 0; n < queue.length; n++) {
      const i = queue[n] as number;
      const at = 3 * (rows[i] as number);
      for (let k = start[i] as number; k < (start[i + 1] as number); k++) {
        const j = list[k] as number;
        const row = rows[j] as number;
        if (row < 0 || done[row]) continue;
        done[row] = 1;
        const d = nearestImage(cell, [raw(j, 0) - raw(i, 0), raw(j, 1) - raw(i, 1), raw(j, 2) - raw(i, 2)]);
        for (const c of [0, 1, 2] as const) places[3 * row + c] = (places[at + c] as number) + d[c];
        queue.push(j);
      }
    }
  };
  const anchored = anchor ? (rows[anchor.atom] as number) : -1;
  if (anchor && anchored >= 0) {
    places.set(anchor.place, 3 * anchored);
    grow(anchor.atom);
  }
  for (const atom of atoms) if (!done[rows[atom] as number]) grow(atom);
  return places;
}

/**
 * Whether bonds hold together a molecule of several atoms that ends: not a chain, sheet or
 * network that goes on into the next cell, be it through a second image of a bonded atom.
 */
export function hasMolecule(
  { positions, bonds }: { positions: Float64Array; bonds: Uint32Array },
  cell: Cell | null,
): boolean {
  if (!cell) return bonds.length > 0;
  const total = positions.length / 3;
  const { start, list } = neighbors(bonds, total);
  const seen = new Uint8Array(total);
  const places = new Float64Array(3 * total);
  const at = (from: Float64Array, atom: number): Vec3 => [
    from[3 * atom] as number,
    from[3 * atom + 1] as number,
    from[3 * atom + 2] as number,
  ];
  for (let first = 0; first < total; first++) {
    if (seen[first] || start[first] === start[first + 1]) continue;
    let ends = true;
    seen[first] = 1;
    places.set(at(positions, first), 3 * first);
    const queue = [first];
    for (let n = 0; n < queue.length; n++) {
      const i = queue[n] as number;
      const here = at(places, i);
      const from = at(positions, i);
      for (let k = start[i] as number; k < (start[i + 1] as number); k++) {
        const j = list[k] as number;
        const to = at(positions, j);
        const d = shortestImage(cell, [to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
        const place: Vec3 = [here[0] + d[0], here[1] + d[1], here[2] + d[2]];
        if (!seen[j]) {
          seen[j] = 1;
          places.set(place, 3 * j);
          queue.push(j);
        } else if (at(places, j).some((x, c) => Math.abs(x - (place[c] as number)) > 0.1)) ends = false;
        if (ends && imagesWithin(cell, d, 1.1 * Math.hypot(...d)) > 1) ends = false;
      }
    }
    if (ends) return true;
  }
  return false;
}

/** How many images of a vector are no longer than a length. */
function imagesWithin({ vectors: [a, b, c] }: Cell, d: Vec3, length: number): number {
  let found = 0;
  for (let i = -1; i <= 1; i++)
    for (let j = -1; j <= 1; j++)
      for (let k = -1; k <= 1; k++) {
        const image = [0, 1, 2].map((x) => (d[x] ?? 0) + i * (a[x] ?? 0) + j * (b[x] ?? 0) + k * (c[x] ?? 0));
        if (Math.hypot(...image) <= length) found++;
      }
  return found;
}

/** What takes atoms to other images: those that move, by vector. Moves of less than a millionth of an Å are none. */
export function shiftsTo(
  places: Float64Array,
  atoms: readonly number[],
  positions: Float64Array,
): { atoms: number[]; by: [number, number, number] }[] {
  const groups = new Map<string, { atoms: number[]; by: [number, number, number] }>();
  atoms.forEach((atom, row) => {
    const by = [0, 1, 2].map((k) => (places[3 * row + k] as number) - (positions[3 * atom + k] as number));
    if (by.every((v) => Math.abs(v) < 1e-6)) return;
    const key = by.map((v) => v.toFixed(4)).join(" ");
    const group = groups.get(key);
    if (group) group.atoms.push(atom);
    else groups.set(key, { atoms: [atom], by: by as [number, number, number] });
  });
  return [...groups.values()];
}

/** Neighbors of atom i: `list[start[i]]` to before `list[start[i + 1]]`. */
function neighbors(bonds: Uint32Array, atoms: number): { start: Uint32Array; list: Uint32Array } {
  const start = new Uint32Array(atoms + 1);
  for (const atom of bonds) if (atom < atoms) start[atom + 1] = (start[atom + 1] as number) + 1;
  for (let i = 0; i < atoms; i++) start[i + 1] = (start[i + 1] as number) + (start[i] as number);
  const next = start.slice();
  const list = new Uint32Array(bonds.length);
  for (let k = 0; k + 1 < bonds.length; k += 2) {
    const [i, j] = [bonds[k] as number, bonds[k + 1] as number];
    if (i >= atoms || j >= atoms) continue;
    const [p, q] = [next[i] as number, next[j] as number];
    list[p] = j;
    list[q] = i;
    next[i] = p + 1;
    next[j] = (next[j] as number) + 1;
  }
  return { start, list };
}
