import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resetCamera } from "../commands/view";
import type { FormModel, Problem } from "../core/protocol";
import { boxModel, change, documentState, FakeCore, withBufs } from "../forms/fakeCore";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { setEventRoot } from "../state/events";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { provideView, useView, type ViewHandle } from "../state/view";
import type { Marker } from "./marker";
import type { ToolEntry, ToolSource } from "./registry";
import { keepWaiting, type RunEnd, runTool } from "./runTool";
import { startTools } from "./start";

const page: ToolSource = { id: "page", kind: "page", name: "molsmith", version: "0.1.0", loopback: true };
const entry = (more: Partial<Marker> = {}): ToolEntry => ({
  id: "page:liquid_box",
  source: page,
  name: "liquid_box",
  label: "Liquid box",
  tooltip: "",
  description: "",
  inputSchema: { type: "object" },
  marker: {
    contract: 1,
    category: "bulk",
    apply: "new_document",
    document: "none",
    stochastic: true,
    expectedSeconds: 20,
    ...more,
  },
});
const insert = entry({ apply: "insert", document: "required", category: "solvation" });
const withDocument: FormModel = {
  fields: [
    { path: "/document", key: "document", label: "", required: true, optional: false, control: "document" },
    { path: "/atoms", key: "atoms", label: "Atoms", required: true, optional: false, control: "selection" },
    { path: "/seed", key: "seed", label: "Seed", required: true, optional: false, control: "seed" },
  ],
  document: { key: "document", required: true },
};
const cell = [10, 0, 0, 0, 10, 0, 0, 0, 10];

/** What the tools worker answers; a test may hold it back. */
let answer: () => unknown = () => result();
const result = (more: { cell?: number[] | null; warnings?: string[] } = {}) =>
  withBufs(
    {
      text: "Liquid box: 2 water, 1.000 g/cm³, 6 atoms.",
      result: {
        name: "water",
        structure: { atoms: 6, bonds: 4, cell: more.cell === undefined ? cell : more.cell },
        warnings: more.warnings ?? [],
        provenance: { molsmith: "0.1.0", seed: 7 },
      },
    },
    { molecules: new Int32Array([0, 0, 0, 1, 1, 1]) },
  );

let problems: Problem[] = [];
let core: FakeCore;
let worker: FakeCore;
let crystals: FakeCore;
const list = async () => ({
  server: { name: "molsmith", version: "0.1.0" },
  tools: [],
  workers: { liquid_box: "tools", nanotube: "crystals" } as const,
});
const events: unknown[] = [];

