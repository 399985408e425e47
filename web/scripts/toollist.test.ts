import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { joined } from "./toollist.mjs";

interface Tool {
  name: string;
  _meta?: Record<string, unknown>;
}

/** What toolserver says to tools/list. */
const all: Tool[] = readFileSync(new URL("../../chem/tools/testdata/list.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const list = (tools: Tool[]) => ({ server: { name: "molsmith", version: "1" }, tools });

describe("the list of the page", () => {
  test("has the order of toolserver's, whichever module has a structure tool", () => {
    const structure = all.filter((tool) => tool._meta);
    for (const other of [structure.filter((_, i) => i % 3 === 0), structure.slice(0, 4), structure.slice(5)]) {
      const lists = { tools: list(all.filter((tool) => !other.includes(tool))), crystals: list(other) };
      const { tools, workers } = joined(lists);
      expect(tools.map(({ name }: Tool) => name)).toEqual(all.map(({ name }) => name));
      for (const tool of all) expect(workers[tool.name]).toBe(other.includes(tool) ? "crystals" : "tools");
    }
  });

  test("has no tool of two modules", () => {
    expect(() => joined({ tools: list(all), crystals: list(all.slice(3, 4)) })).toThrow(
      `${all[3]?.name} is in tools and in crystals`,
    );
  });
});
