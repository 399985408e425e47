import { describe, expect, test } from "vitest";
import { type Cell, cellOf, corners, crosses, nearestImage } from "./periodic";
import { cross, dot, length, type Vec3 } from "./vec";

const cubic = [10, 0, 0, 0, 10, 0, 0, 0, 10];
const triclinic = [10, 0, 0, 3, 9, 0, -2, 1, 8];
const cell = (rowMajor: readonly number[]): Cell => {
  const made = cellOf(rowMajor);
  if (!made) throw new Error("no cell");
  return made;
};

describe("cellOf", () => {
  test.each([[cubic], [triclinic], [[0, 10, 0, 10, 0, 0, 0, 0, 10]]])(
    "the inverse of %j gives fractions",
    (rowMajor) => {
      const { vectors, inverse } = cell(rowMajor);
      vectors.forEach((v, i) => {
        inverse.forEach((u, j) => {
          expect(dot(u, v)).toBeCloseTo(i === j ? 1 : 0, 12);
        });
      });
    },
  );

  test.each([[null], [[1, 2, 3]], [[1, 0, 0, 2, 0, 0, 0, 0, 1]], [[Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1]]])(
    "%j is none",
    (rowMajor) => {
      expect(cellOf(rowMajor)).toBeNull();
    },
  );

  test("corners: origin, a, b, a + b, c …", () => {
    expect(corners(cell(triclinic))).toEqual([
      [0, 0, 0],
      [10, 0, 0],
      [3, 9, 0],
      [13, 9, 0],
      [-2, 1, 8],
      [8, 1, 8],
      [1, 10, 8],
      [11, 10, 8],
    ]);
  });
});

describe("bonds and the cell", () => {
  const cases: [string, readonly number[], Vec3, boolean, Vec3][] = [
    ["short", cubic, [1, 0, 0], false, [1, 0, 0]],
    ["just below half", cubic, [4.99, 0, 0], false, [4.99, 0, 0]],
    ["exactly half", cubic, [0, -5, 0], false, [0, -5, 0]],
    ["across a face", cubic, [9, 0, 0], true, [-1, 0, 0]],
    ["across an edge", cubic, [9, -9.5, 0.2], true, [-1, 0.5, 0.2]],
    ["several cells away", cubic, [0, 0, 21], true, [0, 0, 1]],
    ["triclinic, along b", triclinic, [3.5, 9, 0], true, [0.5, 0, 0]],
    ["triclinic, along c", triclinic, [-2, 2, 8], true, [0, 1, 0]],
  ];
  test.each(cases)("%s", (_name, rowMajor, d, cut, image) => {
    const c = cell(rowMajor);
    expect(crosses(c, ...d)).toBe(cut);
    if (!cut) return;
    const got = nearestImage(c, d);
    image.forEach((value, k) => {
      expect(got[k]).toBeCloseTo(value, 10);
    });
  });

  test("a cut bond's image is no longer cut, in any cell", () => {
    const c = cell(triclinic);
    for (let k = 0; k < 500; k++) {
      // A spread of vectors without a generator: multiples of irrational steps.
      const d: Vec3 = [((k * 0.618) % 1) * 60 - 30, ((k * 0.414) % 1) * 60 - 30, ((k * 0.732) % 1) * 60 - 30];
      const image = nearestImage(c, d);
      expect(crosses(c, ...image)).toBe(false);
      // The two differ by whole lattice vectors.
      const shift: Vec3 = [d[0] - image[0], d[1] - image[1], d[2] - image[2]];
      for (const u of c.inverse) expect(Math.abs(dot(u, shift) - Math.round(dot(u, shift)))).toBeLessThan(1e-9);
    }
  });

  test("left-handed cells draw like any other", () => {
    const c = cell([10, 0, 0, 0, 0, 10, 0, 10, 0]);
    expect(dot(c.vectors[0], cross(c.vectors[1], c.vectors[2]))).toBeLessThan(0);
    expect(length(nearestImage(c, [0, 9, 0]))).toBeCloseTo(1, 12);
  });
});
