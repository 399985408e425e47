import { describe, expect, test } from "vitest";
import { measure } from "../view/measure";
import { nothingDrawn } from "../view/structure";
import { attached, linksOf, siteOf } from "./attach";

/** Methane, its carbon first, and water, its oxygen first; Å. */
const t = 1.09 / Math.sqrt(3);
const methane = {
  positions: [0, 0, 0, t, t, t, -t, -t, t, -t, t, -t, t, -t, -t],
  elements: [6, 1, 1, 1, 1],
  bonds: [0, 1, 0, 2, 0, 3, 0, 4],
};
const water = { positions: [5, 0, 0, 5.757, 0.586, 0, 4.243, 0.586, 0], elements: [8, 1, 1], bonds: [0, 1, 0, 2] };

const far = (a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number) =>
  Math.hypot(...[0, 1, 2].map((k) => (a[3 * i + k] ?? 0) - (b[3 * j + k] ?? 0)));

test("a molecule is bonded by heavy atoms with a hydrogen", () => {
  expect(linksOf(water)).toEqual([{ atom: 0, leaves: 1 }]);
  expect(linksOf({ positions: [0, 0, 0], elements: [18], bonds: [] })).toEqual([]);
});

describe("siteOf", () => {
  test("a hydrogen is replaced, of a heavy atom one of its hydrogens", () => {
    expect(siteOf(3, methane)).toMatchObject({ atom: 0, leaves: 3 });
    expect(siteOf(0, methane)).toMatchObject({ atom: 0, leaves: 1 });
  });
  test("an atom without hydrogens gets it opposite to its neighbors", () => {
    const pair = { positions: [0, 0, 0, 0, 2, 0], elements: [26, 6], bonds: [0, 1] };
    expect(siteOf(0, pair)).toEqual({ atom: 0, toward: [0, -1, 0], leaves: null });
    expect(siteOf(0, { positions: [0, 0, 0], elements: [26], bonds: [] }).toward).toEqual([1, 0, 0]);
  });
});

describe("attached", () => {
  const site = siteOf(2, methane);
  const link = { atom: 0, leaves: 1 };
  const positions = attached(water, link, site, methane);

  test("the bond has the length of the radii, in the direction of the hydrogen", () => {
    expect(far(positions, 0, methane.positions, 0)).toBeCloseTo(0.76 + 0.66, 6);
    const toward = [0, 1, 2].map((k) => (positions[k] ?? 0) / 1.42);
    toward.forEach((v, k) => {
      expect(v).toBeCloseTo(site.toward[k] ?? 0, 6);
    });
  });
  test("the leaving hydrogen points back, the shape stays", () => {
    expect(far(positions, 1, methane.positions, 0)).toBeCloseTo(1.42 - far(water.positions, 0, water.positions, 1), 6);
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      expect(far(positions, i, positions, j)).toBeCloseTo(far(water.positions, i, water.positions, j), 9);
  });
  test("what stays has room: the hydroxyl hydrogen is staggered", () => {
    const all = {
      ...nothingDrawn,
      elements: new Uint8Array(8),
      positions: Float64Array.from([...methane.positions, ...positions]),
    };
    const turns = [1, 3, 4].map((h) => Math.abs(measure([h, 0, 5, 7], all, false)?.value ?? 0));
    expect(Math.min(...turns)).toBeGreaterThan(60 - 360 / 24);
  });
  test("a molecule that lies the same way already is not turned over badly", () => {
    const back = attached(
      methane,
      { atom: 0, leaves: 2 },
      { atom: 0, toward: site.toward.map((v) => -v) as never, leaves: null },
      methane,
    );
    expect(far(back, 0, methane.positions, 0)).toBeCloseTo(1.52, 6);
  });
});
