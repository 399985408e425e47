// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { duplicateAtoms } from "../commands/clipboard";
import { besideAll } from "../commands/insertStructure";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { useUi } from "../state/ui";
import { providePageWorker } from "../tools/worker";
import { copyTo, listenToClipboard, OWN_TYPE, plainStructure, xyzText } from "./clipboard";
import { parseOwn, paste, pasteText } from "./paste";

let core: StubCore;
let tools: StubCore;

/** What a DataTransfer is to us. */
class Clip {
  data = new Map<string, string>();
  setData = (type: string, text: string) => void this.data.set(type, text);
  getData = (type: string) => this.data.get(type) ?? "";
}

const clip = () => new Clip() as unknown as DataTransfer & Clip;
const part = {
  structure: { atoms: 2, bonds: 1, cell: null, residueNameTable: ["LIG"] },
};
const arrays = () => ({
  elements: Uint8Array.of(6, 8),
  positions: Float64Array.of(0, 0, 0, 1.2, 0, 0),
  bonds: Uint32Array.of(0, 1),
});

beforeEach(() => {
  core = new StubCore();
  tools = new StubCore();
  provideCore(core);
  providePageWorker(tools);
  core.answers.set("edit.copy", () => ({ json: part, bufs: arrays() }));
  core.answers.set("edit.apply", () => changeOf(6, { revision: 2 }, { atomsFrom: 4, added: [4, 6] }));
  core.answers.set("edit.open", () => changeOf(2, {}, { opened: true }));
  core.answers.set("file.read", () => ({
    json: { format: "xyz", name: "pasted", frames: 1, warnings: [], structure: part.structure },
    bufs: arrays(),
  }));
  core.fail("molecule.resolve", new Error("not asked for"));
  const { json, bufs } = changeOf(4, { bonds: 2 }, { opened: true });
  useDocument.getState().commit(json, {
    ...bufs,
    elements: Uint8Array.of(8, 1, 1, 17),
    bonds: Uint32Array.of(0, 1, 0, 2),
    bondOrders: Uint8Array.of(1, 1),
  });
  useSelection.getState().select([2, 0]);
  useNotices.setState({ list: [], current: null, announcement: "" });
  useUi.setState({ core: "wasm", dialog: "none", question: null, busy: "" });
});

const applied = () => core.asked.find(({ cmd }) => cmd === "edit.apply")?.request as Record<string, unknown>;
const done = (cmd: "edit.apply" | "edit.copy" | "edit.open") => vi.waitFor(() => expect(core.names()).toContain(cmd));

