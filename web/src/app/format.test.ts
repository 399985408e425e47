import { describe, expect, test } from "vitest";
import { changeOf } from "../state/stubCore";
import {
  ago,
  cellAttribute,
  cellText,
  chargeText,
  composition,
  count,
  counted,
  decimals,
  grouped,
  ionCharge,
  massText,
  shortSeconds,
  trimmed,
  volumeText,
} from "./format";

const thin = "\u202f";

test("thousands stand apart", () => {
  expect([0, 999, 1200, 1234567].map(count)).toEqual(["0", "999", `1${thin}200`, `1${thin}234${thin}567`]);
  expect(counted(1, "atom")).toBe("1 atom");
  expect(counted(1200, "atom")).toBe(`1${thin}200 atoms`);
});

test.each([
  [1.005, 1, "1.0"],
  [-1.5, 2, "−1.50"],
  [-0.0001, 3, "0.000"],
  [12345.678, 1, `12${thin}345.7`],
  [Number.NaN, 1, "–"],
] as const)("%d with %d decimals is %j", (value, digits, text) => {
  expect(decimals(value, digits)).toBe(text);
});

test("decimals that say nothing are left out", () => {
  expect([90, 109.4712, 100].map((value) => trimmed(value, 2))).toEqual(["90", "109.47", "100"]);
  expect(trimmed(100, 0)).toBe("100");
});

test.each([
  [0.001, "less than 0.01"],
  [0.034, "0.03"],
  [9.994, "9.99"],
  [12.34, "12.3"],
  [125.4, "125"],
])("%d s is %s", (seconds, text) => {
  expect(shortSeconds(seconds)).toBe(text);
});

test("how long ago", () => {
  const minute = 60_000;
  expect([0, 4 * minute, 125 * minute, 73 * 60 * minute].map(ago)).toEqual([
    "just now",
    "4 min ago",
    "2 h ago",
    "3 days ago",
  ]);
});

test("volumes", () => {
  expect([27, 1299].map(volumeText)).toEqual(["27.00 Å³", `1${thin}299.0 Å³`]);
});

test("charges of ions", () => {
  expect([0, 1, -1, 2, -3].map(ionCharge)).toEqual(["", "+", "−", "2+", "3−"]);
});

describe("cell", () => {
  const cubic = [22.873, 0, 0, 0, 22.873, 0, 0, 0, 22.873];
  test("right angles are not said", () => {
    expect(cellText(cubic)).toBe("22.87 × 22.87 × 22.87 Å");
    expect(cellText([10, 0, 0, 0.008, 10, 0, 0, 0, 10])).toBe("10.00 × 10.00 × 10.00 Å");
  });
  test("other angles are", () => {
    const hexagonal = [3, 0, 0, -1.5, 2.598076211353316, 0, 0, 0, 5];
    expect(cellText(hexagonal)).toBe("3.00 × 3.00 × 5.00 Å, 90.0° 90.0° 120.0°");
    expect(cellAttribute(hexagonal)).toBe("3.0000,3.0000,5.0000,90.0000,90.0000,120.0000");
  });
  test("none is empty", () => {
    expect(cellAttribute(null)).toBe("");
  });
});

test.each([
  [0, ""],
  [1, "+1"],
  [-2, "−2"],
])("charge %d is %j", (charge, text) => {
  expect(chargeText(charge)).toBe(text);
});

test("mass has two decimals", () => {
  expect(massText(7206)).toBe(`7${thin}206.00 g/mol`);
  expect(massText(18.015)).toBe("18.02 g/mol");
});

describe("composition", () => {
  const of = (atoms: number, formula: string, components: { formula: string; count: number }[]) =>
    composition(changeOf(atoms, { formula, components }).json.state);
  test.each([
    ["one molecule", 3, "H2O", [{ formula: "H2O", count: 1 }], [["H2O", null]]],
    ["many of one kind", 1200, "H800O400", [{ formula: "H2O", count: 400 }], [["H2O", 400]]],
    [
      "a mixture",
      1203,
      "x",
      [
        { formula: "H2O", count: 400 },
        { formula: "CO2", count: 1 },
      ],
      [
        ["H2O", 400],
        ["CO2", 1],
      ],
    ],
    [
      "single atoms",
      8,
      "Cl4Na4",
      [
        { formula: "Na", count: 4 },
        { formula: "Cl", count: 4 },
      ],
      [["Cl4Na4", null]],
    ],
    [
      "ions",
      8,
      "Cl4Na4",
      [
        { formula: "Na", charge: 1, count: 4 },
        { formula: "Cl", charge: -1, count: 4 },
      ],
      [
        ["Na", 4],
        ["Cl", 4],
      ],
    ],
    ["many kinds", 9, "C2H6O", Array.from({ length: 4 }, () => ({ formula: "C2", count: 1 })), [["C2H6O", null]]],
    ["no atoms", 0, "", [], []],
  ] as const)("%s", (_what, atoms, formula, components, expected) => {
    expect(of(atoms, formula, [...components]).map((part) => [part.formula, part.times])).toEqual(expected);
  });
});

test.each([
  ["Packed 1320 atoms into 400 molecules.", "Packed 1\u202f320 atoms into 400 molecules."],
  ["Kept 12000 waters, smallest distance 2.00 Å", "Kept 12\u202f000 waters, smallest distance 2.00 Å"],
  ["1 320 bonds are not stored in XYZ", "1\u202f320 bonds are not stored in XYZ"],
  ["2178 atoms in 21784.84 Å³ of free volume", "2\u202f178 atoms in 21\u202f784.84 Å³ of free volume"],
  ["Count must be at most 200000", "Count must be at most 200\u202f000"],
  ["Mass must be less than 1250.5 u", "Mass must be less than 1\u202f250.5 u"],
  [
    "500001 atoms, more than the 500000 a structure may have",
    "500\u202f001 atoms, more than the 500\u202f000 a structure may have",
  ],
  ["Seed must be at most 9007199254740991.", "Seed must be at most 9\u202f007\u202f199\u202f254\u202f740\u202f991."],
  [
    "Seed must be a whole number from 0 to 9007199254740991",
    "Seed must be a whole number from 0 to 9\u202f007\u202f199\u202f254\u202f740\u202f991",
  ],
  ["at least 2026-07-28, at most 10.1021/x", "at least 2026-07-28, at most 10.1021/x"],
  ["Atom #12345 moves", "Atom #12345 moves"],
  ["Liquid box · seed 20250101 gives it", "Liquid box · seed 20250101 gives it"],
  ["0.12345 atoms", "0.12345 atoms"],
])("a sentence of a tool: %s", (sentence, want) => {
  expect(grouped(sentence)).toBe(want);
});
