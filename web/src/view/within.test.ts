import { expect, test } from "vitest";
import { Camera, type Point2 } from "./camera";
import { atomsWithin } from "./within";

const camera = () => {
  const made = new Camera();
  made.size = { width: 800, height: 600 };
  made.state = { target: [0, 0, 0], rotation: Camera.startRotation, distance: 60 };
  return made;
};

/** A cloud of points around the target, some behind the eye. */
function cloud(n: number): Float64Array {
  let seed = 7;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  return Float64Array.from({ length: 3 * n }, () => 80 * (random() - 0.5));
}

/** The definition: a projected center inside the polygon, by crossings of all edges. */
function slow(from: Camera, positions: Float64Array, outline: readonly Point2[]): number[] {
  const found: number[] = [];
  for (let i = 0; i < positions.length / 3; i++) {
    const at = from.project([positions[3 * i] ?? 0, positions[3 * i + 1] ?? 0, positions[3 * i + 2] ?? 0]);
    if (!at) continue;
    let inside = false;
    outline.forEach((a, k) => {
      const b = outline[(k + 1) % outline.length] as Point2;
      if (a.y > at.y !== b.y > at.y && at.x > a.x + ((at.y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
    });
    if (inside) found.push(i);
  }
  return found;
}

const corners = (a: Point2, b: Point2): Point2[] => [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];

test("a box takes what its four corners enclose, from whichever corner it is drawn", () => {
  const positions = cloud(4000);
  const [a, b] = [
    { x: 250.5, y: 120.25 },
    { x: 611.75, y: 433.5 },
  ];
  const expected = slow(camera(), positions, corners(a, b));
  expect(expected.length).toBeGreaterThan(100);
  expect(atomsWithin(camera(), positions, [a, b])).toEqual(expected);
  expect(atomsWithin(camera(), positions, [b, a])).toEqual(expected);
});

test("a lasso takes what lies inside of it, also where it is hollow or crosses itself", () => {
  const positions = cloud(4000);
  // A star of five points, drawn through its middle.
  const star = [0, 2, 4, 1, 3].map((k) => ({
    x: 400 + 260 * Math.cos(1.2566 * k),
    y: 300 + 220 * Math.sin(1.2566 * k),
  }));
  const expected = slow(camera(), positions, star);
  expect(expected.length).toBeGreaterThan(50);
  expect(atomsWithin(camera(), positions, star)).toEqual(expected);
});

test("a point and nothing at all enclose nothing", () => {
  expect(atomsWithin(camera(), cloud(100), [{ x: 400, y: 300 }])).toEqual([]);
  expect(atomsWithin(camera(), new Float64Array(0), corners({ x: 0, y: 0 }, { x: 800, y: 600 }))).toEqual([]);
});

test("half a million atoms in a long lasso are looked at once each", () => {
  const positions = cloud(500_000);
  const lasso = Array.from({ length: 600 }, (_, k) => ({
    x: 400 + (250 + 20 * Math.sin(k / 3)) * Math.cos((k * Math.PI) / 300),
    y: 300 + (200 + 20 * Math.sin(k / 3)) * Math.sin((k * Math.PI) / 300),
  }));
  const sample = positions.slice(0, 3 * 2000);
  const all = atomsWithin(camera(), positions, lasso);
  expect(all.filter((i) => i < 2000)).toEqual(slow(camera(), sample, lasso));
});
