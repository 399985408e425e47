import { cross, dot, type Vec3 } from "./vec";

/**
 * A periodic cell for drawing and picking: vectors a, b, c as given (Å, any
 * handedness), and their inverse. Display never changes the document's positions.
 */
export interface Cell {
  vectors: readonly [Vec3, Vec3, Vec3];
  /** Rows that turn a Cartesian difference into fractions of a, b and c. */
  inverse: readonly [Vec3, Vec3, Vec3];
}

/** null for no cell, and for one without volume, which repeats nothing that could be drawn. */
export function cellOf(rowMajor: readonly number[] | null): Cell | null {
  if (rowMajor?.length !== 9) return null;
  const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = rowMajor;
  const a: Vec3 = [ax, ay, az];
  const b: Vec3 = [bx, by, bz];
  const c: Vec3 = [cx, cy, cz];
  const volume = dot(a, cross(b, c));
  if (!Number.isFinite(volume) || Math.abs(volume) < 1e-9) return null;
  const over = (v: Vec3): Vec3 => [v[0] / volume, v[1] / volume, v[2] / volume];
  return { vectors: [a, b, c], inverse: [over(cross(b, c)), over(cross(c, a)), over(cross(a, b))] };
}

/** The corner at the origin, then a, b, c and their sums. */
export function corners({ vectors: [a, b, c] }: Cell): Vec3[] {
  const out: Vec3[] = [];
  for (let k = 0; k < 8; k++) {
    const [i, j, l] = [k & 1, (k >> 1) & 1, k >> 2];
    out.push([i * a[0] + j * b[0] + l * c[0], i * a[1] + j * b[1] + l * c[1], i * a[2] + j * b[2] + l * c[2]]);
  }
  return out;
}

/**
 * Whether a bond vector spans more than half of the cell along a lattice vector:
 * such a bond leaves the cell, and is drawn as two halves toward the images.
 */
export function crosses({ inverse: [u, v, w] }: Cell, dx: number, dy: number, dz: number): boolean {
  // A hair more than half: a bond of exactly half the cell has two equal images.
  const half = 0.5 + 1e-6;
  return (
    Math.abs(u[0] * dx + u[1] * dy + u[2] * dz) > half ||
    Math.abs(v[0] * dx + v[1] * dy + v[2] * dz) > half ||
    Math.abs(w[0] * dx + w[1] * dy + w[2] * dz) > half
  );
}

/**
 * The bond vector to the image that is nearest by fractions: each component
 * reduced to half a cell. The bond shader does the same.
 */
export function nearestImage({ vectors: [a, b, c], inverse: [u, v, w] }: Cell, d: Vec3): Vec3 {
  const i = Math.round(dot(u, d));
  const j = Math.round(dot(v, d));
  const k = Math.round(dot(w, d));
  return [
    d[0] - i * a[0] - j * b[0] - k * c[0],
    d[1] - i * a[1] - j * b[1] - k * c[1],
    d[2] - i * a[2] - j * b[2] - k * c[2],
  ];
}

/** The shortest of all images of a vector; in a skewed cell that may be another than the nearest by fractions. */
export function shortestImage(cell: Cell, d: Vec3): Vec3 {
  const [a, b, c] = cell.vectors;
  const near = nearestImage(cell, d);
  let best = near;
  for (let i = -1; i <= 1; i++) {
    for (let j = -1; j <= 1; j++) {
      for (let k = -1; k <= 1; k++) {
        const image: Vec3 = [
          near[0] + i * a[0] + j * b[0] + k * c[0],
          near[1] + i * a[1] + j * b[1] + k * c[1],
          near[2] + i * a[2] + j * b[2] + k * c[2],
        ];
        if (dot(image, image) < dot(best, best) - 1e-9) best = image;
      }
    }
  }
  return best;
}
