import { describe, expect, test } from "vitest";
import { ballRadii, contrastRatio, elementColors, LARGEST_BALL, type Rgb } from "./elements";
import { parseColor } from "./look";

const color = (colors: Uint8Array, z: number): Rgb => [
  colors[3 * z] as number,
  colors[3 * z + 1] as number,
  colors[3 * z + 2] as number,
];

describe("elements", () => {
  test("every element stands out from the background of both themes; hydrogen has an outline in the light one", () => {
    for (let z = 1; z <= 118; z++) {
      if (z > 1) expect(contrastRatio(color(elementColors("light"), z), [245, 247, 251])).toBeGreaterThanOrEqual(1.7);
      expect(contrastRatio(color(elementColors("dark"), z), [18, 21, 26])).toBeGreaterThanOrEqual(3.2);
    }
  });

  test("the common ones have their conventional hues", () => {
    for (const theme of ["light", "dark"] as const) {
      const colors = elementColors(theme);
      const [ro, go, bo] = color(colors, 8);
      expect(ro).toBeGreaterThan(2 * Math.max(go, bo));
      const [rn, gn, bn] = color(colors, 7);
      expect(bn).toBeGreaterThan(1.5 * Math.max(rn, gn));
      const [rc, , bc] = color(colors, 6);
      expect(Math.abs(rc - bc)).toBeLessThan(32);
    }
  });

  test("balls have sensible sizes", () => {
    expect(ballRadii).toHaveLength(119);
    for (let z = 1; z <= 118; z++) {
      expect(ballRadii[z]).toBeGreaterThan(0.15);
      expect(ballRadii[z]).toBeLessThanOrEqual(LARGEST_BALL);
    }
    expect(ballRadii[1]).toBeCloseTo(0.209, 3);
    expect(ballRadii[6]).toBeCloseTo(0.389, 3);
  });

  test("contrast is WCAG's", () => {
    expect(contrastRatio([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrastRatio([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  });
});

test.each([
  ["#fff", [1, 1, 1]],
  [" #171a21 ", [23 / 255, 26 / 255, 33 / 255]],
  ["rgb(255, 0, 51)", [1, 0, 0.2]],
  ["rgb(255 0 51)", [1, 0, 0.2]],
  ["var(--x)", null],
  ["", null],
])("parseColor %j", (text, want) => {
  expect(parseColor(text)).toEqual(want);
});
