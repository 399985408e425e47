// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import type { DocumentState } from "../core/protocol";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useFiles } from "../state/files";
import { useJob } from "../state/job";
import { useNotices } from "../state/notices";
import { changeOf, StubCore } from "../state/stubCore";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { buildExample } from "./examples";

/** Runs that wait for the test to end them. */
const runs: { name: string; done(): void; fail(error: Error): void }[] = [];

vi.mock("../tools/start", () => ({
  PAGE: "page",
  pageRunner: () => ({
    run: (entry: { name: string }, _: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        const structure = { atoms: 6, bonds: 0, cell: null };
        const done = () => resolve({ text: "", result: { name: entry.name, structure, provenance: {} }, bufs: {} });
        signal.addEventListener("abort", () => reject(signal.reason));
        runs.push({ name: entry.name, done, fail: reject });
      }),
  }),
}));
vi.mock("../tools/openTool", () => ({
  findTool: (id: string) => ({
    id,
    name: id.split(":")[1],
    label: "Tool",
    source: { id: "page", name: "molsmith", version: "0" },
    marker: { contract: 1, apply: /adsorb|solvate/.test(id) ? "insert" : "new_document" },
  }),
}));
vi.mock("../tools/resultNotice", () => ({ resultNotice: () => ({ level: "info", title: "Done." }) }));

let core: StubCore;
let revision = 0;
/** The core's document. */
let now: Partial<DocumentState> = {};

const answer = (part: Partial<DocumentState>, opened = false) => {
  now = { ...now, ...part, revision: ++revision };
  return changeOf(6, now, { opened });
};
const open = (name: string) =>
  edit("edit.open", { name, source: { kind: "file", label: name }, structure: { atoms: 6, bonds: 0, cell: null } });
const change = () => edit("edit.apply", { label: "mine", author: "person", ops: [] });
const running = (name: string) => vi.waitFor(() => expect(runs.at(-1)?.name).toBe(name));
const question = () => vi.waitFor(() => expect(useUi.getState().question).not.toBeNull());
const state = () => useDocument.getState().state;

beforeEach(() => {
  runs.length = 0;
  core = new StubCore();
  core.answers.set("edit.open", (request) =>
    answer({ name: (request as { name: string }).name, dirty: false, steps: [] }, true),
  );
  core.answers.set("edit.apply", () => answer({ dirty: true }));
  core.answers.set("edit.rename", (request) => answer({ ...(request as { name: string }), dirty: true }));
  core.answers.set("edit.markSaved", () => answer({ dirty: false }));
  core.answer("edit.close", {});
  core.answers.set("edit.structure", () => ({ json: { structure: { atoms: 6, bonds: 0, cell: null }, sha256: "" } }));
  provideCore(core);
  useDocument.getState().close();
  const presets = ["water", "ethanol"].map((id) => ({ id, name: id, molblock: "", smiles: "" }));
  useTools.setState({ presets: presets as never, run: null });
  useFiles.setState({ format: null, options: {} });
  useUi.setState({ question: null, panel: { kind: "none" } });
  useNotices.setState({ list: [], current: null });
});

test("an example is built, named and counts as saved", async () => {
  const built = buildExample("surface", "Ethanol");
  await running("surface_slab");
  runs.at(-1)?.done();
  await running("adsorb");
  runs.at(-1)?.done();
  await built;
  expect(state()).toMatchObject({ name: "ethanol-on-copper", dirty: false });
  expect(useJob.getState().job).toBeNull();
});

test("the document that the person keeps is left as it is", async () => {
  await open("mine");
  useFiles.getState().set({ format: "lammps", options: { style: "charge" } });
  const built = buildExample("water", "Water box");
  await running("liquid_box");
  await change();
  runs.at(-1)?.done();
  await question();
  useUi.getState().question?.answer("cancel");
  await built;
  expect(state()).toMatchObject({ name: "mine", dirty: true });
  expect(useFiles.getState()).toMatchObject({ format: "lammps", options: { style: "charge" } });
  expect(core.names()).not.toContain("edit.markSaved");
});

test.each([
  ["the result is dropped", "cancel"],
  ["the result is added to it", "confirm"],
] as const)("a file that is opened over half an example stays the person's: %s", async (_, reply) => {
  const built = buildExample("surface", "Ethanol");
  await running("surface_slab");
  runs.at(-1)?.done();
  await running("adsorb");
  await open("mine");
  await change();
  runs.at(-1)?.done();
  await question();
  useUi.getState().question?.answer(reply);
  await built;
  expect(state()).toMatchObject({ name: "mine", dirty: true });
  expect(core.names()).not.toContain("edit.rename");
});

test("an edit of the example while it is built is not counted as saved, nor thrown away", async () => {
  const built = buildExample("surface", "Ethanol");
  await running("surface_slab");
  runs.at(-1)?.done();
  await running("adsorb");
  await change();
  runs.at(-1)?.done();
  await question();
  useUi.getState().question?.answer("confirm");
  await built;
  expect(state()).toMatchObject({ name: "ethanol-on-copper", dirty: true });

  const next = buildExample("surface", "Ethanol");
  await question();
  useUi.getState().question?.answer("confirm");
  await vi.waitFor(() => expect(runs).toHaveLength(3));
  runs.at(-1)?.done();
  await vi.waitFor(() => expect(runs).toHaveLength(4));
  await change();
  useJob.getState().job?.cancel();
  await next;
  expect(state()).toMatchObject({ name: "surface_slab", dirty: true });
});

test.each(["cancelled", "failed"])("%s, an example takes back only what it has opened", async (how) => {
  const end = () => (how === "failed" ? runs.at(-1)?.fail(new Error("no room")) : useJob.getState().job?.cancel());
  const one = buildExample("water", "Water box");
  await running("liquid_box");
  await open("other");
  await change();
  end();
  await one;
  expect(state()).toMatchObject({ name: "other", dirty: true });
  expect(core.names()).not.toContain("edit.close");

  await open("mine");
  useFiles.getState().set({ format: "lammps", options: { style: "charge" } });
  const two = buildExample("surface", "Ethanol");
  await running("surface_slab");
  runs.at(-1)?.done();
  await running("adsorb");
  expect(state()?.name).toBe("surface_slab");
  end();
  await two;
  expect(state()?.name).toBe("mine");
  expect(useFiles.getState()).toMatchObject({ format: "lammps", options: { style: "charge" } });
});

test("where nothing was open, half an example is closed", async () => {
  const built = buildExample("surface", "Ethanol");
  await running("surface_slab");
  runs.at(-1)?.done();
  await running("adsorb");
  useJob.getState().job?.cancel();
  await built;
  expect(state()).toBeNull();
});
