import { describe, expect, test } from "vitest";
import { changeOf } from "../state/stubCore";
import { cellAttribute, cellText, chargeText, composition, count, counted, massText } from "./format";

const thin = "\u202f";

test("thousands stand apart", () => {
  expect([0, 999, 1200, 1234567].map(count)).toEqual(["0", "999", `1${thin}200`, `1${thin}234${thin}567`]);
  expect(counted(1, "atom")).toBe("1 atom");
  expect(counted(1200, "atom")).toBe(`1${thin}200 atoms`);
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
    ["many kinds", 9, "C2H6O", Array.from({ length: 4 }, () => ({ formula: "C2", count: 1 })), [["C2H6O", null]]],
    ["no atoms", 0, "", [], []],
  ] as const)("%s", (_what, atoms, formula, components, expected) => {
    expect(of(atoms, formula, [...components]).map((part) => [part.formula, part.times])).toEqual(expected);
  });
});
