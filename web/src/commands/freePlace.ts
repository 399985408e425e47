import { type Cell, cellOf } from "../view/periodic";
import { cross, dot, length, type Quat, rotate, scale, sub, type Vec3 } from "../view/vec";

/** Å between atoms of different molecules, as between the molecules of a liquid box. */
export const CLEARANCE = 2;

/** Centers that are tried at most; in a large cell they lie farther apart. */
const CENTERS = 24_000;

/** Å between centers. */
const STEP = 0.8;

/** Bins along one edge at most. */
const BINS = 96;

/** To a bin and its neighbors along one edge. */
const STEPS = [0, -1, 1];

/**
 * A place in a periodic cell (row-major) where a rigid molecule touches nothing: every
 * atom at least CLEARANCE from all atoms that are there, from their images and from its
 * own. The one nearest to `near` is taken, and one that lies within the cell before one
 * across its faces. The positions of the molecule turned and moved there (Å), or null when
 * no center and no turn by right angles gives a place.
 */
export function freePlace(
  there: Float64Array,
  cellRows: readonly number[],
  molecule: Float64Array,
  near: Vec3,
): Float64Array | null {
  const cell = cellOf(cellRows);
  const middle = middleOf(molecule);
  if (!cell || !middle) return null;
  const bins = new Bins(there, cell);
  const turned = rightAngles()
    .map((turn) => shifted(molecule, middle, turn))
    .filter((shape) => fits(shape, cell));
  if (turned.length === 0) return null;
  let across: Float64Array | null = null;
  for (const center of centers(cell, near)) {
    for (const shape of turned) {
      // One across the faces is known already: only one within is better.
      if (across && !within(shape, center, cell)) continue;
      if (!bins.free(shape, center)) continue;
      const positions = shape.map((v, k) => v + (center[k % 3] as number));
      if (across || within(shape, center, cell)) return positions;
      across = positions;
    }
  }
  return across;
}

/** Half way between the lowest and the highest coordinates; null without atoms. */
function middleOf(positions: Float64Array): Vec3 | null {
  if (positions.length < 3) return null;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((v, i) => {
    low[i % 3] = Math.min(low[i % 3] as number, v);
    high[i % 3] = Math.max(high[i % 3] as number, v);
  });
  return [0, 1, 2].map((k) => ((low[k] as number) + (high[k] as number)) / 2) as unknown as Vec3;
}

function shifted(positions: Float64Array, middle: Vec3, turn: Quat): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const at: Vec3 = [positions[i] as number, positions[i + 1] as number, positions[i + 2] as number];
    out.set(rotate(turn, sub(at, middle)), i);
  }
  return out;
}

/** The 24 turns that take the axes to axes, none first. */
function rightAngles(): Quat[] {
  const h = Math.SQRT1_2;
  const turns: Quat[] = [[0, 0, 0, 1]];
  for (const k of [0, 1, 2]) {
    const unit = (s: number, w: number) => [k === 0 ? s : 0, k === 1 ? s : 0, k === 2 ? s : 0, w] as unknown as Quat;
    turns.push(unit(h, h), unit(-h, h), unit(1, 0));
  }
  for (const s of [1, -1]) {
    turns.push([h, s * h, 0, 0], [h, 0, s * h, 0], [0, h, s * h, 0]);
    for (const t of [1, -1]) for (const u of [1, -1]) turns.push([s / 2, t / 2, u / 2, 0.5]);
  }
  return turns;
}

/** Between each pair of opposite faces, Å. */
const heights = ({ inverse }: Cell): number[] => inverse.map((row) => 1 / length(row));

/** Whether the molecule keeps clear of its own images because it is short enough between all faces. */
function fits(shape: Float64Array, cell: Cell): boolean {
  return heights(cell).every((height, k) => {
    const { low, high } = range(shape, cell.inverse[k] as Vec3);
    return (high - low) * height + CLEARANCE <= height;
  });
}

function within(shape: Float64Array, center: Vec3, { inverse }: Cell): boolean {
  return inverse.every((row) => {
    const { low, high } = range(shape, row);
    const at = dot(row, center);
    return at + low >= 0 && at + high < 1;
  });
}

function range(shape: Float64Array, row: Vec3): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i + 2 < shape.length; i += 3) {
    const f = row[0] * (shape[i] as number) + row[1] * (shape[i + 1] as number) + row[2] * (shape[i + 2] as number);
    if (f < low) low = f;
    if (f > high) high = f;
  }
  return { low, high };
}

/** Points spread evenly over the cell, the nearest first. */
function centers(cell: Cell, near: Vec3): Vec3[] {
  const [a, b, c] = cell.vectors;
  const step = Math.max(STEP, Math.cbrt(Math.abs(dot(a, cross(b, c))) / CENTERS));
  // A flat or skewed cell has edges longer than its volume tells.
  const counts = [a, b, c].map((v) => Math.max(1, Math.min(CENTERS, Math.floor(length(v) / step))));
  const shrink = Math.cbrt(Math.max(1, counts.reduce((n, m) => n * m, 1) / CENTERS));
  const [na, nb, nc] = counts.map((n) => Math.max(1, Math.floor(n / shrink))) as [number, number, number];
  const points: { at: Vec3; far: number }[] = [];
  for (let i = 0; i < na; i++)
    for (let j = 0; j < nb; j++)
      for (let k = 0; k < nc; k++) {
        const [u, v, w] = [(i + 0.5) / na, (j + 0.5) / nb, (k + 0.5) / nc];
        const at: Vec3 = [
          u * a[0] + v * b[0] + w * c[0],
          u * a[1] + v * b[1] + w * c[1],
          u * a[2] + v * b[2] + w * c[2],
        ];
        const d = sub(at, near);
        points.push({ at, far: dot(d, d) });
      }
  return points.sort((p, q) => p.far - q.far).map(({ at }) => at);
}

