/** A cell as lengths (Å) and angles (°): a, b, c, α, β, γ. */
export type CellParameters = readonly [number, number, number, number, number, number];

/** Row-major lattice vectors, Å. */
export type CellVectors = readonly number[];

const DEGREE = Math.PI / 180;
const tidy = (value: number) => Number(value.toPrecision(12));

export function parametersOf(vectors: CellVectors): CellParameters {
  const [a, b, c] = [0, 1, 2].map((i) => vectors.slice(3 * i, 3 * i + 3)) as [number[], number[], number[]];
  return [length(a), length(b), length(c), angle(b, c), angle(a, c), angle(a, b)].map(
    tidy,
  ) as unknown as CellParameters;
}

/**
 * The vectors of a cell in the usual orientation: a along x, b in the xy plane,
 * c with positive z. Null when no cell has these lengths and angles.
 */
export function vectorsOf([a, b, c, alpha, beta, gamma]: CellParameters): number[] | null {
  if (!(a > 0 && b > 0 && c > 0) || [alpha, beta, gamma].some((angle) => !(angle > 0 && angle < 180))) return null;
  const [cosA, cosB, cosG] = [cosine(alpha), cosine(beta), cosine(gamma)];
  const sinG = gamma === 90 ? 1 : Math.sin(gamma * DEGREE);
  const cy = (cosA - cosB * cosG) / sinG;
  const rest = 1 - cosB * cosB - cy * cy;
  // Below this the three vectors lie in a plane.
  if (!(rest > 1e-10)) return null;
  return [a, 0, 0, b * cosG, b * sinG, 0, c * cosB, c * cy, c * Math.sqrt(rest)].map((value) => tidy(value) + 0);
}

/** The same directions with other lengths; null when a length is not positive. */
export function withLengths(vectors: CellVectors, lengths: readonly number[]): number[] | null {
  const old = parametersOf(vectors);
  if (lengths.some((value) => !(value > 0)) || old.slice(0, 3).some((value) => !(value > 0))) return null;
  return vectors.map((value, i) => {
    const row = Math.floor(i / 3);
    return tidy((value * (lengths[row] ?? 0)) / (old[row] ?? 1));
  });
}

/** Exact where people expect it: 90° and 60° leave no rounding behind. */
function cosine(degrees: number): number {
  const exact: Record<number, number> = { 60: 0.5, 90: 0, 120: -0.5 };
  return exact[degrees] ?? Math.cos(degrees * DEGREE);
}

const dot = (u: readonly number[], v: readonly number[]) => u.reduce((sum, x, i) => sum + x * (v[i] ?? 0), 0);
const length = (u: readonly number[]) => Math.sqrt(dot(u, u));

function angle(u: readonly number[], v: readonly number[]): number {
  const size = length(u) * length(v);
  if (size === 0) return Number.NaN;
  const cos = dot(u, v) / size;
  return cos === 0 ? 90 : Math.acos(Math.min(1, Math.max(-1, cos))) / DEGREE;
}
