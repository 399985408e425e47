import { beforeEach, expect, test, vi } from "vitest";
import type { FileContent } from "../core/protocol";
import { useOpening } from "../opening/opening";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { projectFormat, useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { useUi } from "../state/ui";
import { close } from "./close";
import { deleteAtoms } from "./deleteAtoms";
import { largestFile, openDocument, openFirst } from "./openDocument";
import { reopen } from "./reopen";
import { save } from "./save";
import { saveIn } from "./saveAs";
import { writeDocument } from "./saveDocument";
import { selectMolecules } from "./select";

const xyz = { id: "extxyz", label: "XYZ", extensions: [".xyz"], canRead: true, canWrite: true };
const cif = { id: "cif", label: "CIF", extensions: [".cif"], canRead: true, canWrite: false };

let core: StubCore;
const file = (name: string, text = "x") => new File([text], name);
const notice = () => useNotices.getState().current;

beforeEach(() => {
  core = new StubCore();
  core.answers.set("edit.open", (request) => {
    const { name, structure } = request as { name: string; structure: { atoms: number } };
    return changeOf(structure.atoms, { name }, { opened: true });
  });
  core.answer("edit.close", {});
  reads("extxyz", "water", 3);
  provideCore(core);
  useDocument.getState().close();
  useSelection.getState().clear();
  useFiles.setState({ formats: [xyz, cif], format: null, options: {}, saved: null });
  useUi.setState({ core: "wasm", busy: "", question: null, dialog: "none", panel: { kind: "none" } });
  useNotices.setState({ list: [], current: null });
});

function reads(format: string, name: string, atoms: number, rest: Partial<FileContent> = {}) {
  const structure = { atoms, bonds: 0, cell: null };
  core.answer("file.read", { format, name, frames: 1, warnings: [], structure, ...rest });
}

test("a file becomes the document, and its format the one to save in", async () => {
  await openDocument(file("water.xyz"));
  expect(useDocument.getState().state?.atoms).toBe(3);
  expect(core.asked[1]?.request).toMatchObject({ name: "water", source: { kind: "file", label: "water.xyz" } });
  expect(useFiles.getState().format).toBe("extxyz");
  // Bonds are offered, not guessed.
  expect(notice()).toMatchObject({
    level: "info",
    text: "It lists no bonds.",
    action: { label: "Bonds by distance…" },
  });
  expect(useUi.getState().busy).toBe("");
});

test("a file that comes while another is read is not dropped without a word", async () => {
  useUi.setState({ busy: "Opening other.pdb" });
  await openDocument(file("water.xyz"));
  expect(useDocument.getState().state).toBeNull();
  expect(notice()).toMatchObject({
    level: "warning",
    title: "water.xyz was not opened.",
    text: "“Opening other.pdb” is not done yet; open the file when it is.",
  });
});

test("a format that cannot be written leaves the choice open", async () => {
  reads("cif", "quartz", 9);
  await openDocument(file("quartz.cif"));
  expect(useFiles.getState().format).toBeNull();
});

test("symmetry goes to the document, which expands it", async () => {
  const symmetry = { operations: ["x,y,z", "-x,-y,-z"], spaceGroup: "P -1" };
  reads("cif", "salt", 2, { symmetry });
  await openDocument(file("salt.cif"));
  expect(core.asked[1]?.request).toMatchObject({ name: "salt", symmetry });
});

test("a project is opened with its history and what it warns of", async () => {
  reads("project", "box", 0, { project: true });
  core.answers.set("project.open", () => {
    const { json, bufs } = changeOf(4, { name: "box" }, { opened: true });
    return { json: { ...json, warnings: ["Step 2 (Paste) was left out."] }, bufs };
  });
  await openDocument(file("box.molsmith.json", "{}"));
  expect(core.names()).toEqual(["file.read", "project.open"]);
  expect(core.asked[1]?.bufs.data).toHaveLength(2);
  expect(useDocument.getState().state?.atoms).toBe(4);
  expect(notice()).toMatchObject({ level: "warning", warnings: ["Step 2 (Paste) was left out."] });
});

test("a file that states no elements is asked about, and read again with the answer", async () => {
  core.answers.set("file.read", (request) => {
    const structure = { atoms: 3, bonds: 0, cell: null };
    const { ask } = request as { ask?: boolean };
    const labels = ask ? [{ label: "OW", atoms: 1, element: 8 }] : undefined;
    return { json: { format: "gro", name: "w", frames: 1, warnings: [], structure, labels } };
  });
  const opening = openDocument(file("w.gro"));
  await vi.waitFor(() => expect(useOpening.getState().question).not.toBeNull());
  expect(useOpening.getState().question?.file).toBe("w.gro");
  useOpening.getState().question?.answer({ OW: 8 });
  await opening;
  expect(core.asked.map(({ cmd, request }) => [cmd, (request as { elements?: unknown }).elements])).toEqual([
    ["file.read", undefined],
    ["file.read", { OW: 8 }],
    ["edit.open", undefined],
  ]);
  const again = openDocument(file("w.gro"));
  await vi.waitFor(() => expect(useOpening.getState().question).not.toBeNull());
  useOpening.getState().question?.answer(null);
  await again;
  expect(core.names().filter((name) => name === "edit.open")).toHaveLength(1);
});

test("of a disordered crystal the most occupied sites are kept, or all", async () => {
  reads("cif", "salt", 2, { disordered: true });
  for (const [reply, reads] of [
    ["confirm", 2],
    ["other", 1],
  ] as const) {
    core.asked.length = 0;
    const opening = openDocument(file("salt.cif"));
    await vi.waitFor(() => expect(useUi.getState().question?.title).toContain("disordered"));
    useUi.getState().question?.answer(reply);
    await opening;
    expect(core.names().filter((name) => name === "file.read")).toHaveLength(reads);
    expect(core.names().at(-1)).toBe("edit.open");
  }
});

test("a project is saved whole, and from then on Save saves it", async () => {
  await openDocument(file("water.xyz"));
  core.answer(
    "project.save",
    { fileName: "water.molsmith.json", mime: "application/json" },
    { text: new Uint8Array(2) },
  );
  core.answers.set("edit.markSaved", () => changeOf(3, { name: "water" }));
  useFiles.setState({ formats: [projectFormat, xyz] });
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  const link = { click: vi.fn(), href: "", download: "" };
  vi.stubGlobal("document", { createElement: () => link });
  await saveIn(projectFormat).run();
  vi.unstubAllGlobals();
  expect(link.download).toBe("water.molsmith.json");
  expect(useFiles.getState().format).toBe("project");
  expect(notice()?.text).toContain("with its history");

  // What was changed while the file was written is in no file.
  core.fail("edit.markSaved", Object.assign(new Error("changed in the meantime"), { code: "STALE" }));
  vi.stubGlobal("document", { createElement: () => link });
  expect(await writeDocument("project")).toBe(false);
  vi.unstubAllGlobals();
  expect(core.asked.at(-1)?.request).toEqual({ ifRevision: useDocument.getState().state?.revision });
  expect(notice()?.text).toContain("changed meanwhile");
  saved.mockRestore();
});

test("after a Save its name and ending are those of the next, until the document is renamed", async () => {
  await openDocument(file("c.extxyz"));
  const both = { ...xyz, extensions: [".xyz", ".extxyz"] };
  const pdb = { id: "pdb", label: "PDB", extensions: [".pdb"], canRead: true, canWrite: true };
  useFiles.setState({ formats: [both, pdb, projectFormat] });
  const report = { format: "extxyz", losses: [], changes: [] };
  core.answer("file.report", report);
  core.answer("file.write", { mime: "text/plain", report }, { data: Uint8Array.of(77) });
  const called = (name: string) => {
    const { state } = useDocument.getState();
    const source = { kind: "file", label: "c.extxyz", atoms: 3 };
    if (state) useDocument.setState({ state: { ...state, name, source } });
    core.answers.set("edit.markSaved", () => changeOf(3, { name, source }));
  };
  called("c");
  const url = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  const link = { click: vi.fn(), href: "", download: "" };
  vi.stubGlobal("document", { createElement: () => link });
  const names: string[] = [];
  const written = async (work: unknown) => {
    await work;
    names.push(link.download);
  };
  await written(save.run());
  await written(writeDocument("extxyz", "d.xyz"));
  await written(save.run());
  await written(saveIn(pdb).run());
  await written(writeDocument("extxyz", "e.xyz"));
  called("f");
  await written(save.run());
  vi.unstubAllGlobals();
  url.mockRestore();
  expect(names).toEqual(["c.extxyz", "d.xyz", "d.xyz", "d.pdb", "e.xyz", "f.xyz"]);
  // Another document has a name of its own.
  await openDocument(file("water.xyz"));
  expect(useFiles.getState().saved).toBeNull();
});

test("before edits are lost they can be saved as a project", async () => {
  await openDocument(file("water.xyz"));
  const { state } = useDocument.getState();
  if (state) useDocument.setState({ state: { ...state, dirty: true } });
  useFiles.setState({ formats: [projectFormat, xyz] });
  core.fail("project.save", new Error("it has too many atoms"));
  const opening = openDocument(file("other.xyz"));
  await vi.waitFor(() => expect(useUi.getState().question?.other).toBe("Save as project first"));
  useUi.getState().question?.answer("other");
  await opening;
  // What could not be saved is not thrown away.
  expect(useDocument.getState().state?.name).toBe("water");
  expect(notice()?.title).toContain("Could not save");
});

test("what cannot be read changes nothing and says why", async () => {
  await openDocument(file("water.xyz"));
  core.fail("file.read", new Error("line 4: expected 3 coordinates, found 2"));
  await openDocument(file("broken.xyz"));
  expect(notice()).toMatchObject({
    level: "error",
    title: "Could not open broken.xyz:",
    text: "line 4: expected 3 coordinates, found 2",
  });
  expect(useDocument.getState().state?.name).toBe("water");
});

test("a file over the limit is refused before it is read", async () => {
  const large = file("large.xyz");
  Object.defineProperty(large, "size", { value: largestFile + 1 });
  await openDocument(large);
  expect(notice()?.text).toContain("the limit is 256 MiB");
  expect(core.asked).toEqual([]);
});

test("unsaved edits are asked about; keeping them keeps the document", async () => {
  await openDocument(file("water.xyz"));
  const { state } = useDocument.getState();
  if (state) useDocument.setState({ state: { ...state, dirty: true } });
  reads("extxyz", "other", 5);
  const opening = openDocument(file("other.xyz"));
  await vi.waitFor(() => expect(useUi.getState().question).not.toBeNull());
  useUi.getState().question?.answer("cancel");
  await opening;
  expect(useDocument.getState().state?.name).toBe("water");
  const again = openDocument(file("other.xyz"));
  await vi.waitFor(() => expect(useUi.getState().question).not.toBeNull());
  useUi.getState().question?.answer("confirm");
  await again;
  expect(useDocument.getState().state?.name).toBe("other");
});

test("several files: the first opens, the others are named; warnings and frames too", async () => {
  reads("extxyz", "water", 3, { frames: 5, warnings: ["no bonds in the file"] });
  await openFirst([file("a.xyz"), file("b.xyz"), file("c.xyz")]);
  expect(notice()).toMatchObject({
    level: "warning",
    title: "Opened a.",
    warnings: [
      "The file holds 5 frames; the first one is open.",
      "no bonds in the file",
      "Not opened: b.xyz, c.xyz. One file is one document.",
    ],
    action: { label: "Add to the library" },
  });
});

test("a SMILES file goes to the molecule dialog: what is open stays", async () => {
  await openDocument(file("water.xyz"));
  await openDocument(file("drugs.smi", "SMILES name\n# two\nCCO\tethanol\r\nOCC\n"));
  expect(useUi.getState()).toMatchObject({ dialog: "molecule", molecule: { text: "CCO ethanol" }, busy: "" });
  expect(useDocument.getState().state?.name).toBe("water");
  expect(notice()).toMatchObject({ title: "Opened drugs.smi.", text: "The first of 2 lines is in the dialog." });
  await openDocument(file("none.SMI", "\n"));
  expect(notice()).toMatchObject({ level: "error", text: "the file is empty" });
  useUi.setState({ dialog: "none" });
});

test("a second file waits for nothing while one is being opened", async () => {
  await Promise.all([openDocument(file("a.xyz")), openDocument(file("b.xyz"))]);
  expect(core.names()).toEqual(["file.read", "edit.open"]);
});

test("Save asks for a format the first time and when something would be lost", async () => {
  await openDocument(file("water.xyz"));
  core.answer("file.report", { format: "extxyz", losses: ["2 bonds"], changes: [] });
  await save.run();
  expect(useUi.getState().dialog).toBe("save");
  expect(core.names()).not.toContain("file.write");

  useUi.setState({ dialog: "none" });
  useFiles.setState({ format: null });
  await save.run();
  expect(useUi.getState().dialog).toBe("save");
});

test("a report that is read and put away leaves the format of Save as it was", async () => {
  await openDocument(file("water.xyz"));
  core.answer("file.report", { format: "cif", losses: ["2 bonds"], changes: [] });
  await saveIn(cif).run();
  expect(useUi.getState().dialog).toBe("save");
  expect(useFiles.getState()).toMatchObject({ format: "extxyz", proposed: "cif" });
});

test("deleting is one step and clears the selection", async () => {
  await openDocument(file("water.xyz"));
  useSelection.getState().select([1, 2]);
  core.answers.set("edit.apply", () => changeOf(1, { revision: 2 }, { atomsFrom: 1 }));
  await deleteAtoms([1, 2]);
  expect(core.asked.at(-1)?.request).toEqual({
    label: "Delete 2 atoms",
    author: "person",
    ops: [{ op: "delete_atoms", atoms: [1, 2] }],
    ifRevision: 1,
  });
  expect(useSelection.getState().atoms).toEqual([]);
  expect(useDocument.getState().state?.atoms).toBe(1);
});

test("deleting twice before the first answer deletes only what was selected", async () => {
  await openDocument(file("water.xyz"));
  core.answers.set("edit.apply", () => changeOf(2, { revision: 2 }, { atomsFrom: 1 }));
  await Promise.all([deleteAtoms([1]), deleteAtoms([1])]);
  expect(core.names().filter((name) => name === "edit.apply")).toHaveLength(1);
  core.fail("edit.apply", new Error("the document has changed in the meantime"));
  await deleteAtoms([1]);
  expect(notice()).toMatchObject({ title: "Could not delete:", text: "the document has changed in the meantime" });
});

test("molecules of several atoms are found with one call", async () => {
  await openDocument(file("water.xyz"));
  core.answer("edit.component", {}, { atoms: Uint32Array.of(0, 1, 2) });
  await selectMolecules([1, 2]);
  expect(useSelection.getState().atoms).toEqual([0, 1, 2]);
  expect(core.names().filter((name) => name === "edit.component")).toHaveLength(1);
  expect(core.asked.at(-1)?.bufs.atoms).toEqual(Uint32Array.of(1, 2));
});

test("close, then reopen with its steps", async () => {
  await openDocument(file("water.xyz"));
  expect(reopen.enabled?.()).toBe(false);
  await close.run();
  expect(useDocument.getState().state).toBeNull();
  expect(reopen.enabled?.()).toBe(true);
  await reopen.run();
  expect(useDocument.getState().state).toMatchObject({ name: "water", atoms: 3 });
});
