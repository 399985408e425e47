import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { DocumentState, StepProvenance } from "../core/protocol";
import { changeOf } from "../state/stubCore";
import { limits, pack, unpack } from "./codec";
import { differences } from "./compare";
import { takeRecipe } from "./link";
import { callsOf, documentKey, type Json, type Recipe, readRecipe, recipeOf, recipeText } from "./recipe";
import { whyNot } from "./whyNot";

const structure = (z: number, cell: number[] | null = null) => ({
  elements: [z],
  positions: [0, 0, 0],
  cell,
  bonds: [],
});
const record = (tool: string, args: Json): StepProvenance => ({
  server: { id: "page", name: "molsmith", version: "0.1.0", url: "http://127.0.0.1:8765/mcp" },
  tool,
  contract: 1,
  arguments: args,
  provenance: { molsmith: "0.1.0", density: 1 },
  atoms: 1,
});

/** As the core writes it. */
const project = (): Json => ({
  format: "molsmith-project",
  version: 1,
  name: "box",
  source: {
    kind: "tool",
    label: "Liquid box · seed 1",
    provenance: record("liquid_box", { seed: 1 }),
    structure: structure(8),
  },
  steps: [
    { id: "s1", label: "Delete", author: "person", ops: [{ op: "delete_atoms", atoms: [0] }] },
    {
      id: "s2",
      label: "Solvate · seed 2",
      author: "tool",
      provenance: record("solvate", { seed: 2, document: { atoms: 0, sha256: "ab" } }),
      ops: [
        { op: "set_cell", cell: [9, 0, 0, 0, 9, 0, 0, 0, 9] },
        { op: "add_fragment", id: "water-1", structure: structure(1) },
      ],
    },
    { id: "s3", label: "Paste", author: "person", ops: [{ op: "add_fragment", id: "x-2", structure: structure(6) }] },
  ],
  redo: [{ id: "s4", label: "", author: "person", ops: [{ op: "clear" }] }],
  sha256: "0".repeat(64),
});

describe("the text of a link", () => {
  it("gives the JSON back", async () => {
    const text = await pack('{"name":"Å"}');
    expect(text).toMatch(/^1\.[\w-]+$/);
    expect(await unpack(text)).toBe('{"name":"Å"}');
  });

  it("is as any implementation of DEFLATE writes it", async () => {
    expect(await unpack(`1.${deflateRawSync("{}").toString("base64url")}`)).toBe("{}");
  });

  it.each([
    ["nothing", "", "damaged"],
    ["no version", "AAAA", "damaged"],
    ["a later version", "2.AAAA", "version 2"],
    ["other letters", "1.AA+A", "damaged"],
    ["no DEFLATE", "1._____w", "damaged"],
    ["cut off", `1.${deflateRawSync("abcdefghijklmnop".repeat(9)).toString("base64url").slice(0, -6)}`, "damaged"],
    ["no UTF-8", `1.${deflateRawSync(Buffer.from([0xff, 0xfe])).toString("base64url")}`, "UTF-8"],
    ["a long text", `1.${"A".repeat(limits.text)}`, "at most 64"],
    ["a bomb", `1.${deflateRawSync(Buffer.alloc(40 << 20)).toString("base64url")}`, "more than 1\u202f024"],
  ])("refuses %s in one line", async (_, text, want) => {
    await expect(unpack(text)).rejects.toThrow(want);
    await expect(unpack(text)).rejects.toThrow(/^[^\n]*$/);
  });

  it("is not made of more than it may hold", async () => {
    await expect(pack(" ".repeat(limits.json + 1))).rejects.toThrow("at most 1\u202f024");
    const noise = Array.from({ length: 60_000 }, (_, k) => Math.sin(k).toString(36).slice(3, 5)).join("");
    await expect(pack(noise)).rejects.toThrow("the limit is 64");
  });
});

