import { describe, expect, test } from "vitest";
import { moved, turnAround } from "../view/rigid";
import { cross, dot, length, normalize, type Vec3 } from "../view/vec";
import { asTurn, centroid, moveBy, placesOf, type Screen, shifted, snappedTurn, turnAbout, turnFreely } from "./motion";

/** Looking down the z axis: x to the right, y up, 100 pixels are 1 Å. */
const front: Screen = { right: [1, 0, 0], up: [0, 1, 0], back: [0, 0, 1], perPixel: 0.01, size: 600 };
const close = (got: Vec3, want: Vec3) => {
  for (const k of [0, 1, 2] as const) expect(got[k]).toBeCloseTo(want[k], 9);
};

describe("moveBy", () => {
  test("without an axis the atom stays under the pointer", () => {
    close(moveBy(120, -50, null, front, false), [1.2, 0.5, 0]);
    close(moveBy(0, 0, null, front, false), [0, 0, 0]);
  });
  test("along an axis in the screen only its part of the drag counts", () => {
    close(moveBy(120, -50, [0, 1, 0], front, false), [0, 0.5, 0]);
  });
  test("along a slanted axis what is seen of the move follows the pointer", () => {
    const axis = normalize([1, 0, 1]) as Vec3;
    const by = moveBy(100, 30, axis, front, false);
    expect(by[0]).toBeCloseTo(1, 9);
    expect(length(cross(by, axis))).toBeCloseTo(0, 9);
  });
  test("along an axis toward the viewer, up is away", () => {
    close(moveBy(70, -100, [0, 0, 1], front, false), [0, 0, -1]);
    close(moveBy(70, -100, [0, 0, -1], front, false), [0, 0, -1]);
  });
  test("snaps to tenths of an Å", () => {
    close(moveBy(123, -57, null, front, true), [1.2, 0.6, 0]);
    close(moveBy(123, 0, [1, 0, 0], front, true), [1.2, 0, 0]);
  });
});

describe("turnFreely", () => {
  const still = [0, 0, 0, 1] as const;
  test("the near side follows the pointer to the right and down", () => {
    const right = asTurn(turnFreely(still, 60, 0, front));
    close(right?.axis ?? [0, 0, 0], [0, 1, 0]);
    expect(right?.angle).toBeCloseTo(18, 9);
    const down = asTurn(turnFreely(still, 0, 60, front));
    close(down?.axis ?? [0, 0, 0], [1, 0, 0]);
  });
  test("there and back is no turn", () => {
    expect(asTurn(turnFreely(turnFreely(still, 80, 30, front), -80, -30, front))).toBeNull();
  });
});

describe("turnAbout", () => {
  const center = { x: 300, y: 300 };
  test("an axis toward the viewer turns as a wheel, counterclockwise", () => {
    const quarter = turnAbout([0, 0, 1], center, { x: 400, y: 300 }, { x: 300, y: 200 }, front);
    expect(quarter).toBeCloseTo(90, 9);
    expect(turnAbout([0, 0, -1], center, { x: 400, y: 300 }, { x: 300, y: 200 }, front)).toBeCloseTo(-90, 9);
  });
  test("over the left side the angle goes on", () => {
    const step = turnAbout([0, 0, 1], center, { x: 200, y: 299 }, { x: 200, y: 301 }, front);
    expect(step).toBeGreaterThan(0);
    expect(step).toBeLessThan(2);
  });
  test("an axis across the screen turns as a roller: the near side follows", () => {
    const turn = turnAbout([0, 1, 0], center, { x: 300, y: 300 }, { x: 360, y: 340 }, front);
    expect(turn).toBeCloseTo(18, 9);
    // The point nearest to the eye goes to the right.
    const near = moved(turnAround([0, 0, 0], [0, 1, 0], turn), [0, 0, 1]);
    expect(near[0]).toBeGreaterThan(0);
  });
  test("snaps to 15 degrees on request", () => {
    expect([snappedTurn(40, true), snappedTurn(40, false), snappedTurn(-38, true)]).toEqual([45, 40, -45]);
  });
});

describe("places", () => {
  const positions = Float64Array.of(0, 0, 0, 1, 2, 3, -1, 0, 4);
  test("are taken, moved and averaged", () => {
    const some = placesOf([2, 1], positions);
    expect([...some]).toEqual([-1, 0, 4, 1, 2, 3]);
    expect([...shifted(some, [1, 1, -1])]).toEqual([0, 1, 3, 2, 3, 2]);
    close(centroid(some), [0, 1, 3.5]);
    close(centroid(new Float64Array(0)), [0, 0, 0]);
  });
  test("turn about an axis right-handed and keep their distances", () => {
    close(moved(turnAround([1, 1, 0], [0, 0, 1], 90), [2, 1, 5]), [1, 2, 5]);
  });
  test("a rotation as axis and angle turns as the quaternion does", () => {
    const q = turnFreely(turnFreely([0, 0, 0, 1], 70, 20, front), -10, 90, front);
    const turn = asTurn(q);
    if (!turn) throw new Error("no turn");
    const turned = moved(turnAround([0, 0, 0], turn.axis, turn.angle), [1, 0, 0]);
    // First column of the matrix of q.
    const [qx, qy, qz, qw] = q;
    close(turned, [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qz * qw), 2 * (qx * qz - qy * qw)]);
    expect(dot(turn.axis, turn.axis)).toBeCloseTo(1, 12);
  });
});
