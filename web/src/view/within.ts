import type { Camera, Point2 } from "./camera";

/**
 * The atoms whose center is drawn inside an outline, rising: a box given by two opposite
 * corners, or a polygon, where what is enclosed twice is outside. CSS pixels of the canvas.
 * What lies behind the eye is nowhere.
 */
export function atomsWithin(camera: Camera, positions: Float64Array, outline: readonly Point2[]): number[] {
  if (outline.length < 2) return [];
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const polygon = outline.length > 2 ? new Polygon(outline, y0, y1) : null;
  const found: number[] = [];
  const { center, right, up, back, position, parallel } = camera;
  // Nothing is allocated per atom: half a million of them are a few milliseconds.
  for (let i = 0; 3 * i + 2 < positions.length; i++) {
    const dx = (positions[3 * i] as number) - position[0];
    const dy = (positions[3 * i + 1] as number) - position[1];
    const dz = (positions[3 * i + 2] as number) - position[2];
    const depth = -(dx * back[0] + dy * back[1] + dz * back[2]);
    if (depth <= 0 && !parallel) continue;
    const perPixel = 1 / camera.perPixel(depth);
    const x = center.x + (dx * right[0] + dy * right[1] + dz * right[2]) * perPixel;
    if (x < x0 || x > x1) continue;
    const y = center.y - (dx * up[0] + dy * up[1] + dz * up[2]) * perPixel;
    if (y < y0 || y > y1) continue;
    if (!polygon || polygon.holds(x, y)) found.push(i);
  }
  return found;
}

/** A polygon whose edges are sorted into rows one pixel high, so that a point meets only the few beside it. */
class Polygon {
  readonly #low: number;
  /** Edges of row r: from `#start[r]` to before `#start[r + 1]` of `#edges`, four numbers each: x, y, x, y. */
  readonly #start: Int32Array;
  readonly #edges: Float64Array;

  constructor(outline: readonly Point2[], low: number, high: number) {
    this.#low = low;
    const rows = Math.floor(high - low) + 1;
    const start = new Int32Array(rows + 1);
    const each = (visit: (row: number, a: Point2, b: Point2) => void) => {
      outline.forEach((a, k) => {
        const b = outline[(k + 1) % outline.length] as Point2;
        const to = Math.floor(Math.max(a.y, b.y) - low);
        for (let row = Math.floor(Math.min(a.y, b.y) - low); row <= to; row++) visit(row, a, b);
      });
    };
    each((row) => {
      start[row + 1] = (start[row + 1] as number) + 1;
    });
    for (let row = 0; row < rows; row++) start[row + 1] = (start[row + 1] as number) + (start[row] as number);
    const next = start.slice();
    this.#edges = new Float64Array(4 * (start[rows] as number));
    each((row, a, b) => {
      const at = next[row] as number;
      this.#edges.set([a.x, a.y, b.x, b.y], 4 * at);
      next[row] = at + 1;
    });
    this.#start = start;
  }

  /** How often a line to the left meets the outline is odd. */
  holds(x: number, y: number): boolean {
    const row = Math.floor(y - this.#low);
    const edges = this.#edges;
    const end = 4 * (this.#start[row + 1] as number);
    let inside = false;
    for (let k = 4 * (this.#start[row] as number); k < end; k += 4) {
      const ay = edges[k + 1] as number;
      const by = edges[k + 3] as number;
      if (ay > y === by > y) continue;
      const ax = edges[k] as number;
      if (x > ax + ((y - ay) / (by - ay)) * ((edges[k + 2] as number) - ax)) inside = !inside;
    }
    return inside;
  }
}
