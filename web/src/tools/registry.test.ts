import { describe, expect, it } from "vitest";
import type { ToolDefinition } from "../core/protocol";
import { META_KEY, readMarker } from "./marker";
import {
  hiddenNotice,
  menuGroups,
  mergeOffers,
  readTools,
  sameEntries,
  sourceId,
  type ToolEntry,
  type ToolSource,
} from "./registry";
import { firstSentence, plainLine } from "./text";

const page: ToolSource = { id: "page", kind: "page", name: "molsmith", version: "0.1.0", loopback: true };
const server: ToolSource = {
  id: "lab",
  kind: "server",
  name: "lab",
  version: "2",
  url: "https://x/mcp",
  loopback: false,
};

const marker = (more: Record<string, unknown> = {}) => ({
  contract: 1,
  category: "bulk",
  apply: "new_document",
  document: "none",
  stochastic: true,
  expectedSeconds: 20,
  ...more,
});

const tool = (name: string, meta: unknown = marker(), more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  inputSchema: { type: "object" },
  ...(meta === null ? {} : { _meta: { [META_KEY]: meta } }),
  ...more,
});

describe("markers", () => {
  const cases: [name: string, meta: unknown, want: unknown][] = [
    ["a full one", marker(), { kind: "button", marker: marker() }],
    ["none", null, { kind: "plain" }],
    ["not an object", "yes", { kind: "plain" }],
    ["a list", [1], { kind: "plain" }],
    ["an unknown category", marker({ category: "quantum" }), { kind: "button", marker: marker({ category: "other" }) }],
    [
      "a category from the prototype",
      marker({ category: "toString" }),
      { kind: "button", marker: marker({ category: "other" }) },
    ],
    ["contract 2", marker({ contract: 2 }), { kind: "contract", contract: "2" }],
    ["contract as text", marker({ contract: "1" }), { kind: "contract", contract: "1" }],
    ["an unknown apply mode", marker({ apply: "replace" }), { kind: "apply", apply: "replace" }],
    ["no apply mode", marker({ apply: undefined }), { kind: "apply", apply: "undefined" }],
    ["a malformed document", marker({ document: true }), { kind: "button", marker: marker({ document: "none" }) }],
    [
      "a stochastic that is no boolean",
      marker({ stochastic: 1 }),
      { kind: "button", marker: marker({ stochastic: false }) },
    ],
  ];
  it.each(cases)("%s", (_, meta, want) => {
    expect(readMarker(tool("t", meta))).toEqual(want);
  });
  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, "20"])("drop expectedSeconds %j", (expectedSeconds) => {
    const reading = readMarker(tool("t", marker({ expectedSeconds })));
    expect(reading.kind === "button" && reading.marker).not.toHaveProperty("expectedSeconds");
  });
});

describe("a server's list", () => {
  it("keeps buttons, counts plain tools, lists the rest apart", () => {
    const offer = readTools(server, [
      tool("a"),
      tool("b", null),
      tool("c", marker({ contract: 3 })),
      tool("d", marker({ apply: "replace" })),
      tool("e", marker({ apply: "replace" })),
      tool("a"),
    ]);
    expect(offer.entries.map((entry) => entry.id)).toEqual(["lab:a"]);
    expect(offer.plain).toBe(1);
    expect(offer.unknownContract).toEqual(["c"]);
    expect(offer.unknownApply).toEqual(["d", "e"]);
    expect(hiddenNotice(offer)).toBe(
      "Not usable here: c needs another contract version; d, e have an unknown apply mode.",
    );
    expect(hiddenNotice(readTools(server, [tool("a")]))).toBe("");
  });

  it("labels by title, then annotations.title, then name", () => {
    const label = (more: Partial<ToolDefinition>) =>
      readTools(server, [tool("the_name", marker(), more)]).entries[0]?.label;
    expect(label({ title: "Title", annotations: { title: "Annotated" } })).toBe("Title");
    expect(label({ title: "  ", annotations: { title: "Annotated" } })).toBe("Annotated");
    expect(label({})).toBe("the_name");
    expect(label({ title: 7 as unknown as string })).toBe("the_name");
  });

  it("accepts data: images as icons and nothing else", () => {
    const icon = (...srcs: unknown[]) =>
      readTools(server, [tool("t", marker(), { icons: srcs.map((src) => ({ src })) as { src: string }[] })]).entries[0]
        ?.icon;
    expect(icon("data:image/svg+xml;base64,AAAA")).toBe("data:image/svg+xml;base64,AAAA");
    expect(icon("https://x/i.png", "data:image/png;base64,BB")).toBe("data:image/png;base64,BB");
    for (const src of [
      "https://x/i.png",
      "data:text/html,<script>1</script>",
      "data:image/svg+xmlx,1",
      "javascript:1",
      " data:image/png;base64,B",
      `data:image/png;base64,${"A".repeat(70_000)}`,
      7,
    ])
      expect(icon(src), String(src).slice(0, 40)).toBeUndefined();
    const broken = tool("t", marker(), { icons: [null] as unknown as { src: string }[] });
    expect(readTools(server, [broken]).entries[0]?.icon).toBeUndefined();
  });

  it("cuts hostile texts to lines of plain text", () => {
    const hostile = `<img src=x onerror=alert(1)>\u202e\n\n\0${"A".repeat(10_000)}`;
    const [entry] = readTools(server, [tool("t", marker(), { title: hostile, description: hostile })]).entries;
    expect(entry?.label.length).toBeLessThanOrEqual(80);
    expect(entry?.label.startsWith("<img src=x onerror=alert(1)> AAA")).toBe(true);
    expect(entry?.tooltip.length).toBeLessThanOrEqual(300);
  });
});

