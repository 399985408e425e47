import { expect, it } from "vitest";
import { boundedJson, readable } from "./boundedJson";

it("writes what JSON.stringify does, with lists of numbers on one line", () => {
  expect(boundedJson({ a: [1, 2.5, null], b: { c: "x\n", d: [] }, e: [{ f: true }] }, 1000)).toBe(
    '{\n  "a": [1, 2.5, null],\n  "b": {\n    "c": "x\\n",\n    "d": []\n  },\n  "e": [\n    {\n      "f": true\n    }\n  ]\n}',
  );
  for (const value of [undefined, null, "a", 7, true])
    expect(boundedJson(value, 100)).toBe(JSON.stringify(value) ?? "null");
});

it("cuts what is long, wide or deep", () => {
  const atoms = { elements: new Array(500_000).fill(8), name: "x" };
  expect(boundedJson(atoms, 10_000)).toMatch(/"elements": \[8, 8, .*, … 499800 more\],\n {2}"name": "x"\n\}$/s);
  expect(boundedJson("y".repeat(1e6), 100).length).toBeLessThan(200);
  expect(boundedJson({ a: "y".repeat(1e6), b: 1 }, 100)).toMatch(/… cut here$/);
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(boundedJson(deep, 10_000)).toContain("…");
  expect(Object.keys(JSON.parse(boundedJson(JSON.parse('{"__proto__":{"a":1}}'), 100)))).toEqual(["__proto__"]);
});

it("indents JSON text and leaves any other", () => {
  expect(readable(' {"a":1}', 100)).toBe('{\n  "a": 1\n}');
  expect(readable('{"a":1', 100)).toBe('{"a":1');
  expect(readable("abc", 2)).toBe("ab\n… cut here");
});
