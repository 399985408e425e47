import { describe, expect, test } from "vitest";
import { Camera, type Direction } from "./camera";
import { add, dot, length, rotate, scale, sub, type Vec3 } from "./vec";

function camera(): Camera {
  const c = new Camera();
  c.size = { width: 900, height: 600 };
  c.insets = { top: 40, right: 10, bottom: 20, left: 30 };
  c.state = { ...c.state, target: [3, -2, 5], distance: 40 };
  return c;
}

const points: Vec3[] = [
  [3, -2, 5],
  [4, 1, 2],
  [-6, 3, 9],
  [10.5, -7.25, 0],
];

const near = (got: readonly number[], want: readonly number[], digits = 8) =>
  want.forEach((value, k) => {
    expect(got[k]).toBeCloseTo(value, digits);
  });

describe("projection", () => {
  test("the target is drawn in the middle of what is not covered", () => {
    const c = camera();
    const at = c.project(c.state.target);
    near([at?.x ?? 0, at?.y ?? 0], [30 + 860 / 2, 40 + 540 / 2]);
    expect(at?.depth).toBeCloseTo(40, 8);
  });

  test.each(points)("the ray through the picture of %d %d %d meets it", (...p) => {
    const c = camera();
    const at = c.project(p);
    if (!at) throw new Error("behind the eye");
    const { origin, direction } = c.ray(at);
    const d = sub(p, origin);
    near(sub(scale(direction, dot(d, direction)), d), [0, 0, 0]);
    expect(length(direction)).toBeCloseTo(1, 12);
  });

  test.each(points)("the matrices the GPU gets put %d %d %d on the same pixel", (...p) => {
    const c = camera();
    const origin: Vec3 = [1, 2, 3];
    const eye = transform(c.viewMatrix(origin), [...sub(p, origin), 1]);
    const clip = transform(c.projectionMatrix(1, 100), eye);
    const w = clip[3] as number;
    const at = c.project(p);
    near(
      [((1 + (clip[0] as number) / w) / 2) * 900, ((1 - (clip[1] as number) / w) / 2) * 600],
      [at?.x ?? 0, at?.y ?? 0],
      6,
    );
    expect(-(eye[2] as number)).toBeCloseTo(at?.depth ?? 0, 8);
  });

  test("near and far planes are the ends of the depth range", () => {
    const m = camera().projectionMatrix(2, 50);
    const depth = (z: number) => {
      const clip = transform(m, [0, 0, -z, 1]);
      return (clip[2] as number) / (clip[3] as number);
    };
    expect(depth(2)).toBeCloseTo(-1, 10);
    expect(depth(50)).toBeCloseTo(1, 10);
  });

  test("what lies behind the eye has no place", () => {
    const c = camera();
    expect(c.project(add(c.position, scale(c.back, 1)))).toBeNull();
  });
});

