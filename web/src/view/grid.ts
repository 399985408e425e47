import type { Ray } from "./camera";
import { crosses } from "./periodic";
import { gridReach, LONGEST_IN_GRID, type Probe } from "./probe";
import { bounds, type Drawn } from "./structure";

/** Å; cells of a dense structure hold some ten balls and sticks. */
const CELL = 4;

/** Cells per item at most: structures with wide gaps get larger cells. */
const CELLS_PER_ITEM = 2;

/** Å; a structure wider than this is not sorted, its numbers have no room for cells. */
const WIDEST = 1e9;

/**
 * Balls by their center and sticks by their middle, sorted into cubic cells, so
 * that a ray looks only at what lies near it. Sticks that are longer than usual or
 * cut by the periodic cell are few and are looked at every time.
 */
export class Grid {
  readonly #low: [number, number, number] = [0, 0, 0];
  readonly #size: number = CELL;
  readonly #reach: number;
  readonly #dims: [number, number, number] = [0, 0, 0];
  /** Items of cell c: `#items[#start[c]]` to before `#items[#start[c + 1]]`. */
  readonly #start: Int32Array;
  /** Atom i as i, bond k as −1 − k. */
  readonly #items: Int32Array;
  /** What is looked at for every ray. */
  readonly #always: number[] = [];

