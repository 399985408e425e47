import { describe, expect, test } from "vitest";
import { Camera } from "./camera";
import { bestSide } from "./side";
import { axisAngle, cross, dot, multiply, type Quat, rotate, sub, type Vec3 } from "./vec";

const start = Camera.startRotation;
const turns: Quat[] = [
  [0, 0, 0, 1],
  axisAngle([0, 0, 1], 1.1),
  multiply(axisAngle([1, 0, 0], 2.3), axisAngle([0, 1, 0], -0.7)),
  multiply(axisAngle([0, 1, 0], Math.PI / 2), axisAngle([0, 0, 1], 2.9)),
];

/** A point as it is seen: to the right, up, toward the eye. */
const seenFrom = ([x, y, z, w]: Quat, point: Vec3): Vec3 => rotate([-x, -y, -z, w], point);

/** A flat ladder with one atom above it, lying in x and y. */
const ladder: Vec3[] = [
  [0, 0, 0],
  [1.4, 0.3, 0],
  [2.8, 0, 0],
  [4.2, 0.2, 0],
  [5.6, 0, 0],
  [2.8, 1.4, 0],
];

function sides(points: readonly Vec3[], elements: readonly number[], turn: Quat): Vec3[] {
  const turned = points.map((p) => rotate(turn, [p[0] + 7, p[1] - 3, p[2] + 20]));
  const rotation = bestSide(turned.flat(), elements, start);
  return turned.map((p) => seenFrom(rotation, p));
}

const spread = (list: readonly Vec3[], k: 0 | 1 | 2) =>
  Math.max(...list.map((p) => p[k])) - Math.min(...list.map((p) => p[k]));

describe("bestSide", () => {
  test.each(turns)("shows a flat molecule flat, however it lies", (...turn) => {
    const seen = sides(ladder, [6, 6, 6, 6, 6, 8], turn);
    expect(spread(seen, 0)).toBeGreaterThan(5.3);
    expect(spread(seen, 1)).toBeGreaterThan(1.2);
    expect(spread(seen, 2)).toBeLessThan(1.4);
    // Atom 0 at the left, the branch above: the same picture each time.
    expect(seen[0]?.[0]).toBeLessThan(seen[4]?.[0] as number);
    expect(seen[5]?.[1]).toBeGreaterThan(seen[2]?.[1] as number);
  });

  test("heavy atoms decide, not hydrogens", () => {
    // Four carbons in a row along y, hydrogens far out along x.
    const points: Vec3[] = [
      [0, 0, 0],
      [0, 1.5, 0],
      [0, 3, 0],
      [0, 4.5, 0],
      [2, 2, 0],
      [-2, 2, 0],
    ];
    const seen = sides(points, [6, 6, 6, 6, 1, 1], [0, 0, 0, 1]);
    expect(spread(seen.slice(0, 4), 0)).toBeGreaterThan(4.3);
  });

  test("a straight molecule lies across, and a single atom has no side", () => {
    const seen = sides(
      [
        [0, 0, 0],
        [0, 0, 1.2],
        [0, 0, 2.4],
      ],
      [8, 6, 8],
      [0, 0, 0, 1],
    );
    expect(spread(seen, 0)).toBeGreaterThan(2.3);
    expect(bestSide([1, 2, 3], [11], start)).toBe(start);
    expect(bestSide([], [], start)).toBe(start);
  });

  test("it is a rotation: nothing is mirrored", () => {
    const chiral: Vec3[] = [
      [0, 0, 0],
      [1.5, 0, 0],
      [0, 1.3, 0],
      [0, 0, 1.1],
      [-0.7, -0.8, -0.6],
    ];
    const volume = ([o, ...ends]: readonly Vec3[]) => {
      const [a, b, c] = ends.map((p) => sub(p, o as Vec3)) as [Vec3, Vec3, Vec3];
      return dot(a, cross(b, c));
    };
    for (const turn of turns) expect(volume(sides(chiral, [6, 9, 17, 35, 1], turn))).toBeCloseTo(volume(chiral), 8);
  });
});