beforeEach(async () => {
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("location", { hash: "", origin: "http://127.0.0.1" });
  vi.stubGlobal("window", {});
  problems = [];
  answer = () => result();
  core = new FakeCore({
    "library.list": () => ({ presets: [] }),
    "form.check": () => ({ problems }),
    "edit.open": () => change(documentState({ revision: 9, atoms: 6, name: "water" }), { opened: true }),
    "edit.apply": () => change(documentState({ revision: 9, atoms: 9 }), { added: [3, 9] }),
    "edit.original": () => change(documentState({ revision: 6 })),
    "edit.structure": () =>
      withBufs({ structure: { atoms: 3, bonds: 0, cell }, sha256: "ab" }, { elements: new Uint8Array([8, 1, 1]) }),
  });
  worker = new FakeCore({
    "tool.run": () => answer(),
  });
  crystals = new FakeCore({ "tool.run": () => answer() });
  provideCore(core);
  await startTools({ tools: worker, crystals, list });
  const root = new EventTarget();
  events.length = 0;
  root.addEventListener("molsmith:tool-done", (event) => events.push((event as CustomEvent).detail));
  setEventRoot(root as HTMLElement);
  useDocument.getState().close();
  useSelection.getState().clear();
  useNotices.setState({ list: [], current: null });
  useTools.setState({ forms: {}, run: null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  setEventRoot(null);
});

const open = (more: Parameters<typeof documentState>[0] = {}) =>
  useDocument.setState({ state: documentState({ cell, ...more }) });
const run = (tool = entry(), model = boxModel, values: Record<string, unknown> = { density: 1, seed: 7 }) =>
  runTool({ entry: tool, source: page, model, values });
const error = () => useTools.getState().forms["page:liquid_box"]?.error;
/** Answers the question once it is asked. */
async function answerQuestion(yes: boolean): Promise<string> {
  await vi.waitFor(() => expect(useUi.getState().question).not.toBeNull());
  const title = useUi.getState().question?.title ?? "";
  useUi.getState().question?.answer(yes ? "confirm" : "cancel");
  return title;
}

describe("a result that becomes a new document", () => {
  it("is made by the worker that has the tool, which may have to be loaded first", async () => {
    const box = entry();
    const messages: string[] = [];
    const end = useTools.subscribe(({ run }) => run && messages.push(run.message));
    useTools.setState({ loaded: { tools: true, crystals: false } });
    expect(await run({ ...box, name: "nanotube" })).toEqual({ kind: "done" });
    expect(messages).toContain("Loading the chemistry tools…");
    messages.length = 0;
    useTools.getState().setLoaded("crystals");
    expect(await run({ ...box, name: "nanotube" })).toEqual({ kind: "done" });
    end();
    expect(messages).not.toContain("Loading the chemistry tools…");
    expect(crystals.of("tool.run")).toHaveLength(2);
    expect(worker.of("tool.run")).toEqual([]);
  });

  it("is opened with its record, said and announced", async () => {
    expect(await run()).toEqual({ kind: "done" });
    expect(worker.of("tool.run")).toEqual([{ name: "liquid_box", args: { components: [], density: 1, seed: 7 } }]);
    expect(core.of("edit.open")).toEqual([
      {
        name: "water",
        source: {
          kind: "tool",
          label: "Liquid box · seed 7",
          provenance: {
            server: { id: "page", name: "molsmith", version: "0.1.0" },
            tool: "liquid_box",
            contract: 1,
            arguments: { components: [], density: 1, seed: 7 },
            provenance: { molsmith: "0.1.0", seed: 7 },
            atoms: 6,
          },
        },
        structure: { atoms: 6, bonds: 4, cell },
      },
    ]);
    const notice = useNotices.getState().current;
    expect(notice?.title).toMatch(/^Packed 2 molecules in (?:less than )?\d+\.\d+ s\.$/);
    expect(notice?.text).toBe("2 water, 1.000 g/cm³, 6 atoms · seed 7");
    expect(events).toEqual([{ tool: "liquid_box", ok: true }]);
    expect(useTools.getState().run).toBeNull();
  });

  it("shows the tool's warnings as lines of their own", async () => {
    answer = () => result({ warnings: ["closest pair 1.7 Å", "<img onerror>"] });
    await run();
    expect(useNotices.getState().current).toMatchObject({
      level: "warning",
      warnings: ["closest pair 1.7 Å", "<img onerror>"],
    });
  });

  it("asks before edits are lost, and sends nothing when the person declines", async () => {
    open({ dirty: true });
    const running = run();
    expect(await answerQuestion(false)).toBe("Discard unsaved edits?");
    expect(await running).toEqual({ kind: "declined" });
    expect(worker.of("tool.run")).toEqual([]);
    const again = run();
    await answerQuestion(true);
    expect(await again).toEqual({ kind: "done" });
  });

  it("asks again for edits made while the tool ran", async () => {
    open();
    answer = () => {
      open({ revision: 2, dirty: true });
      return result();
    };
    const running = run();
    await answerQuestion(false);
    expect(await running).toEqual({ kind: "declined" });
    expect(core.of("edit.open")).toEqual([]);
  });
});

describe("a result that is inserted", () => {
  beforeEach(() => {
    open({ revision: 4 });
    useSelection.getState().select([2, 0]);
  });

  it("is one step with the document's hash in its record, and its atoms are selected", async () => {
    expect(await run(insert, withDocument, { seed: 7 })).toEqual({ kind: "done" });
    const [sent] = worker.of("tool.run");
    expect(sent).toEqual({
      name: "liquid_box",
      args: { atoms: [2, 0], seed: 7 },
      document: { atoms: 3, bonds: 0, cell },
    });
    const [step] = core.of("edit.apply");
    expect(step?.ops).toEqual([{ op: "add_fragment", name: "water" }]);
    expect(step?.ifRevision).toBe(4);
    expect(step?.provenance?.arguments).toEqual({
      atoms: [2, 0],
      seed: 7,
      document: { atoms: 3, sha256: "ab" },
    });
    expect(useSelection.getState().atoms).toEqual([3, 4, 5, 6, 7, 8]);
    expect(useNotices.getState().current?.title).toMatch(/^Added 2 molecules in /);
  });

  it("beside the picture: the camera stays, and the notice offers to show everything", async () => {
    let seen = true;
    let shown = 0;
    // A box that the form draws stands in place of the document; nothing of it lies beside the picture.
    const shows = (from: number) => seen || from !== 3 || useView.getState().preview !== null;
    provideView({ shows, showAll: () => shown++, resetCamera: () => undefined } as unknown as ViewHandle);
    await run(insert, withDocument, { seed: 7 });
    expect(useNotices.getState().current?.action).toBeUndefined();
    seen = false;
    open({ revision: 4 });
    useView.getState().setPreview({ cell, atoms: false });
    await run(insert, withDocument, { seed: 7 });
    const { current } = useNotices.getState();
    expect(current?.title).toMatch(/^Added 2 molecules in /);
    expect(current?.action?.label).toBe("Show everything");
    expect(shown).toBe(0);
    current?.action?.run();
    expect(shown).toBe(1);
    resetCamera();
    expect(useNotices.getState().current?.action).toBeUndefined();
    expect(useNotices.getState().current?.title).toMatch(/^Added 2 molecules in /);
    provideView(null);
  });

  const cells: [name: string, cell: number[] | null, want: string[]][] = [
    ["the same cell", cell, ["add_fragment"]],
    ["a cell off by rounding", cell.map((v) => v + 5e-5), ["add_fragment"]],
    ["another cell", cell.map((v) => 2 * v), ["set_cell", "add_fragment"]],
    ["no cell", null, ["add_fragment"]],
  ];
  it.each(cells)("%s", async (_, given, want) => {
    answer = () => result({ cell: given });
    await run(insert, withDocument, { seed: 7 });
    expect(core.of("edit.apply")[0]?.ops.map((op) => op.op)).toEqual(want);
  });

  it("asks when the document has changed meanwhile", async () => {
    answer = () => {
      open({ revision: 5 });
      return result();
    };
    const declined = run(insert, withDocument, { seed: 7 });
    expect(await answerQuestion(false)).toBe("Add the atoms to the changed structure?");
    expect(await declined).toEqual({ kind: "declined" });
    expect(core.of("edit.apply")).toEqual([]);
    open({ revision: 4 });
    const accepted = run(insert, withDocument, { seed: 7 });
    await answerQuestion(true);
    expect(await accepted).toEqual({ kind: "done" });
    expect(core.of("edit.apply")[0]?.ifRevision).toBe(5);
  });

  it("is kept while the original is shown: a question leads back to the edits and adds it", async () => {
    answer = () => {
      open({ revision: 5, original: true });
      return result();
    };
    const declined = run(insert, withDocument, { seed: 7 });
    expect(await answerQuestion(false)).toBe("Add the atoms to your edits?");
    expect(await declined).toEqual({ kind: "declined" });
    expect(core.of("edit.original")).toEqual([]);
    open({ revision: 4 });
    const accepted = run(insert, withDocument, { seed: 7 });
    await answerQuestion(true);
    expect(await accepted).toEqual({ kind: "done" });
    expect(core.of("edit.original")).toEqual([{ on: false }]);
    expect(core.of("edit.apply")[0]?.ifRevision).toBe(6);
  });

  it("is refused when the document was closed meanwhile", async () => {
    answer = () => {
      useDocument.getState().close();
      return result();
    };
    expect(await run(insert, withDocument, { seed: 7 })).toEqual({ kind: "failed" });
    expect(error()?.message).toContain("closed");
  });
});

it("does not send an optional document when none is open", async () => {
  const optional = { ...withDocument, document: { key: "document", required: false } };
  await run(entry({ document: "optional" }), optional, { seed: 7 });
  expect(worker.of("tool.run")).toEqual([{ name: "liquid_box", args: { atoms: [], seed: 7 } }]);
});

describe("a run that does not end well", () => {
  const hold = () => {
    let release: () => void = () => undefined;
    answer = () =>
      new Promise((resolve) => {
        release = () => resolve(result());
      });
    return () => release();
  };
  const started = () => vi.waitFor(() => expect(worker.of("tool.run")).toHaveLength(1));

  it("stops at problems before it calls", async () => {
    problems = [{ path: "/density", rule: "minimum", message: "Density must be greater than 0" }];
    expect(await run()).toEqual({ kind: "problems", problems });
    expect(worker.of("tool.run")).toEqual([]);
    expect(useTools.getState().forms["page:liquid_box"]?.attempted).toBe(true);
  });

  it("is cancelled by the person, and drops the late result", async () => {
    const release = hold();
    const running = run();
    await started();
    useTools.getState().run?.cancel();
    release();
    expect(await running).toEqual({ kind: "failed" });
    expect(error()).toEqual({ kind: "cancelled", message: "Cancelled." });
    expect(core.of("edit.open")).toEqual([]);
    expect(events).toEqual([{ tool: "liquid_box", ok: false, error: "Cancelled." }]);
    answer = () => result();
    expect(await run()).toEqual({ kind: "done" });
    expect(error()).toBeNull();
  });

  it("ends at its time limit, later when the person keeps waiting", async () => {
    vi.useFakeTimers();
    const release = hold();
    const running = run();
    await started();
    await vi.advanceTimersByTimeAsync(90_000);
    keepWaiting();
    expect(useTools.getState().run?.limit).toBe(200);
    await vi.advanceTimersByTimeAsync(109_000);
    expect(useTools.getState().run).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    release();
    expect(await running).toEqual({ kind: "failed" });
    expect(error()).toEqual({ kind: "timeout", message: "No result within 200 s; the run was stopped." });
    expect(core.of("edit.open")).toEqual([]);
  });

  it("runs once at a time", async () => {
    const release = hold();
    const first = run();
    await started();
    expect(await run()).toEqual({ kind: "declined" });
    release();
    expect(await first).toEqual({ kind: "done" });
    expect(worker.of("tool.run")).toHaveLength(1);
  });

  const refusals: [name: string, error: unknown, kind: string, message: RegExp][] = [
    ["a tool error", { code: "NO_ROOM", message: "There is no room." }, "tool", /^There is no room\.$/],
    ["a broken core", { code: "core_crashed", message: "it stopped" }, "server", /failed in this page: it stopped/],
    ["an internal error", { code: "INTERNAL", message: "internal error" }, "server", /failed in this page/],
  ];
  it.each(refusals)("%s", async (_, thrown, kind, message) => {
    answer = () => {
      throw Object.assign(new Error(), thrown);
    };
    const end: RunEnd = await run();
    expect(end).toEqual({ kind: "failed" });
    expect(error()?.kind).toBe(kind);
    expect(error()?.message).toMatch(message);
    expect(core.of("edit.open")).toEqual([]);
  });
});
