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
  readonly #rows: number[][];
  readonly #outline: readonly Point2[];

  constructor(outline: readonly Point2[], low: number, high: number) {
    this.#outline = outline;
    this.#low = low;
    this.#rows = Array.from({ length: Math.floor(high - low) + 1 }, () => []);
    for (let k = 0; k < outline.length; k++) {
      const [a, b] = this.#edge(k);
      const from = Math.floor(Math.min(a.y, b.y) - low);
      const to = Math.floor(Math.max(a.y, b.y) - low);
      for (let row = from; row <= to; row++) this.#rows[row]?.push(k);
    }
  }

  /** How often a line to the left meets the outline is odd. */
  holds(x: number, y: number): boolean {
    let inside = false;
    for (const k of this.#rows[Math.floor(y - this.#low)] ?? []) {
      const [a, b] = this.#edge(k);
      if (a.y > y !== b.y > y && x > a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
    }
    return inside;
  }

  #edge(k: number): [Point2, Point2] {
    const outline = this.#outline;
    return [outline[k] as Point2, outline[(k + 1) % outline.length] as Point2];
  }
}
