import { describe, expect, test } from "vitest";
import { measure, measureText } from "./measure";
import { cellOf } from "./periodic";
import { nothingDrawn } from "./structure";

const at = (places: number[][], cell: number[] | null = null) => ({
  ...nothingDrawn,
  positions: Float64Array.from(places.flat()),
  elements: new Uint8Array(places.length).fill(6),
  cell: cellOf(cell),
});
const value = (atoms: number[], places: number[][]) => measure(atoms, at(places), false)?.value;

describe("measure", () => {
  test("a distance", () =>
    expect(
      value(
        [0, 1],
        [
          [0, 0, 0],
          [1, 2, 2],
        ],
      ),
    ).toBe(3));

  test("an angle, straight and right ones", () => {
    expect(
      value(
        [0, 1, 2],
        [
          [1, 0, 0],
          [0, 0, 0],
          [0, 5, 0],
        ],
      ),
    ).toBeCloseTo(90, 10);
    expect(
      value(
        [0, 1, 2],
        [
          [1, 0, 0],
          [0, 0, 0],
          [-3, 0, 0],
        ],
      ),
    ).toBeCloseTo(180, 10);
  });

  test("a dihedral has the sign of IUPAC: clockwise from the front is positive", () => {
    const chain = (turn: number) => {
      const angle = (turn * Math.PI) / 180;
      // Along +z, first atom up; looking from the front (−z) clockwise is toward −x.
      return [
        [0, 1, 0],
        [0, 0, 0],
        [0, 0, 1.5],
        [-Math.sin(angle), Math.cos(angle), 1.5],
      ];
    };
    for (const turn of [0, 60, 120, -60, -170]) expect(value([0, 1, 2, 3], chain(turn))).toBeCloseTo(turn, 9);
    expect(value([3, 2, 1, 0], chain(60))).toBeCloseTo(60, 9);
  });

  test("to the nearest image, also where that is not the nearest by fractions", () => {
    const box = [10, 0, 0, 0, 10, 0, 0, 0, 10];
    const two = at(
      [
        [0.5, 0, 0],
        [9.5, 0, 0],
      ],
      box,
    );
    expect(measure([0, 1], two, true)?.value).toBeCloseTo(1, 12);
    expect(measure([0, 1], two, false)?.value).toBeCloseTo(9, 12);
    // γ = 30°: the shortest image is another than the one of rounded fractions.
    const skewed = [10, 0, 0, 8.6603, 5, 0, 0, 0, 10];
    const far = at(
      [
        [0, 0, 0],
        [0.45 * 10 + 0.45 * 8.6603, 0.45 * 5, 0],
      ],
      skewed,
    );
    const shortest = Math.min(
      ...[-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => Math.hypot(8.397135 - 10 * i - 8.6603 * j, 2.25 - 5 * j))),
    );
    expect(measure([0, 1], far, true)?.value).toBeCloseTo(shortest, 6);
  });

  test("has no value for atoms that are not there or lie on each other", () => {
    expect(measure([0, 5], at([[0, 0, 0]]), false)).toBeNull();
    expect(
      measure(
        [0, 1, 2],
        at([
          [0, 0, 0],
          [0, 0, 0],
          [1, 0, 0],
        ]),
        false,
      ),
    ).toBeNull();
    expect(measure([0], at([[0, 0, 0]]), false)).toBeNull();
  });

  test("is written with its unit", () => {
    expect(measureText({ value: 1.5234, unit: "Å" })).toBe("1.523 Å");
    expect(measureText({ value: -59.96, unit: "°" })).toBe("−60.0°");
    expect(measureText({ value: -0.01, unit: "°" })).toBe("0.0°");
  });
});