  constructor(drawn: Drawn) {
    const { elements, bonds } = drawn;
    this.#reach = gridReach(drawn.style);
    const box = bounds(drawn);
    const total = elements.length + bonds.length / 2;
    const { low, high } = box ?? { low: this.#low, high: this.#low };
    const extent = ([0, 1, 2] as const).map((k) => high[k] - low[k]);
    if (!(Math.max(...extent) <= WIDEST)) {
      this.#start = new Int32Array(1);
      this.#items = new Int32Array(0);
      for (let i = 0; i < elements.length; i++) this.#always.push(i);
      for (let k = 0; k < bonds.length / 2; k++) this.#always.push(-1 - k);
      return;
    }
    const cells = (size: number) => extent.reduce((product, e) => product * (Math.floor(e / size) + 1), 1);
    while (cells(this.#size) > CELLS_PER_ITEM * total + 64) this.#size *= 2;
    this.#low = low;
    for (const k of [0, 1, 2] as const) this.#dims[k] = Math.floor((extent[k] as number) / this.#size) + 1;

    // Counting sort: how many per cell, where each begins, then the items.
    const places = new Int32Array(total);
    const start = new Int32Array(cells(this.#size) + 1);
    this.#place(drawn, places);
    for (const cell of places) if (cell >= 0) start[cell + 1] = (start[cell + 1] as number) + 1;
    for (let c = 1; c < start.length; c++) start[c] = (start[c] as number) + (start[c - 1] as number);
    const next = start.slice();
    this.#items = new Int32Array(start[start.length - 1] as number);
    for (let item = 0; item < total; item++) {
      const cell = places[item] as number;
      if (cell < 0) continue;
      const at = next[cell] as number;
      this.#items[at] = item < elements.length ? item : elements.length - item - 1;
      next[cell] = at + 1;
    }
    this.#start = start;
  }

  /** Shows the probe everything whose ball, stick or slack may touch the ray, nearest cells first. */
  along(ray: Ray, slack: number, probe: Probe): void {
    for (const item of this.#always) show(item, probe);
    if (this.#items.length === 0) return;
    const size = this.#size;
    const direction = ray.direction;
    // Walk layer by layer along the axis the ray runs along most.
    const k = longest(direction);
    const [u, v] = others(k);
    const step = direction[k] > 0 ? 1 : -1;
    const layers = this.#dims[k];
    const toEye = (position: number) => (position - ray.origin[k]) / direction[k];
    // The farthest anything can be hit, for the widest slack.
    const farthest = Math.max(toEye(this.#low[k]), toEye(this.#low[k] + layers * size)) + this.#reach;
    if (farthest <= 0) return;
    for (let n = 0; n < layers; n++) {
      const layer = step > 0 ? n : layers - 1 - n;
      const near = this.#low[k] + layer * size;
      // Where the ray runs while it could meet something of this layer.
      const margin = this.#reach + slack * farthest;
      const [t0, t1] = [toEye(near - margin), toEye(near + size + margin)].sort((a, b) => a - b) as [number, number];
      if (t1 < 0) continue;
      if (t0 - margin > probe.depth) return;
      const from = Math.max(0, t0);
      const [u0, u1] = this.#range(ray, u, from, t1, margin);
      const [v0, v1] = this.#range(ray, v, from, t1, margin);
      for (let a = u0; a <= u1; a++) {
        for (let b = v0; b <= v1; b++) {
          const at: [number, number, number] = [0, 0, 0];
          at[k] = layer;
          at[u] = a;
          at[v] = b;
          this.#look(at, probe);
        }
      }
    }
  }

  #look([x, y, z]: [number, number, number], probe: Probe): void {
    const cell = (z * this.#dims[1] + y) * this.#dims[0] + x;
    const end = this.#start[cell + 1] as number;
    for (let n = this.#start[cell] as number; n < end; n++) show(this.#items[n] as number, probe);
  }

  /** Cells along axis `m` that the ray passes between two depths. */
  #range(ray: Ray, m: 0 | 1 | 2, from: number, to: number, margin: number): [number, number] {
    const a = ray.origin[m] + from * ray.direction[m] - this.#low[m];
    const b = ray.origin[m] + to * ray.direction[m] - this.#low[m];
    const first = Math.floor((Math.min(a, b) - margin) / this.#size);
    const last = Math.floor((Math.max(a, b) + margin) / this.#size);
    return [Math.max(0, first), Math.min(this.#dims[m] - 1, last)];
  }

  /** The cell of each atom, then of each bond; −1 for what is looked at every time. */
  #place({ positions, elements, bonds, cell }: Drawn, places: Int32Array): void {
    const n = elements.length;
    const scale = 1 / this.#size;
    const [lx, ly, lz] = this.#low;
    const [nx, ny] = this.#dims;
    const place = (x: number, y: number, z: number) =>
      (Math.floor((z - lz) * scale) * ny + Math.floor((y - ly) * scale)) * nx + Math.floor((x - lx) * scale);
    for (let i = 0; i < n; i++) {
      places[i] = place(positions[3 * i] as number, positions[3 * i + 1] as number, positions[3 * i + 2] as number);
    }
    for (let k = 0; k < bonds.length / 2; k++) {
      const i = bonds[2 * k] as number;
      const j = bonds[2 * k + 1] as number;
      places[n + k] = -1;
      if (i >= n || j >= n) continue;
      const x = positions[3 * i] as number;
      const y = positions[3 * i + 1] as number;
      const z = positions[3 * i + 2] as number;
      const dx = (positions[3 * j] as number) - x;
      const dy = (positions[3 * j + 1] as number) - y;
      const dz = (positions[3 * j + 2] as number) - z;
      const usual = dx * dx + dy * dy + dz * dz <= LONGEST_IN_GRID * LONGEST_IN_GRID;
      if (usual && !(cell && crosses(cell, dx, dy, dz))) places[n + k] = place(x + dx / 2, y + dy / 2, z + dz / 2);
      else this.#always.push(-1 - k);
    }
  }
}

function show(item: number, probe: Probe): void {
  if (item >= 0) probe.atom(item);
  else probe.bond(-1 - item);
}

type Index = 0 | 1 | 2;

function longest([x, y, z]: readonly [number, number, number]): Index {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (ax >= ay && ax >= az) return 0;
  return ay >= az ? 1 : 2;
}

function others(k: Index): [Index, Index] {
  if (k === 0) return [1, 2];
  return k === 1 ? [0, 2] : [0, 1];
}
