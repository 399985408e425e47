import { describe, expect, test } from "vitest";
import { Camera } from "./camera";
import { ATOM_LABELS, labelled } from "./labelled";
import { Picker } from "./pick";
import { type Drawn, nothingDrawn } from "./structure";
import { bondReach, looks, type Style } from "./styles";
import { atomsWithin } from "./within";

/** A camera 30 Å before the origin, 800 × 600 pixels, in both projections. */
function camera(parallel: boolean): Camera {
  const made = new Camera();
  made.size = { width: 800, height: 600 };
  made.state = { target: [1, -2, 0.5], rotation: Camera.startRotation, distance: 30 };
  made.parallel = parallel;
  return made;
}

const both = [
  ["perspective", false],
  ["parallel rays", true],
] as const;

/** A row of carbons along z with bonds. */
const row = (n: number, style?: Style): Drawn => ({
  ...nothingDrawn,
  positions: Float64Array.from({ length: 3 * n }, (_, k) => (k % 3 === 2 ? (k - 2) / 2 : k % 3)),
  elements: new Uint8Array(n).fill(6),
  bonds: Uint32Array.from({ length: 2 * (n - 1) }, (_, k) => (k + 1) >> 1),
  bondOrders: new Uint8Array(n - 1).fill(1),
  ...(style ? { style } : {}),
});

describe.each(both)("with %s", (_name, parallel) => {
  test("the ray through where a point is drawn meets the point", () => {
    const eye = camera(parallel);
    for (const p of [
      [0, 0, 0],
      [5, -3, 7],
      [-6, 2, -9],
    ] as const) {
      const at = eye.project(p);
      if (!at) throw new Error("behind the eye");
      const { origin, direction } = eye.ray(at);
      const along = direction.reduce((sum, d, k) => sum + d * ((p[k] ?? 0) - (origin[k] ?? 0)), 0);
      direction.forEach((d, k) => {
        expect((origin[k] ?? 0) + along * d).toBeCloseTo(p[k] ?? 0, 6);
      });
      eye.pointAt(at, p).forEach((v, k) => {
        expect(v).toBeCloseTo(p[k] ?? 0, 9);
      });
    }
  });

  test("the projection matrix puts a point where it is said to be drawn", () => {
    const eye = camera(parallel);
    eye.insets = { top: 44, right: 120, bottom: 10, left: 0 };
    const at = eye.project([3, 1, -2]);
    const m = eye.viewMatrix([0, 0, 0]);
    const p = eye.projectionMatrix(1, 100);
    const times = (a: number[], v: number[]) =>
      [0, 1, 2, 3].map((r) => [0, 1, 2, 3].reduce((sum, c) => sum + (a[4 * c + r] ?? 0) * (v[c] ?? 0), 0));
    const [x = 0, y = 0, z = 0, w = 1] = times(p, times(m, [3, 1, -2, 1]));
    expect(((x / w + 1) / 2) * 800).toBeCloseTo(at?.x ?? 0, 6);
    expect(((1 - y / w) / 2) * 600).toBeCloseTo(at?.y ?? 0, 6);
    expect(Math.abs(z / w)).toBeLessThan(1);
  });

  test("a fit shows every ball between the insets", () => {
    const eye = camera(parallel);
    const { positions } = row(12);
    eye.state = eye.fitted(positions, 0.75);
    const pixels = 0.75 / eye.perPixel(eye.state.distance + 20);
    for (let i = 0; i < 12; i++) {
      const at = eye.project([positions[3 * i] ?? 0, positions[3 * i + 1] ?? 0, positions[3 * i + 2] ?? 0]);
      expect(at?.x).toBeGreaterThan(pixels);
      expect(at?.y).toBeLessThan(600 - pixels);
    }
  });

  test("zooming keeps what lies under the pointer at the target's depth", () => {
    const eye = camera(parallel);
    const at = { x: 620, y: 140 };
    const before = eye.pointAt(at);
    eye.zoom(0.6, at);
    const after = eye.project(before);
    expect(after?.x).toBeCloseTo(620, 6);
    expect(after?.y).toBeCloseTo(140, 6);
  });

  test.each(Object.keys(looks) as Style[])("in the style %s atoms are picked where they are drawn", (style) => {
    const eye = camera(parallel);
    // The row across the screen.
    eye.state = { ...eye.state, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] };
    const drawn = row(8, style);
    const picker = new Picker(drawn);
    picker.prepare();
    for (const i of [0, 4, 7]) {
      const at = eye.project([0, 1, 1.5 * i]);
      if (!at) throw new Error("behind the eye");
      expect(picker.pick(eye.ray(at), { slack: eye.slack(3), bondSlack: eye.slack(8) })).toMatchObject({
        kind: "atom",
        atom: i,
      });
    }
  });

  test("a bond is hit up to 8 pixels beside it, not more, and never far in Å", () => {
    const eye = camera(parallel);
    eye.state = { ...eye.state, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], target: [0, 1, 0.75], distance: 60 };
    const picker = new Picker(row(2));
    const middle = eye.project([0, 1, 0.75]);
    if (!middle) throw new Error("behind the eye");
    const half = bondReach(1) / eye.perPixel(60);
    const beside = (pixels: number) =>
      picker.pick(eye.ray({ x: middle.x, y: middle.y + half + pixels }), {
        slack: eye.slack(3),
        bondSlack: eye.slack(8),
      });
    expect(beside(7.5)).toMatchObject({ kind: "bond", bond: 0 });
    expect(beside(9)).toBeNull();
    // So far away that 8 pixels are more than a third of an Å.
    eye.state = { ...eye.state, distance: 600 };
    const far = bondReach(1) / eye.perPixel(600);
    const at = { x: middle.x, y: middle.y + far + 7 };
    expect(picker.pick(eye.ray(at), { slack: 0, bondSlack: eye.slack(8) })).toBeNull();
  });

  test("a box around everything holds everything", () => {
    const eye = camera(parallel);
    eye.state = { ...eye.state, distance: 60 };
    expect(
      atomsWithin(eye, row(8).positions, [
        { x: 0, y: 0 },
        { x: 800, y: 600 },
      ]),
    ).toHaveLength(8);
  });
});

describe("labels", () => {
  const eye = camera(false);
  test("every atom of a small structure has one, where it is drawn", () => {
    const all = labelled(eye, row(3).positions, []);
    expect(all.map(({ atom }) => atom)).toEqual([0, 1, 2]);
    expect(all[0]?.at).toMatchObject({ x: eye.project([0, 1, 0])?.x });
  });
  test("of more the nearest to the eye, of a selection the selected", () => {
    const { positions } = row(400);
    const shrunk = positions.map((v, k) => (k % 3 === 2 ? v / 60 : v));
    const nearest = labelled(eye, shrunk, []);
    expect(nearest).toHaveLength(ATOM_LABELS);
    expect(nearest.map(({ atom }) => atom).sort((a, b) => a - b)[0]).toBe(400 - ATOM_LABELS);
    expect(
      labelled(eye, shrunk, [3, 5])
        .map(({ atom }) => atom)
        .sort(),
    ).toEqual([3, 5]);
    expect(labelled(eye, new Float64Array(3 * 30_000), [])).toEqual([]);
  });
});

test("space filling has the radii of van der Waals", () => {
  const { balls, sticks } = looks.space;
  expect([1, 6, 8, 118].map((z) => Math.round(100 * (balls[z] ?? 0)))).toEqual([120, 170, 155, 200]);
  expect(sticks).toBeNull();
});
