import { describe, expect, it } from "vitest";
import { chosenUnit, fromCanonical, messageInUnit, parseNumber, toCanonical, unitsOf } from "./units";

const unit = (of: string, label: string) => {
  const found = unitsOf(of).find((one) => one.label === label);
  if (!found) throw new Error(`no unit ${label} of ${of}`);
  return found;
};

describe("unit conversion", () => {
  const cases: [of: string, label: string, shown: number, canonical: number][] = [
    ["angstrom", "Å", 2.5, 2.5],
    ["angstrom", "nm", 0.25, 2.5],
    ["angstrom", "nm", 0.07, 0.7],
    ["angstrom", "nm", 1.1, 11],
    ["g/cm3", "kg/m³", 998, 0.998],
    ["g/cm3", "kg/m³", 997.05, 0.99705],
    ["degree", "rad", 1.5707963268, 90.0000000003],
    ["kelvin", "°C", 25, 298.15],
    ["kelvin", "°C", -273.15, 0],
  ];
  it.each(cases)("%s: %s %d is %d", (of, label, shown, canonical) => {
    expect(toCanonical(shown, unit(of, label))).toBeCloseTo(canonical, 9);
    expect(fromCanonical(canonical, unit(of, label))).toBeCloseTo(shown, 9);
  });

  it("leaves no noise of the last bit", () => {
    expect(toCanonical(0.07, unit("angstrom", "nm"))).toBe(0.7);
    expect(fromCanonical(0.998, unit("g/cm3", "kg/m³"))).toBe(998);
    expect(fromCanonical(298.15, unit("kelvin", "°C"))).toBe(25);
  });

  it("keeps every canonical value as it is", () => {
    expect(toCanonical(0.1 + 0.2, unit("angstrom", "Å"))).toBe(0.1 + 0.2);
  });

  it("shows unknown units verbatim and counts without one", () => {
    expect(unitsOf("mol/L").map((one) => one.label)).toEqual(["mol/L"]);
    expect(unitsOf("constructor").map((one) => one.label)).toEqual(["constructor"]);
    expect(unitsOf("count")).toEqual([]);
    expect(unitsOf(undefined)).toEqual([]);
  });
});

describe("problems in the shown unit", () => {
  const cases: [of: string, label: string, rule: string, limit: unknown, message: string, want: string][] = [
    ["g/cm3", "g/cm³", "maximum", 5, "Density must be at most 5", "Density must be at most 5\u202fg/cm³"],
    ["g/cm3", "kg/m³", "maximum", 5, "Density must be at most 5", "Density must be at most 5000\u202fkg/m³"],
    ["kelvin", "°C", "exclusiveMinimum", 0, "T must be greater than 0", "T must be greater than -273.15\u202f°C"],
    ["angstrom", "nm", "required", undefined, "Length is required", "Length is required"],
    ["angstrom", "nm", "multipleOf", 0.5, "Length must be a multiple of 0.5", "Length must be a multiple of 0.5"],
    ["angstrom", "nm", "minimum", 1, "Length must be at least 1 Å", "Length must be at least 1 Å"],
  ];
  it.each(cases)("%s in %s, %s", (of, label, rule, limit, message, want) => {
    expect(messageInUnit({ path: "/x", rule, limit, message }, chosenUnit(of, { [of]: label }))).toBe(want);
  });
  it("leave fields without a unit alone", () => {
    const problem = { path: "/n", rule: "minimum", limit: 1, message: "Count must be at least 1" };
    expect(messageInUnit(problem, chosenUnit("count", {}))).toBe("Count must be at least 1");
  });
});

describe("typed numbers", () => {
  const cases: [text: string, want: number | null, whole?: boolean][] = [
    ["12", 12],
    [" 1.5 ", 1.5],
    ["1,5", 1.5],
    [",5", 0.5],
    ["5.", 5],
    ["+3", 3],
    ["-0.5", -0.5],
    ["−0,5", -0.5],
    ["1e-3", 0.001],
    ["2,5E3", 2500],
    ["1 000", 1000],
    ["1\u202f000\u202f000,5", 1000000.5],
    ["1,000", 1],
    ["1,000", 1000, true],
    ["12.000", 12000, true],
    ["1,000,000", 1000000, true],
    ["1.5", 1.5, true],
    ["0.500", 0.5, true],
    ["1,000.000", null, true],
    ["", null],
    [".", null],
    ["-", null],
    ["1,2,3", null],
    ["1 2", null],
    ["0x10", null],
    ["Infinity", null],
    ["NaN", null],
    ["1e999", null],
    ["12abc", null],
    ["<img onerror=alert(1)>", null],
  ];
  it.each(cases)("%j is %d", (text, want, whole = false) => {
    expect(parseNumber(text, whole)).toBe(want);
  });
});