describe("a copy", () => {
  test("is XYZ text for others, in the order of the document", () => {
    expect(xyzText([0, 2])).toBe(
      "2\ndoc, copied from Molsmith\nO      0.00000     0.33333     0.66667\nH      2.00000     2.33333     2.66667\n",
    );
  });

  test("is a structure for a page that cannot ask for it", () => {
    expect(plainStructure([0, 2, 3])).toMatchObject({ elements: [8, 1, 17], bonds: [[0, 1]], bondOrders: [1] });
  });

  test("comes back with labels and charges, as one step, however often", async () => {
    const board = clip();
    copyTo(board, false);
    await done("edit.copy");
    expect([...(core.asked[0]?.bufs.atoms ?? [])]).toEqual([0, 2]);
    await paste(board.getData("text/plain"), board.getData(OWN_TYPE));
    expect(applied()).toMatchObject({
      label: "Paste 2 atoms",
      ops: [{ op: "add_fragment", name: "copy" }],
      fragment: part.structure,
    });
    await paste("", board.getData(OWN_TYPE));
    expect(core.names().filter((name) => name === "edit.apply")).toHaveLength(2);
    expect(core.names()).not.toContain("file.read");
    expect(useSelection.getState().atoms).toEqual([4, 5]);
  });

  test("keeps which of its bonds were found by distance", async () => {
    const { state, arrays: rows } = useDocument.getState();
    useDocument.setState({
      state: { ...(state as NonNullable<typeof state>), inferred: true, revision: 77 },
      arrays: { ...rows, bonds: Uint32Array.of(0, 1, 2, 0), bondOrders: Uint8Array.of(1, 1) },
    });
    core.answer("edit.inferred", { bonds: 1 }, { inferred: Uint8Array.of(0, 1) });
    const to = clip();
    copyTo(to, false);
    await done("edit.copy");
    await paste("", to.getData(OWN_TYPE));
    const pasted = () => core.asked.findLast(({ cmd }) => cmd === "edit.apply")?.bufs.inferred;
    expect(pasted()).toEqual(Uint8Array.of(1));
    useSelection.getState().select([0, 1]);
    useDocument.setState({
      state: { ...(state as NonNullable<typeof state>), atoms: 3, inferred: true, revision: 78 },
      arrays: { ...rows, bonds: Uint32Array.of(0, 1, 2, 0), bondOrders: Uint8Array.of(1, 1) },
    });
    core.answer("edit.inferred", { bonds: 1 }, { inferred: Uint8Array.of(1, 0) });
    await duplicateAtoms.run();
    expect(core.names().filter((name) => name === "edit.apply")).toHaveLength(2);
    expect(pasted()).toEqual(Uint8Array.of(1));
  });

  test("a cut deletes what was copied, after it was copied, as one step", async () => {
    copyTo(clip(), true);
    await done("edit.apply");
    expect(core.names()).toEqual(["edit.copy", "edit.apply"]);
    expect(applied()).toMatchObject({ label: "Cut 2 atoms", ops: [{ op: "delete_atoms", atoms: [0, 2] }] });
  });

  test("a copy that failed is not cut", async () => {
    core.fail("edit.copy", new Error("no"));
    copyTo(clip(), true);
    await vi.waitFor(() => expect(useNotices.getState().current?.title).toBe("Could not cut:"));
    expect(core.names()).toEqual(["edit.copy"]);
  });

  test("of another page is read as the clipboard holds it", async () => {
    const own = JSON.stringify({ token: "elsewhere", structure: { elements: [8] } });
    await paste("1\n\nO 0 0 0\n", own);
    expect(core.asked.find(({ cmd }) => cmd === "file.read")?.request).toEqual({ name: "copy.json" });
    expect(applied()).toMatchObject({ label: "Paste 2 atoms" });
  });
});