describe("moving", () => {
  test("a drag to the right brings the front of the molecule along", () => {
    const c = camera();
    const front = add(c.state.target, c.back);
    const before = c.project(front);
    c.orbit(20, 0);
    const after = c.project(front);
    expect((after?.x ?? 0) - (before?.x ?? 0)).toBeGreaterThan(1);
    expect(after?.y).toBeCloseTo(before?.y ?? 0, 1);
  });

  test("a drag across the shorter side turns half around", () => {
    const c = camera();
    const back = c.back;
    c.orbit(0, 600);
    near(c.back, scale(back, -1));
  });

  test("there and back again is no change, whatever the way", () => {
    const c = camera();
    const before = c.state;
    c.orbit(31, 17);
    c.orbit(-31, -17);
    near(c.state.rotation, before.rotation);
    c.pan(12, -40);
    c.pan(-12, 40);
    near(c.state.target, before.target);
  });

  test("panning moves the picture of the target by the pixels of the drag", () => {
    const c = camera();
    const point = c.state.target;
    const before = c.project(point);
    c.pan(25, -13);
    const after = c.project(point);
    near([(after?.x ?? 0) - (before?.x ?? 0), (after?.y ?? 0) - (before?.y ?? 0)], [25, -13]);
  });

  test("zoom keeps what is under the pointer", () => {
    const c = camera();
    const at = { x: 200, y: 450 };
    const { origin, direction } = c.ray(at);
    // On the plane through the target.
    const depth = c.state.distance / -dot(direction, c.back);
    const point = add(origin, scale(direction, depth));
    c.zoom(0.5, at);
    const after = c.project(point);
    near([after?.x ?? 0, after?.y ?? 0], [200, 450], 6);
    expect(c.state.distance).toBeCloseTo(20, 10);
  });

  test("zoom has limits", () => {
    const c = camera();
    for (let k = 0; k < 100; k++) c.zoom(0.5, { x: 10, y: 10 });
    expect(c.state.distance).toBe(1.5);
    for (let k = 0; k < 100; k++) c.zoom(2);
    expect(c.state.distance).toBe(1e6);
  });
});

describe("fitted", () => {
  const cloud = Float64Array.from(points.flat());

  test.each<Direction>(["x", "-y", "z"])(
    "shows every point between the insets, as large as can be, along %s",
    (axis) => {
      const c = camera();
      const rotation = Camera.rotationAlong(axis, null) ?? c.state.rotation;
      c.state = c.fitted(cloud, 0.5, rotation);
      let slack = Infinity;
      for (const p of points) {
        const at = c.project(p);
        if (!at) throw new Error("behind the eye");
        const radius = 0.5 / (c.slope * at.depth);
        const room = [at.x - radius - 30, 890 - at.x - radius, at.y - radius - 40, 580 - at.y - radius];
        expect(Math.min(...room)).toBeGreaterThan(-0.5);
        slack = Math.min(slack, ...room);
      }
      expect(slack).toBeLessThan(6);
    },
  );

  test("a single atom and nothing at all have a view", () => {
    const c = camera();
    const one = c.fitted([7, 8, 9], 0.4);
    near(one.target, [7, 8, 9]);
    expect(one.distance).toBeGreaterThan(1);
    expect(c.fitted([], 0.4).target).toEqual([0, 0, 0]);
  });
});

describe("rotationAlong", () => {
  const vectors: [Vec3, Vec3, Vec3] = [
    [4, 0, 0],
    [1, 5, 0],
    [-1, 2, 6],
  ];
  const cases: [Direction, Vec3][] = [
    ["x", [1, 0, 0]],
    ["-x", [-1, 0, 0]],
    ["y", [0, 1, 0]],
    ["z", [0, 0, 1]],
    ["a", scale(vectors[0], 1 / 4)],
    ["-b", scale(vectors[1], -1 / length(vectors[1]))],
    ["c", scale(vectors[2], 1 / length(vectors[2]))],
  ];
  test.each(cases)("%s points at the viewer", (direction, want) => {
    const rotation = Camera.rotationAlong(direction, vectors);
    if (!rotation) throw new Error("no rotation");
    near(rotate(rotation, [0, 0, 1]), want);
  });

  test("z is up in the views from the side, y from the top", () => {
    near(rotate(Camera.rotationAlong("x", null) ?? [0, 0, 0, 1], [0, 1, 0]), [0, 0, 1]);
    near(rotate(Camera.rotationAlong("z", null) ?? [0, 0, 0, 1], [0, 1, 0]), [0, 1, 0]);
  });

  test("a lattice vector without a cell has no view", () => {
    expect(Camera.rotationAlong("a", null)).toBeNull();
  });
});

/** Column-major 4 × 4 times a vector. */
function transform(m: readonly number[], v: readonly number[]): number[] {
  return [0, 1, 2, 3].map((row) => v.reduce((sum, value, k) => sum + value * (m[4 * k + row] as number), 0));
}
