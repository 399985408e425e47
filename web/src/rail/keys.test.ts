import { describe, expect, test } from "vitest";
import type { RailTool } from "../state/ui";
import { parseElement } from "../ui/elements";
import { type Begun, toolKey } from "./keys";

const taken = (letter: string) => "smtabedpgr".includes(letter);

/** Types keys a tenth of a second apart ("S" is Shift and s), and says what is chosen after them. */
function type(keys: string, tool: RailTool = "add", gap = 100) {
  let begun: Begun | null = null;
  let element: number | null = null;
  let order: number | null = null;
  const left: string[] = [];
  [...keys].forEach((key, k) => {
    const shiftKey = /[A-Z]/.test(key);
    const event = { key, shiftKey, ctrlKey: false, metaKey: false, altKey: false };
    const meant = toolKey(event, tool, begun, k * gap, taken);
    begun = meant?.begun ?? null;
    if (!meant) left.push(key);
    element = meant?.element ?? element;
    order = meant?.order ?? order;
  });
  return { element, order, left: left.join("") };
}
const z = (symbol: string) => parseElement(symbol);

describe("symbols while Add is chosen", () => {
  test.each([
    ["n", "N"],
    ["N", "N"],
    ["cl", "Cl"],
    ["Br", "Br"],
    ["Si", "Si"],
    ["S", "S"],
    ["P", "P"],
    ["B", "B"],
    ["nc", "C"],
    ["Zn", "Zn"],
    ["fe", "Fe"],
    ["li", "Li"],
  ])("%s is %s", (keys, symbol) => {
    expect(type(keys)).toEqual({ element: z(symbol), order: null, left: "" });
  });
  test("small letters of tools choose these", () => {
    expect(type("s")).toEqual({ element: null, order: null, left: "s" });
    expect(type("b").left).toBe("b");
    expect(type("e").left).toBe("e");
  });
  test("the second letter has a second", () => {
    expect(type("cl", "add", 1500).element).toBe(z("C"));
    expect(type("Br", "add", 1500)).toEqual({ element: z("B"), order: null, left: "r" });
  });
  test("no symbol begins with J or Q", () => expect(type("jq").left).toBe("jq"));
});

test("Element takes symbols, other tools do not", () => {
  expect(type("o", "element").element).toBe(8);
  expect(type("o", "bond").left).toBe("o");
  expect(type("o", "select").left).toBe("o");
});

test("digits are bond orders for Add and Bond", () => {
  expect(type("2").order).toBe(2);
  expect(type("4", "bond").order).toBe(4);
  expect(type("0", "bond").order).toBe(0);
  expect(type("0").left).toBe("0");
  expect(type("2", "select").left).toBe("2");
  expect(type("5", "bond").left).toBe("5");
});

test("Ctrl, ⌘ and Alt are never the tool's", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey"]) {
    const event = { key: "c", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, [held]: true };
    expect(toolKey(event, "add", null, 0, taken)).toBeNull();
  }
});
