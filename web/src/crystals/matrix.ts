import { count } from "../app/format";

/** Nine numbers row by row: three lattice vectors, or whole numbers of them. */
export type Matrix = readonly number[];

/** As many atoms as a document holds. */
export const MAX_ATOMS = 1_000_000;

/** So many times along the three vectors, as a matrix. */
export const diagonal = (a: number, b: number, c: number): number[] => [a, 0, 0, 0, b, 0, 0, 0, c];

export const isDiagonal = (m: readonly unknown[]): boolean => m.every((value, at) => at % 4 === 0 || value === 0);

export function determinant(m: Matrix): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = m;
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** The vectors that the rows of `m` make of those of a row-major cell. */
export function times(m: Matrix, cell: Matrix): number[] {
  return Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += (m[3 * row + k] ?? 0) * (cell[3 * k + column] ?? 0);
    return sum;
  });
}

/** Why the rows make no supercell of a structure with so many atoms; "" when they do. */
export function supercellProblem(m: readonly unknown[], atoms: number): string {
  if (!m.every((value): value is number => Number.isInteger(value))) return "Nine whole numbers are needed.";
  const images = Math.abs(determinant(m));
  if (images === 0) return "The determinant is 0: the rows lie in one plane.";
  if (!Number.isSafeInteger(images) || atoms * images > MAX_ATOMS)
    return `${count(images)} images are ${count(atoms * images)} atoms; ${count(MAX_ATOMS)} are the most.`;
  return "";
}
