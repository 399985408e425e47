import { describe, expect, test } from "vitest";
import { CLEARANCE, freePlace } from "./freePlace";

type Rows = readonly number[];
const cube = (edge: number): Rows => [edge, 0, 0, 0, edge, 0, 0, 0, edge];
/** Skewed, and of the other hand. */
const skewed: Rows = [18, 0, 0, 6, 0, 16, -5, 17, 4];

/** A row of atoms along x, 1.5 Å apart, from some place far off. */
const row = (atoms: number) => Float64Array.from({ length: 3 * atoms }, (_, k) => (k % 3 === 0 ? 50 + k / 2 : -9));

/** Atoms all over the cell, `gap` apart, but for a ball around a point. */
function filled(rows: Rows, gap: number, hole: readonly number[], radius: number): Float64Array {
  const out: number[] = [];
  const [a, b, c] = [rows.slice(0, 3), rows.slice(3, 6), rows.slice(6, 9)];
  const counts = [a, b, c].map((v) => Math.round(Math.hypot(...v) / gap));
  for (let i = 0; i < (counts[0] ?? 0); i++)
    for (let j = 0; j < (counts[1] ?? 0); j++)
      for (let k = 0; k < (counts[2] ?? 0); k++) {
        const f = [i / (counts[0] ?? 1), j / (counts[1] ?? 1), k / (counts[2] ?? 1)] as const;
        const at = [0, 1, 2].map((m) => f[0] * (a[m] ?? 0) + f[1] * (b[m] ?? 0) + f[2] * (c[m] ?? 0));
        if (Math.hypot(...at.map((v, m) => v - (hole[m] ?? 0))) > radius) out.push(...at);
      }
  return Float64Array.from(out);
}

/** The smallest distance to an atom or an image of one, by trying every image. */
function closest(placed: Float64Array, there: Float64Array, rows: Rows, own = false): number {
  let least = Infinity;
  for (let p = 0; p < placed.length; p += 3)
    for (let q = 0; q < there.length; q += 3)
      for (let i = -2; i <= 2; i++)
        for (let j = -2; j <= 2; j++)
          for (let k = -2; k <= 2; k++) {
            if (own && i === 0 && j === 0 && k === 0) continue;
            const d = [0, 1, 2].map(
              (m) =>
                (placed[p + m] ?? 0) -
                (there[q + m] ?? 0) -
                i * (rows[m] ?? 0) -
                j * (rows[3 + m] ?? 0) -
                k * (rows[6 + m] ?? 0),
            );
            least = Math.min(least, Math.hypot(...d));
          }
  return least;
}

const length = (p: Float64Array, i: number, j: number) =>
  Math.hypot(...[0, 1, 2].map((k) => (p[3 * i + k] ?? 0) - (p[3 * j + k] ?? 0)));

const none = new Float64Array(0);

describe("freePlace", () => {
  test("an empty cell: where it is looked at, without a turn", () => {
    const place = freePlace(none, cube(20), row(3), [12, 9, 8]);
    const middle = [...(place?.slice(3, 6) ?? [])];
    middle.forEach((v, k) => {
      expect(Math.abs(v - ([12, 9, 8][k] ?? 0))).toBeLessThan(0.5);
    });
    expect((place?.[6] ?? 0) - (place?.[0] ?? 0)).toBeCloseTo(3, 10);
  });

  test.each<[string, Rows, number[]]>([
    ["a cube", cube(15), [4, 11, 6]],
    ["a skewed cell", skewed, [9, 8, 9]],
  ])("%s full of atoms: the hole, far from where it is looked at", (_, rows, hole) => {
    const there = filled(rows, 2, hole, 4.6);
    const molecule = row(4);
    const positions = freePlace(there, rows, molecule, [0, 0, 0]) ?? none;
    expect(positions).toHaveLength(12);
    expect(closest(positions, there, rows)).toBeGreaterThanOrEqual(CLEARANCE);
    expect(length(positions, 0, 3)).toBeCloseTo(4.5, 10);
  });

  test("turned, where it fits only so", () => {
    // A slot along z.
    const there = filled(cube(16), 2, [0, 0, 0], 0);
    const slot: number[] = [];
    for (let i = 0; i < there.length; i += 3) {
      if (Math.hypot((there[i] ?? 0) - 8, (there[i + 1] ?? 0) - 8) > 2.9) slot.push(...there.slice(i, i + 3));
    }
    const positions = freePlace(Float64Array.from(slot), cube(16), row(7), [8, 8, 8]) ?? none;
    expect(Math.abs((positions[20] ?? 0) - (positions[2] ?? 0))).toBeCloseTo(9, 8);
    expect(closest(positions, Float64Array.from(slot), cube(16))).toBeGreaterThanOrEqual(CLEARANCE);
  });

  test("within the cell before across a face", () => {
    const place = freePlace(none, cube(12), row(5), [0, 0, 0]);
    for (const v of place ?? [-1]) {
      expect(v).toBeGreaterThanOrEqual(0);
      expect(v).toBeLessThan(12);
    }
  });

  test("across a face where only there is room", () => {
    const there = filled(cube(16), 2, [0, 0, 0], 0).filter((_, k, all) => {
      const x = all[k - (k % 3)] ?? 0;
      return x > 3.5 && x < 12.5;
    });
    const place = freePlace(there, cube(16), row(1), [8, 8, 8]);
    expect(closest(place ?? new Float64Array(3), there, cube(16))).toBeGreaterThanOrEqual(CLEARANCE);
  });

  test.each<[string, Float64Array, Rows, Float64Array]>([
    ["a crystal", filled(cube(12), 2, [0, 0, 0], 0), cube(12), row(1)],
    ["a molecule that would meet its own image", none, cube(6), row(5)],
    ["a cell without volume", none, [1, 0, 0, 2, 0, 0, 0, 0, 1], row(1)],
    ["no atoms", none, cube(9), none],
  ])("%s: none", (_, there, rows, molecule) => {
    expect(freePlace(there, rows, molecule, [0, 0, 0])).toBeNull();
  });

  test("a molecule as long as the cell lets it be keeps clear of its images", () => {
    const positions = freePlace(none, skewed, row(7), [0, 0, 0]) ?? none;
    expect(closest(positions, positions, skewed, true)).toBeGreaterThanOrEqual(CLEARANCE);
  });
});
