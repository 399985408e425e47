import { type Cell, nearestImage } from "../view/periodic";
import { dot, type Vec3 } from "../view/vec";

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
  // In how many a, b and c each atom stands from where it would be in one piece with the first.
  const images = new Int32Array(3 * total);
  const queue = new Uint32Array(total);
  const step = nearestStep(positions, cell);
  for (let first = 0; first < total; first++) {
    if (seen[first]) continue;
    seen[first] = 1;
    queue[0] = first;
    let length = 1;
    let ends = true;
    for (let n = 0; n < length; n++) {
      const i = queue[n] as number;
      const until = start[i + 1] as number;
      for (let k = start[i] as number; k < until; k++) {
        const j = list[k] as number;
        // What goes on somewhere is only followed to know its atoms.
        if (ends) {
          if (!step.find(i, j)) ends = false;
          const a = (images[3 * i] as number) + step.a;
          const b = (images[3 * i + 1] as number) + step.b;
          const c = (images[3 * i + 2] as number) + step.c;
          if (!seen[j]) {
            images[3 * j] = a;
            images[3 * j + 1] = b;
            images[3 * j + 2] = c;
          } else if (images[3 * j] !== a || images[3 * j + 1] !== b || images[3 * j + 2] !== c) ends = false;
        }
        if (seen[j]) continue;
        seen[j] = 1;
        queue[length++] = j;
      }
    }
    if (ends && length > 1) return true;
  }
  return false;
}

/**
 * `find` sets a, b, c to the cells from the place of atom j to its image nearest to atom i. False when
 * a second image is about as near: less than a tenth farther.
 */
function nearestStep(positions: Float64Array, { vectors, inverse }: Cell) {
  const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = vectors;
  const [[ux, uy, uz], [vx, vy, vz], [wx, wy, wz]] = inverse;
  // No vector of the lattice is shorter than the smallest height of the cell, so what is shorter
  // than this has no other image within a tenth more.
  const alone = 1 / (2.1 ** 2 * Math.max(...inverse.map((row) => dot(row, row))));
  const step = { a: 0, b: 0, c: 0, find };
  function find(i: number, j: number): boolean {
    const dx = (positions[3 * j] as number) - (positions[3 * i] as number);
    const dy = (positions[3 * j + 1] as number) - (positions[3 * i + 1] as number);
    const dz = (positions[3 * j + 2] as number) - (positions[3 * i + 2] as number);
    const a = -Math.round(ux * dx + uy * dy + uz * dz);
    const b = -Math.round(vx * dx + vy * dy + vz * dz);
    const c = -Math.round(wx * dx + wy * dy + wz * dz);
    const x = dx + a * ax + b * bx + c * cx;
    const y = dy + a * ay + b * by + c * cy;
    const z = dz + a * az + b * bz + c * cz;
    step.a = a;
    step.b = b;
    step.c = c;
    let best = x * x + y * y + z * z;
    if (best < alone) return true;
    let next = Infinity;
    for (let p = -1; p <= 1; p++)
      for (let q = -1; q <= 1; q++)
        for (let r = -1; r <= 1; r++) {
          if (p === 0 && q === 0 && r === 0) continue;
          const ix = x + p * ax + q * bx + r * cx;
          const iy = y + p * ay + q * by + r * cy;
          const iz = z + p * az + q * bz + r * cz;
          const squared = ix * ix + iy * iy + iz * iz;
          if (squared < best) {
            next = best;
            best = squared;
            step.a = a + p;
            step.b = b + q;
            step.c = c + r;
          } else if (squared < next) next = squared;
        }
    return next > 1.1 ** 2 * best;
  }
  return step;
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
  for (let k = 0; k < bonds.length; k++) {
    const atom = bonds[k] as number;
    if (atom < atoms) start[atom + 1] = (start[atom + 1] as number) + 1;
  }
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
