import { describe, expect, test } from "vitest";
import { axisAngle, cross, fromBasis, length, multiply, normalize, type Quat, rotate, slerp, type Vec3 } from "./vec";

const near = (got: readonly number[], want: readonly number[]) =>
  want.forEach((value, k) => {
    expect(got[k]).toBeCloseTo(value, 10);
  });

describe("rotations", () => {
  test("a quarter turn about z takes x to y", () => {
    near(rotate(axisAngle([0, 0, 1], Math.PI / 2), [1, 0, 0]), [0, 1, 0]);
  });

  test("multiply does the right one first", () => {
    const a = axisAngle([0, 0, 1], Math.PI / 2);
    const b = axisAngle([1, 0, 0], Math.PI / 2);
    near(rotate(multiply(a, b), [0, 1, 0]), rotate(a, rotate(b, [0, 1, 0])));
  });

  const turns: [Vec3, number][] = [
    [[1, 0, 0], 0.3],
    [[1, 0, 0], 3.1],
    [[0, 1, 0], 3.0],
    [[0, 0, 1], -3.1],
    [[0.6, 0, 0.8], 2.5],
    [[0.36, 0.48, 0.8], 0],
  ];
  test.each(turns)("fromBasis finds the rotation about %j by %d again", (axis, angle) => {
    const q = axisAngle(axis, angle);
    const found = fromBasis(rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1]));
    for (const v of [
      [1, 0, 0],
      [0, 1, 0],
      [0.3, -2, 5],
    ] as Vec3[])
      near(rotate(found, v), rotate(q, v));
  });

  test("slerp goes the shorter way, with constant speed", () => {
    const a = axisAngle([0, 0, 1], 0);
    const b = axisAngle([0, 0, 1], 2);
    const other: Quat = [-b[0], -b[1], -b[2], -b[3]];
    near(rotate(slerp(a, other, 0.25), [1, 0, 0]), [Math.cos(0.5), Math.sin(0.5), 0]);
    near(rotate(slerp(a, b, 1), [1, 0, 0]), [Math.cos(2), Math.sin(2), 0]);
  });
});

test("normalize refuses vectors without a direction", () => {
  expect(normalize([0, 0, 0])).toBeNull();
  expect(normalize([Infinity, 0, 0])).toBeNull();
  expect(length(normalize([3, 4, 12]) as Vec3)).toBeCloseTo(1, 12);
  near(cross([1, 0, 0], [0, 1, 0]), [0, 0, 1]);
});
