import { beforeEach, expect, test } from "vitest";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import {
  centerAtoms,
  newCell,
  removeCell,
  replaceWaters,
  setCell,
  unwrapMolecules,
  wrapAtoms,
  wrapMolecules,
} from "./cell";

const box = [10, 0, 0, 0, 10, 0, 0, 0, 10];
let core: StubCore;

beforeEach(() => {
  core = new StubCore();
  provideCore(core);
  useDocument.getState().close();
  useSelection.getState().clear();
  useNotices.setState({ list: [], current: null, announcement: "" });
  useUi.setState({ core: "wasm", panel: { kind: "none" } });
  useTools.setState({ run: null });
});

function open(part: { cell?: number[] | null; bonds?: number } = {}, atoms = 4) {
  const { json, bufs } = changeOf(atoms, { cell: box, bonds: 2, ...part }, { opened: true });
  useDocument.getState().commit(json, bufs);
}

/** What the core answers to edit.images. */
function images(moved: number, molecules: number, notes: string[] = []) {
  core.answers.set("edit.images", () => {
    const change = changeOf(4, { cell: box, bonds: 2, revision: 2 });
    return { ...change, json: { ...change.json, moved, molecules, networks: notes.length, notes } };
  });
}

test("each says what it misses, and is enabled when it has that", () => {
  const reasons = () =>
    [setCell, removeCell, centerAtoms, wrapAtoms, wrapMolecules, unwrapMolecules, replaceWaters].map((command) => {
      expect(command.enabled?.()).toBe(command.reason?.() === undefined);
      return command.reason?.() ?? "";
    });
  expect(new Set(reasons())).toEqual(new Set(["Nothing is open."]));
  open({ cell: null, bonds: 0 });
  expect(reasons()).toEqual([
    "",
    "The document has no cell.",
    "",
    "The document has no cell.",
    "The document has no cell.",
    "The document has no cell.",
    "The document has no bonds, so its molecules are not known.",
  ]);
  open({ bonds: 0 }, 0);
  expect(reasons()[3]).toBe("The document has no atoms.");
  open();
  expect(reasons().every((reason) => reason === "")).toBe(true);
  useUi.setState({ core: "none" });
  expect(newCell.reason?.()).toBe("The chemistry core has not started.");
});

test("wrapping keeps the selection, says how many moved and names networks", async () => {
  open();
  useSelection.getState().select([3, 1]);
  images(2, 1, ["C6 (6 atoms, from #0) is bonded to its own images and was wrapped atom by atom."]);
  await wrapMolecules.run();
  expect(core.asked.at(-1)).toMatchObject({ cmd: "edit.images", request: { mode: "molecules", ifRevision: 1 } });
  expect(useSelection.getState().atoms).toEqual([3, 1]);
  expect(useNotices.getState().current).toMatchObject({
    level: "warning",
    title: "Wrapped 1 molecule into the cell.",
    warnings: ["C6 (6 atoms, from #0) is bonded to its own images and was wrapped atom by atom."],
  });
  images(3, 2);
  await wrapAtoms.run();
  expect(useNotices.getState().current?.title).toBe("Wrapped 3 atoms into the cell.");
  await unwrapMolecules.run();
  expect(useNotices.getState().current?.title).toBe("Made 2 molecules whole.");
});

test("nothing to move says so", async () => {
  open();
  images(0, 0);
  for (const [command, title] of [
    [wrapAtoms, "All atoms are in the cell already."],
    [wrapMolecules, "All molecules are in the cell already."],
    [unwrapMolecules, "There is no molecule to make whole."],
  ] as const) {
    await command.run();
    expect(useNotices.getState().current).toMatchObject({ level: "info", title });
  }
});

test("removing the cell tells of bonds that crossed its faces", async () => {
  open();
  const { json, bufs } = changeOf(4, { cell: null, revision: 2 });
  core.answer("edit.preview", { ...json, notes: ["Stretches 1 bond across faces of the cell"] });
  core.answers.set("edit.apply", () => ({ json, bufs }));
  await removeCell.run();
  expect(core.names()).toEqual(["edit.preview", "edit.apply"]);
  expect(core.asked.at(-1)?.request).toMatchObject({ ops: [{ op: "set_cell", cell: null }], ifRevision: 1 });
  expect(useDocument.getState().state?.cell).toBeNull();
  expect(useNotices.getState().current).toMatchObject({ level: "warning", title: "Removed the cell." });
});

test("a refusal is told and changes nothing", async () => {
  open();
  core.fail("edit.images", new Error("atom 0 lies too far from the cell"));
  await wrapAtoms.run();
  expect(useNotices.getState().current).toMatchObject({ level: "error", title: "Could not wrap:" });
});

test("forms open in Details, but not while a tool runs", () => {
  open();
  centerAtoms.run();
  expect(useUi.getState().panel).toEqual({ kind: "structure", form: "center" });
  useUi.setState({ panel: { kind: "none" } });
  useTools.setState({ run: { toolId: "page:liquid_box" } as never });
  setCell.run();
  expect(useUi.getState().panel).toEqual({ kind: "none" });
  expect(useNotices.getState().current?.title).toBe("A tool is running.");
});
