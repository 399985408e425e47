import { describe, expect, it } from "vitest";
import { type CellParameters, parametersOf, vectorsOf, withLengths } from "./cellMath";

describe("lengths and angles", () => {
  const cells: [name: string, parameters: CellParameters, vectors: number[]][] = [
    ["cubic", [10, 10, 10, 90, 90, 90], [10, 0, 0, 0, 10, 0, 0, 0, 10]],
    ["orthorhombic", [3, 4, 5, 90, 90, 90], [3, 0, 0, 0, 4, 0, 0, 0, 5]],
    ["hexagonal", [4, 4, 6, 90, 90, 120], [4, 0, 0, -2, 3.46410161514, 0, 0, 0, 6]],
  ];
  it.each(cells)("%s", (_, parameters, vectors) => {
    expect(vectorsOf(parameters)).toEqual(vectors);
    expect(parametersOf(vectors).map((v) => Number(v.toFixed(8)))).toEqual([...parameters]);
  });

  it("survive the way there and back for a triclinic cell", () => {
    const cell: CellParameters = [7.1, 8.2, 9.3, 75, 83.5, 101.2];
    const vectors = vectorsOf(cell);
    for (const [i, value] of parametersOf(vectors ?? []).entries()) expect(value).toBeCloseTo(cell[i] ?? 0, 8);
  });

  const impossible: CellParameters[] = [
    [0, 1, 1, 90, 90, 90],
    [-1, 1, 1, 90, 90, 90],
    [1, 1, 1, 180, 90, 90],
    [1, 1, 1, 0, 90, 90],
    [1, 1, 1, 30, 30, 90],
    [1, 1, 1, 120, 120, 120],
    [1, 1, 1, Number.NaN, 90, 90],
  ];
  it.each(impossible)("no cell has %d %d %d %d %d %d", (...cell) => {
    expect(vectorsOf(cell)).toBeNull();
  });
});

it("new lengths keep the directions", () => {
  const turned = [0, 2, 0, 0, 0, 3, 4, 0, 0];
  expect(withLengths(turned, [1, 6, 8])).toEqual([0, 1, 0, 0, 0, 6, 8, 0, 0]);
  expect(withLengths(turned, [0, 6, 8])).toBeNull();
});
