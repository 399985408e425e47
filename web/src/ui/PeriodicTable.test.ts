import { describe, expect, it } from "vitest";
import { familyOf, parseElement, placeOf, symbolOf } from "./elements";
import { target } from "./PeriodicTable";

describe("the table of elements", () => {
  it("has 118 different symbols", () => {
    const symbols = Array.from({ length: 118 }, (_, i) => symbolOf(i + 1));
    expect(new Set(symbols).size).toBe(118);
    expect([symbols[0], symbols[25], symbols[78], symbols[117]]).toEqual(["H", "Fe", "Au", "Og"]);
  });

  const places: [symbol: string, row: number, column: number][] = [
    ["H", 1, 1],
    ["He", 1, 18],
    ["Li", 2, 1],
    ["B", 2, 13],
    ["Ne", 2, 18],
    ["Al", 3, 13],
    ["Sc", 4, 3],
    ["Fe", 4, 8],
    ["Kr", 4, 18],
    ["Xe", 5, 18],
    ["Ba", 6, 2],
    ["La", 8, 3],
    ["Lu", 8, 17],
    ["Hf", 6, 4],
    ["Rn", 6, 18],
    ["Ac", 9, 3],
    ["Rf", 7, 4],
    ["Og", 7, 18],
  ];
  it.each(places)("%s stands in row %d, column %d", (symbol, row, column) => {
    expect(placeOf(parseElement(symbol) ?? 0)).toEqual({ row, column });
  });

  it("puts no two elements in one place", () => {
    const places = Array.from({ length: 118 }, (_, i) => JSON.stringify(placeOf(i + 1)));
    expect(new Set(places).size).toBe(118);
  });

  it("knows families", () => {
    expect(["Si", "O", "Na", "W", "Ar", "U"].map((s) => familyOf(parseElement(s) ?? 0))).toEqual([
      "metalloid",
      "nonmetal",
      "metal",
      "transition",
      "noble",
      "f-block",
    ]);
  });
});

describe("typed elements", () => {
  const cases: [text: string, want: number | null][] = [
    ["Fe", 26],
    ["fe", 26],
    [" FE ", 26],
    ["26", 26],
    ["iron", 26],
    ["Aluminum", 13],
    ["cesium", 55],
    ["118", 118],
    ["0", null],
    ["119", null],
    ["-1", null],
    ["1.5", null],
    ["Xx", null],
    ["", null],
    ["constructor", null],
  ];
  it.each(cases)("%j is %d", (text, want) => {
    expect(parseElement(text)).toBe(want);
  });
});

describe("keys in the table", () => {
  const moves: [from: string, key: string, to: string][] = [
    ["H", "ArrowRight", "He"],
    ["H", "ArrowLeft", "H"],
    ["Be", "ArrowRight", "B"],
    ["C", "ArrowUp", "C"],
    ["C", "ArrowDown", "Si"],
    ["He", "ArrowDown", "Ne"],
    ["Ba", "ArrowRight", "Hf"],
    ["Rf", "ArrowDown", "Ce"],
    ["La", "ArrowUp", "Y"],
    ["Sc", "ArrowUp", "Sc"],
    ["O", "Home", "Li"],
    ["O", "End", "Ne"],
    ["H", "f", "F"],
    ["F", "f", "Fe"],
    ["C", "z", "Zn"],
  ];
  it.each(moves)("%s %s leads to %s", (from, key, to) => {
    expect(symbolOf(target(parseElement(from) ?? 0, key) ?? 0)).toBe(to);
  });
  it.each(["Tab", "Escape", "Enter", " ", "1"])("leaves %j to the browser", (key) => {
    expect(target(6, key)).toBeNull();
  });
});