describe("the browser's events", () => {
  const event = (type: string, board = clip()) =>
    Object.assign(new Event(type, { bubbles: true, cancelable: true }), { clipboardData: board });

  test("copy what is selected, and nothing of it in a field or a dialog", async () => {
    const stop = listenToClipboard(window);
    const copied = event("copy");
    document.body.dispatchEvent(copied);
    expect(copied.defaultPrevented).toBe(true);
    expect(copied.clipboardData.getData("text/plain")).toContain("copied from Molsmith");
    document.body.innerHTML = "<input>";
    const inField = event("copy");
    document.querySelector("input")?.dispatchEvent(inField);
    useUi.setState({ dialog: "save" });
    const inDialog = event("cut");
    document.body.dispatchEvent(inDialog);
    useUi.setState({ dialog: "none" });
    // The question about a file's elements is a dialog too.
    document.body.innerHTML = '<div role="dialog" aria-modal="true"></div>';
    const inQuestion = event("cut");
    document.body.dispatchEvent(inQuestion);
    document.body.innerHTML = "";
    useSelection.getState().clear();
    const ofNothing = event("copy");
    document.body.dispatchEvent(ofNothing);
    expect([inField, inDialog, inQuestion, ofNothing].map(({ defaultPrevented }) => defaultPrevented)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    stop();
    const after = event("copy");
    document.body.dispatchEvent(after);
    expect(after.defaultPrevented).toBe(false);
  });
});

describe("pasted text", () => {
  const resolves = (json: unknown) => core.answer("molecule.resolve", json);
  const problem = { offset: 0, length: 1, message: "no", ambiguous: false, suggestions: [] };

  beforeEach(() => {
    core.answer("molecule.sketch", { sketch: { preset: null } });
    core.answer("molecule.solid", { name: "", formula: "C2H6O", atoms: 9, molblock: "block", flat: false, missing: 0 });
    core.answers.set("molecule.place", () => ({ json: { ...part, name: "ethanol" }, bufs: arrays() }));
    tools.answer("tool.run", { value: { molblock: "made", force_field: "MMFF94s" } });
  });

  test.each([
    ["CCO", "smiles", "", "C2H6O"],
    ["CCO spirit of wine", "smiles", "spirit of wine", "spirit of wine"],
    ["ethanol", "dictionary", "Ethanol", "Ethanol"],
  ])("%s is placed", async (text, source, name, called) => {
    resolves({ molecule: { smiles: "OCC", source, name, notes: [], others: [], repeatUnit: false } });
    await pasteText(`  ${text}\n`);
    expect(applied()).toMatchObject({ label: `Place ${called}` });
    expect(tools.asked[0]?.request).toMatchObject({ args: { smiles: source === "smiles" ? "CCO" : "OCC" } });
    expect(useNotices.getState().current).toMatchObject({ title: `Placed ${called}.` });
    expect(useUi.getState().busy).toBe("");
  });

  test.each([
    ["CC(=O", problem],
    ["propyl", { ...problem, ambiguous: true }],
  ])("%s goes on in the dialog", async (text, wrong) => {
    resolves({ problem: wrong });
    await pasteText(text);
    expect(useUi.getState()).toMatchObject({ dialog: "molecule", molecule: { text } });
    expect(core.names()).toEqual(["molecule.resolve"]);
  });

  test("words are no structure, and that is said", async () => {
    resolves({ problem });
    await pasteText("hello, world");
    expect(useUi.getState().dialog).toBe("none");
    expect(useNotices.getState().current).toMatchObject({ level: "info", title: "There is no structure to paste." });
  });

  test("the text of a file is read by what it is", async () => {
    await pasteText("2\nCO\nC 0 0 0\nO 1.2 0 0\n");
    expect(core.asked[0]?.request).toEqual({ name: "pasted" });
    expect(applied()).toMatchObject({ label: "Paste 2 atoms", fragment: { cell: null } });
  });

  test("a file that cannot be read says why", async () => {
    core.fail("file.read", new Error("line 3: no element"));
    await pasteText("2\n\nQq 0 0 0\nO 1.2 0 0\n");
    expect(useNotices.getState().current).toMatchObject({ title: "Could not paste:", text: "line 3: no element" });
  });

  const record = { name: "", formula: "CH2O", smiles: "C=O", atoms: 4, molblock: "block", missing: 0 };
  test.each([
    ["in 3D keeps its positions", false, "file.read"],
    ["that is flat gets a geometry", true, "molecule.place"],
  ])("a mol block %s", async (_name, flat, cmd) => {
    core.answer("library.import", { molecules: [{ ...record, flat }], problems: [] });
    await pasteText("x\n\n\n  0  0 V2000\nM  END\n");
    expect(core.names()).toContain(cmd);
    expect(core.names()).toContain("edit.apply");
  });

  test("of an SD file the first molecule is placed and the others are offered", async () => {
    core.answer("library.import", { molecules: [{ ...record, flat: false }, record, record], problems: [] });
    await pasteText("x\n\n\n  0  0 V2000\nM  END\n$$$$\n");
    expect(useNotices.getState().current).toMatchObject({
      title: "Pasted the first of 3 molecules.",
      action: { label: "Add all to the library" },
    });
  });

  test("with nothing open it becomes the document; while the original is shown nothing is pasted", async () => {
    useDocument.getState().close();
    await pasteText("2\nCO\nC 0 0 0\nO 1.2 0 0\n");
    expect(core.names()).toEqual(["file.read", "edit.open"]);
    const { json, bufs } = changeOf(2, { original: true });
    useDocument.getState().commit(json, bufs);
    await paste("CCO");
    expect(core.names()).toHaveLength(2);
    expect(useNotices.getState().current?.title).toBe("Nothing was pasted.");
  });
});

test.each([
  ["", null],
  ["{", null],
  ['{"structure":{}}', null],
  ['{"token":"a"}', { token: "a" }],
])("%j on the clipboard is %j", (own, expected) => {
  expect(parseOwn(own)).toEqual(expected);
});

test("atoms come beside everything, into the middle of an empty cell, to the origin of nothing", () => {
  const two = Float64Array.of(5, 5, 5, 7, 5, 5);
  expect([...besideAll(Float64Array.of(0, 0, 0, 1, 2, 4), null, two)]).toEqual([3, 1, 2, 5, 1, 2]);
  expect([...besideAll(new Float64Array(0), [10, 0, 0, 0, 8, 0, 0, 0, 6], two)]).toEqual([4, 4, 3, 6, 4, 3]);
  expect([...besideAll(new Float64Array(0), null, two)]).toEqual([-1, 0, 0, 1, 0, 0]);
  expect([...besideAll(new Float64Array(0), null, new Float64Array(0))]).toEqual([]);
});