/** The atoms of a cell, sorted into bins at least CLEARANCE wide where the cell allows it. */
class Bins {
  readonly #cell: Cell;
  readonly #counts: [number, number, number];
  /** Atoms of bin n: from `#start[n]` to before `#start[n + 1]`. */
  readonly #start: Int32Array;
  /** x y z of the atoms in the order of the bins, inside the cell. */
  readonly #places: Float64Array;

  constructor(positions: Float64Array, cell: Cell) {
    this.#cell = cell;
    this.#counts = heights(cell).map((height) => Math.max(1, Math.min(BINS, Math.floor(height / CLEARANCE)))) as [
      number,
      number,
      number,
    ];
    const atoms = Math.floor(positions.length / 3);
    const [na, nb, nc] = this.#counts;
    const bin = new Int32Array(atoms);
    const inside = new Float64Array(3 * atoms);
    const start = new Int32Array(na * nb * nc + 1);
    for (let i = 0; i < atoms; i++) {
      const { place, at } = this.#wrap([positions[3 * i] ?? 0, positions[3 * i + 1] ?? 0, positions[3 * i + 2] ?? 0]);
      inside.set(place, 3 * i);
      const n = (at[2] * nb + at[1]) * na + at[0];
      bin[i] = n;
      start[n + 1] = (start[n + 1] as number) + 1;
    }
    for (let n = 1; n < start.length; n++) start[n] = (start[n] as number) + (start[n - 1] as number);
    const next = start.slice();
    this.#places = new Float64Array(3 * atoms);
    for (let i = 0; i < atoms; i++) {
      const n = bin[i] as number;
      this.#places.set(inside.subarray(3 * i, 3 * i + 3), 3 * (next[n] as number));
      next[n] = (next[n] as number) + 1;
    }
    this.#start = start;
  }

  /** Whether a molecule around a center touches none of the atoms. */
  free(shape: Float64Array, center: Vec3): boolean {
    for (let i = 0; i + 2 < shape.length; i += 3) {
      const x = (shape[i] as number) + center[0];
      const y = (shape[i + 1] as number) + center[1];
      const z = (shape[i + 2] as number) + center[2];
      if (this.#touches(x, y, z)) return false;
    }
    return true;
  }

  // Called a million times in a full cell: nothing is allocated here.
  #touches(x: number, y: number, z: number): boolean {
    const [u, v, w] = this.#cell.inverse;
    const [na, nb, nc] = this.#counts;
    const fa = u[0] * x + u[1] * y + u[2] * z;
    const fb = v[0] * x + v[1] * y + v[2] * z;
    const fc = w[0] * x + w[1] * y + w[2] * z;
    const [wa, wb, wc] = [Math.floor(fa), Math.floor(fb), Math.floor(fc)];
    const ia = Math.min(na - 1, Math.floor((fa - wa) * na));
    const ib = Math.min(nb - 1, Math.floor((fb - wb) * nb));
    const ic = Math.min(nc - 1, Math.floor((fc - wc) * nc));
    // The bin of the point itself is looked at first: most touches are found there.
    for (let t = 0; t < 27; t++) {
      const i = ia + (STEPS[t % 3] as number);
      const j = ib + (STEPS[Math.floor(t / 3) % 3] as number);
      const k = ic + (STEPS[Math.floor(t / 9)] as number);
      const la = i < 0 ? -1 : i < na ? 0 : 1;
      const lb = j < 0 ? -1 : j < nb ? 0 : 1;
      const lc = k < 0 ? -1 : k < nc ? 0 : 1;
      const n = ((k - lc * nc) * nb + j - lb * nb) * na + i - la * na;
      const end = this.#start[n + 1] as number;
      const begin = this.#start[n] as number;
      if (begin === end) continue;
      // The point as it lies beside the atoms of this bin.
      const [a, b, c] = this.#cell.vectors;
      const [sa, sb, sc] = [wa + la, wb + lb, wc + lc];
      const px = x - sa * a[0] - sb * b[0] - sc * c[0];
      const py = y - sa * a[1] - sb * b[1] - sc * c[1];
      const pz = z - sa * a[2] - sb * b[2] - sc * c[2];
      for (let m = begin; m < end; m++) {
        const dx = (this.#places[3 * m] as number) - px;
        const dy = (this.#places[3 * m + 1] as number) - py;
        const dz = (this.#places[3 * m + 2] as number) - pz;
        if (dx * dx + dy * dy + dz * dz < CLEARANCE * CLEARANCE) return true;
      }
    }
    return false;
  }

  /** The image inside the cell, and its bin. */
  #wrap(p: Vec3): { place: Vec3; at: [number, number, number] } {
    const { inverse, vectors } = this.#cell;
    let place = p;
    const at: [number, number, number] = [0, 0, 0];
    for (const k of [0, 1, 2] as const) {
      const f = dot(inverse[k], p);
      const whole = Math.floor(f);
      if (whole !== 0) place = sub(place, scale(vectors[k], whole));
      const n = this.#counts[k];
      at[k] = Math.min(n - 1, Math.max(0, Math.floor((f - whole) * n)));
    }
    return { place, at };
  }
}