describe("a recipe", () => {
  it("is the project without what tools make again", async () => {
    const recipe = await recipeOf(project());
    const text = recipeText(recipe);
    expect(JSON.parse(text)).toMatchObject({
      format: "molsmith-project",
      source: { structure: { atoms: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      steps: [
        { id: "s1" },
        { ops: [{ op: "set_cell" }, { structure: { atoms: 1 } }] },
        { ops: [{ structure: { elements: [6] } }] },
      ],
    });
    // No redo, no addresses, no measurements.
    expect(text).not.toMatch(/clear|127\.0\.0\.1|density/);
    expect(readRecipe(text)).toEqual(recipe);
    expect(callsOf(recipe).map(({ before, record: { tool } }) => [before, tool])).toEqual([
      [-1, "liquid_box"],
      [1, "solvate"],
    ]);
    expect(documentKey(callsOf(recipe)[1]?.record.arguments ?? {})).toBe("document");
    expect(documentKey(callsOf(recipe)[0]?.record.arguments ?? {})).toBeUndefined();
  });

  it("hashes the structure that the contract names, and nothing else", async () => {
    const { sha256: first } = (await recipeOf(project())).source.structure as { sha256: string };
    const other = project();
    (other.source as Json).structure = structure(7);
    expect(((await recipeOf(other)).source.structure as { sha256: string }).sha256).not.toBe(first);
  });

  it("is compared with what was built", async () => {
    const recipe = await recipeOf(project());
    expect(differences(recipe, recipe)).toEqual([]);
    const more = structuredClone(recipe);
    (more.source.structure as { atoms: number }).atoms = 1200;
    expect(differences(recipe, more)).toEqual(["“Liquid box · seed 1” gave 1\u202f200 atoms, the recipe had 1 atom."]);
    const other = structuredClone(recipe);
    (other.steps[1]?.ops[1]?.structure as { sha256: string }).sha256 = "1".repeat(64);
    expect(differences(recipe, other)).toEqual(["“Solvate · seed 2” gave another structure of as many atoms."]);
    expect(differences(recipe, { ...recipe, sha256: "1".repeat(64) })).toEqual([
      "The steps lead to another structure.",
    ]);
  });

  const changed = (change: (recipe: Json & Recipe) => void) => {
    const text = JSON.stringify({ ...project(), redo: undefined });
    const file = JSON.parse(text);
    for (const place of [file.source, file.steps[1].ops[1]]) place.structure = { atoms: 1, sha256: "0".repeat(64) };
    change(file);
    return JSON.stringify(file);
  };
  it.each<[string, (recipe: Json & Recipe) => void, string]>([
    ["another format", (r) => Object.assign(r, { format: "x" }), "no recipe"],
    ["a later version", (r) => Object.assign(r, { version: 2 }), "version 2"],
    ["no source", (r) => Object.assign(r, { source: null }), "source is no object"],
    ["a file", (r) => Object.assign(r.source, { kind: "file" }), 'neither "tool" nor "new"'],
    ["a source without a tool", (r) => Object.assign(r.source, { provenance: 1 }), "source.provenance is no object"],
    [
      "a count that is none",
      (r) => Object.assign(r.source.structure, { atoms: 1e300 }),
      "structure.atoms is no whole number",
    ],
    [
      "a hash that is none",
      (r) => Object.assign(r.source.structure, { sha256: "zz" }),
      "structure.sha256 is no SHA-256",
    ],
    ["no list of steps", (r) => Object.assign(r, { steps: { length: 3 } }), "steps is no list"],
    ["many steps", (r) => Object.assign(r, { steps: Array(201).fill(r.steps[0]) }), "201 entries; at most 200"],
    ["many runs", (r) => Object.assign(r, { steps: Array(60).fill(r.steps[1]) }), "61 times; at most 50"],
    ["many ops", (r) => Object.assign(r.steps[0] ?? {}, { ops: Array(1001).fill({}) }), "1001 entries"],
    ["an op that is a text", (r) => Object.assign(r.steps[0] ?? {}, { ops: ["x"] }), "steps[0].ops[0] is no object"],
    ["a tool that adds nothing", (r) => Object.assign(r.steps[1] ?? {}, { ops: [] }), "adds not one structure"],
    ["a long name", (r) => Object.assign(r, { name: "x".repeat(201) }), "name has 201 characters"],
    ["a name that is a number", (r) => Object.assign(r, { name: 7 }), "name is no text"],
    ["no hash", (r) => Object.assign(r, { sha256: "" }), "sha256 is no SHA-256"],
  ])("with %s is refused in one line", (_, change, want) => {
    expect(() => readRecipe(changed(() => {}))).not.toThrow();
    expect(() => readRecipe(changed(change))).toThrow(want);
    expect(() => readRecipe(changed(change))).toThrow(/^[^\n]*$/);
  });

  it.each(["", "null", "[]", "[".repeat(100_000), '{"format":"molsmith-project"'])("%.20s is none", (text) => {
    expect(() => readRecipe(text)).toThrow();
  });
});

describe("why there is no link", () => {
  const page = { name: "molsmith", version: "0.1.0", has: (tool: string) => tool !== "soak" };
  const server = (name: string, version: string) => ({
    ...record("solvate", {}),
    server: { id: "lab", name, version },
  });
  const step = { id: "s1", label: "Solvate", detail: "", author: "tool" as const };
  const made = { kind: "tool", label: "Box", atoms: 1, provenance: record("liquid_box", {}) };
  const state = (part: Partial<DocumentState>) => changeOf(1, { source: made, ...part }).json.state;
  it.each<[string, DocumentState | null, string | undefined]>([
    ["a box", state({}), undefined],
    ["a new document", state({ source: { kind: "new", label: "Water", atoms: 3 } }), undefined],
    ["nothing", null, "Nothing is open"],
    ["a file", state({ source: { kind: "file", label: "a.xyz", atoms: 3 } }), "from a file"],
    ["a tool of a lab", state({ steps: [{ ...step, provenance: server("lab", "2") }] }), "was made by lab"],
    ["our server", state({ steps: [{ ...step, provenance: server("molsmith", "0.1.0") }] }), undefined],
    ["our server, later", state({ steps: [{ ...step, provenance: server("molsmith", "0.2.0") }] }), "made by molsmith"],
    ["a tool of the past", state({ steps: [{ ...step, provenance: record("soak", {}) }] }), "cannot bring along"],
    ["a broken step", state({ steps: [{ ...step, broken: "no atom 7" }] }), "could not be done"],
    ["many steps", state({ steps: Array(201).fill(step) }), "201 steps"],
  ])("%s", (_, document, want) => {
    const reason = whyNot(document, page);
    if (want === undefined) expect(reason).toBeUndefined();
    else expect(reason).toContain(want);
  });
});

it("leaves the address bar at once; other fragments stay", () => {
  const replaced: unknown[] = [];
  const history = { state: null, replaceState: (...args: unknown[]) => replaced.push(args[2]) } as unknown as History;
  const at = (hash: string) => ({ hash, pathname: "/lab/", search: "?a=1" }) as Location;
  expect(takeRecipe(at("#recipe=1.AAAA"), history)).toBe("1.AAAA");
  expect(replaced).toEqual(["/lab/?a=1"]);
  expect(takeRecipe(at("#tools=http://x"), history)).toBeNull();
  expect(takeRecipe(at(""), history)).toBeNull();
  expect(replaced).toHaveLength(1);
});