describe("plain lines", () => {
  it("never cut inside a surrogate pair", () => {
    expect(plainLine("ab\u{1f9ea}cd", 4)).toBe("ab…");
    expect(plainLine("ab\u{1f9ea}cd", 6)).toBe("ab\u{1f9ea}cd");
  });
  it("give nothing for anything but text", () => {
    for (const value of [null, undefined, 3, {}, []]) expect(plainLine(value, 10)).toBe("");
  });
});

describe("first sentences", () => {
  const cases: [text: string, want: string][] = [
    ["Fill a box. Then run.", "Fill a box."],
    ["Fill a box to 1.0 g/cm³ of density. Then run.", "Fill a box to 1.0 g/cm³ of density."],
    ["Use a solvent, e.g. Water or oil. More.", "Use a solvent, e.g. Water or oil."],
    ["No end", "No end"],
    ["Is it? Yes.", "Is it?"],
    ["", ""],
  ];
  it.each(cases)("%j", (text, want) => {
    expect(firstSentence(text)).toBe(want);
  });
});

describe("one menu from several sources", () => {
  const own = readTools(page, [tool("liquid_box"), tool("polymer", marker({ category: "polymer" }))]);

  it("shows a tool of the same server and version once, with both places", () => {
    const twin: ToolSource = { ...server, id: "molsmith", name: "molsmith", version: "0.1.0" };
    const entries = mergeOffers([own, readTools(twin, [tool("liquid_box"), tool("extra")])]);
    expect(entries.map((entry) => [entry.id, entry.also?.map(({ id }) => id)])).toEqual([
      ["page:liquid_box", ["molsmith"]],
      ["page:polymer", undefined],
      ["molsmith:extra", undefined],
    ]);
  });

  it("shows it once too when the server is reached in two ways, and what only the server has", () => {
    const twin = (id: string): ToolSource => ({ ...server, id, name: "molsmith", version: "0.1.0" });
    const lists = ["molsmith", "molsmith-2"].map((id) => readTools(twin(id), [tool("liquid_box"), tool("extra")]));
    const entries = mergeOffers([own, ...lists]);
    expect(entries.map((entry) => [entry.id, entry.also?.map(({ id }) => id)])).toEqual([
      ["page:liquid_box", ["molsmith", "molsmith-2"]],
      ["page:polymer", undefined],
      ["molsmith:extra", ["molsmith-2"]],
    ]);
  });

  it.each([
    ["another version", { name: "molsmith", version: "0.2.0" }],
    ["another name", { name: "lab", version: "0.1.0" }],
  ])("keeps both entries of %s", (_, who) => {
    const other: ToolSource = { ...server, ...who };
    const entries = mergeOffers([own, readTools(other, [tool("liquid_box")])]);
    expect(entries.map((entry) => entry.id)).toEqual(["page:liquid_box", "page:polymer", "lab:liquid_box"]);
  });

  it("groups by category in the fixed order, whatever the list's order", () => {
    const offer = readTools(server, [
      tool("o", marker({ category: "nonsense" })),
      tool("s", marker({ category: "solvation" })),
      tool("b1"),
      tool("b2"),
    ]);
    const groups = menuGroups(mergeOffers([offer]));
    expect(groups.map((group) => [group.label, group.entries.map(({ entry }) => entry.name)])).toEqual([
      ["Bulk", ["b1", "b2"]],
      ["Solvation", ["s"]],
      ["Other", ["o"]],
    ]);
  });

  it("mixes the tools of all sources, and marks those whose names clash", () => {
    const lab = readTools(server, [tool("liquid_box"), tool("b1")]);
    const twin = readTools({ ...server, id: "lab-2" }, [tool("b1")]);
    const [bulk] = menuGroups(mergeOffers([own, lab, twin]));
    expect(bulk?.entries.map(({ entry, mark }) => [entry.id, mark])).toEqual([
      ["page:liquid_box", "this page"],
      ["lab:liquid_box", "lab"],
      ["lab:b1", "lab"],
      ["lab-2:b1", "lab-2"],
    ]);
  });

  it("keeps the entries of a list that are as they were", () => {
    const before = readTools(server, [tool("a"), tool("b")]).entries;
    const after = sameEntries(readTools(server, [tool("b"), tool("a", undefined)]).entries, before);
    expect(after.map((entry) => before.includes(entry))).toEqual([true, true]);
    const other = sameEntries([{ ...(before[0] as ToolEntry), label: "Other" }], before);
    expect(other[0]).not.toBe(before[0]);
  });

  it("gives every server an id of its own", () => {
    expect(sourceId("Lab Tools (v2)", ["page"])).toBe("lab-tools-v2");
    expect(sourceId("page", ["page"])).toBe("page-2");
    expect(sourceId("実験", ["page"])).toBe("server");
    expect(sourceId("<img onerror>", [])).toBe("img-onerror");
  });
});
