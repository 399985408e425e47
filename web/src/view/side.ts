import { axisAngle, cross, fromBasis, multiply, type Quat, type Vec3 } from "./vec";

/** A carbon; heavier atoms do not count for more. */
const CARBON = 6;

/** Turned this much away from flat on (radians), so that what lies behind an atom shows beside it. */
const TILT: Quat = multiply(axisAngle([1, 0, 0], -0.2), axisAngle([0, 1, 0], -0.16));

/** A spread below this part of the largest is none. */
const NONE = 1e-6;

/**
 * The rotation that shows a molecule from its best side: along the axis of its least
 * spread, the largest from left to right. The axes are those of the second moments,
 * hydrogens counting as a sixth of other atoms. Atom 0 is at the left and the atoms lean
 * upward, so that conformers of one molecule look alike. `otherwise` is for what has no
 * such axes: single atoms.
 */
export function bestSide(positions: ArrayLike<number>, elements: ArrayLike<number>, otherwise: Quat): Quat {
  const atoms = Math.min(elements.length, Math.floor(positions.length / 3));
  const at = (i: number, k: number) => positions[3 * i + k] as number;
  const weight = (i: number) => Math.min(elements[i] as number, CARBON);
  const center = [0, 0, 0];
  let total = 0;
  for (let i = 0; i < atoms; i++) {
    total += weight(i);
    for (let k = 0; k < 3; k++) center[k] = (center[k] as number) + weight(i) * at(i, k);
  }
  if (total === 0) return otherwise;
  const from = (i: number, k: number) => at(i, k) - (center[k] as number) / total;
  const moments = [0, 1, 2].map((j) =>
    [0, 1, 2].map((k) => {
      let sum = 0;
      for (let i = 0; i < atoms; i++) sum += weight(i) * from(i, j) * from(i, k);
      return sum;
    }),
  );
  const { values, vectors } = eigen(moments);
  const order = [0, 1, 2].sort((a, b) => (values[b] as number) - (values[a] as number));
  const [largest, second] = order.map((k) => values[k] as number);
  if (!((largest as number) > NONE)) return otherwise;

  const along = (axis: Vec3, i: number) => axis[0] * from(i, 0) + axis[1] * from(i, 1) + axis[2] * from(i, 2);
  let right = vectors[order[0] as number] as Vec3;
  if (along(right, 0) > 0) right = opposite(right);
  let up = vectors[order[1] as number] as Vec3;
  // Of a straight molecule every side is the same one.
  if ((second as number) > NONE * (largest as number)) {
    let lean = 0;
    for (let i = 0; i < atoms; i++) lean += weight(i) * along(up, i) ** 3;
    if (lean < 0) up = opposite(up);
  }
  return multiply(fromBasis(right, up, cross(right, up)), TILT);
}

const opposite = ([x, y, z]: Vec3): Vec3 => [-x, -y, -z];

/** Eigenvalues and unit eigenvectors of a symmetric 3×3 matrix by Jacobi's rotations. */
function eigen(matrix: readonly (readonly number[])[]): { values: number[]; vectors: Vec3[] } {
  const a = matrix.map((row) => [...row]) as [number[], number[], number[]];
  let vectors: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  // Converges quadratically; ten sweeps are more than any matrix of this size needs.
  for (let sweep = 0; sweep < 10; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const [app, aqq, apq] = [a[p][p] as number, a[q][q] as number, a[p][q] as number];
      if (Math.abs(apq) <= 1e-15 * (Math.abs(app) + Math.abs(aqq))) continue;
      const angle = 0.5 * Math.atan2(2 * apq, aqq - app);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (const row of a) {
        const [x, y] = [row[p] as number, row[q] as number];
        row[p] = c * x - s * y;
        row[q] = s * x + c * y;
      }
      const [u, v] = [a[p], a[q]];
      a[p] = u.map((x, k) => c * x - s * (v[k] as number));
      a[q] = u.map((x, k) => s * x + c * (v[k] as number));
      const [m, n] = [vectors[p] as Vec3, vectors[q] as Vec3];
      const mixed = (c1: number, s1: number): Vec3 => [
        c1 * m[0] + s1 * n[0],
        c1 * m[1] + s1 * n[1],
        c1 * m[2] + s1 * n[2],
      ];
      vectors = vectors.map((w, k) => (k === p ? mixed(c, -s) : k === q ? mixed(s, c) : w));
    }
  }
  return { values: [0, 1, 2].map((k) => a[k as 0 | 1 | 2][k] as number), vectors };
}
