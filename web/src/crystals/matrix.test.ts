import { describe, expect, test } from "vitest";
import { determinant, diagonal, isDiagonal, supercellProblem, times } from "./matrix";

const skew = [3, 0, 0, 1, 4, 0, 0.5, 0, 5];

describe("supercells", () => {
  test("rows are new vectors in the old ones", () => {
    expect(times(diagonal(2, 2, 1), skew)).toEqual([6, 0, 0, 2, 8, 0, 0.5, 0, 5]);
    expect(times([1, 1, 0, -1, 1, 0, 0, 0, 1], skew)).toEqual([4, 4, 0, -2, 4, 0, 0.5, 0, 5]);
  });

  test.each([
    [diagonal(2, 2, 1), 4],
    [[1, 1, 0, -1, 1, 0, 0, 0, 1], 2],
    [[0, 1, 0, 1, 0, 0, 0, 0, 1], -1],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9], 0],
  ])("the determinant of %j is %d", (matrix, value) => expect(determinant(matrix)).toBe(value));

  test.each<[string, unknown[], number, string]>([
    ["repeats", diagonal(2, 2, 2), 4, ""],
    ["one million atoms", diagonal(100, 100, 100), 1, ""],
    [
      "one more",
      diagonal(100, 100, 100),
      2,
      "1\u202f000\u202f000 images are 2\u202f000\u202f000 atoms; 1\u202f000\u202f000 are the most.",
    ],
    ["a plane", [1, 0, 0, 2, 0, 0, 0, 0, 1], 4, "The determinant is 0: the rows lie in one plane."],
    ["a half", [1.5, 0, 0, 0, 1, 0, 0, 0, 1], 4, "Nine whole numbers are needed."],
    ["a blank", [undefined, 0, 0, 0, 1, 0, 0, 0, 1], 4, "Nine whole numbers are needed."],
  ])("%s", (_, matrix, atoms, problem) => expect(supercellProblem(matrix, atoms)).toBe(problem));

  test("three numbers say all of a diagonal matrix", () => {
    expect(isDiagonal(diagonal(1, 2, 3))).toBe(true);
    expect(isDiagonal([1, 0, 1, 0, 1, 0, 0, 0, 1])).toBe(false);
  });
});
