import { beforeEach, describe, expect, test } from "vitest";
import type { DocumentState, StepInfo } from "../core/protocol";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { useUi } from "../state/ui";
import { commands, runCommand } from "./registry";

const step: StepInfo = { id: "s1", label: "Delete 1 atom", detail: "−1", author: "person" };

function open(part: Partial<DocumentState> = {}) {
  useDocument.setState({
    state: {
      revision: 1,
      name: "water",
      atoms: 3,
      bonds: 2,
      cell: null,
      formula: "H2O",
      components: [{ formula: "H2O", count: 1 }],
      mass: 18.015,
      charge: 0,
      density: null,
      steps: [],
      redo: [],
      source: { kind: "file", label: "water.xyz", atoms: 3 },
      dirty: false,
      symmetry: null,
      original: false,
      ...part,
    },
  });
}

const enabled = () => commands.filter((command) => command.enabled?.() ?? true).map((command) => command.id);

beforeEach(() => {
  useDocument.getState().close();
  useSelection.getState().clear();
  useUi.setState({ core: "wasm", busy: "", tool: "select" });
});

describe("commands", () => {
  test("have one id and no shortcut twice", () => {
    const ids = commands.map((command) => command.id);
    const shortcuts = commands.flatMap((command) => command.shortcut?.split(" ") ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });

  test("with nothing open only what needs no document is enabled", () => {
    expect(enabled()).toEqual([
      "file.newCell",
      "crystal.bulk",
      "file.open",
      "edit.paste",
      "molecule.new",
      "library.show",
      "tool.select",
      "tool.move",
      "tool.rotate",
      "tool.add",
      "tool.bond",
      "tool.element",
      "tool.delete",
      "tool.place",
      "tool.measure",
      "page.details",
      "page.history",
      "help.shortcuts",
      "help.guide",
      "help.about",
      "help.licenses",
    ]);
  });

  test("an open document enables saving, selecting and the view", () => {
    open();
    expect(enabled()).toEqual(
      expect.arrayContaining(["file.save", "file.saveAs", "file.close", "select.all", "view.reset", "view.along.x"]),
    );
    for (const id of ["edit.undo", "edit.redo", "edit.delete", "view.along.a"]) expect(enabled()).not.toContain(id);
  });

  test("steps, selection and cell enable what belongs to them", () => {
    open({ steps: [step], redo: [step], cell: [10, 0, 0, 0, 10, 0, 0, 0, 10] });
    useSelection.getState().select([0]);
    expect(enabled()).toEqual(
      expect.arrayContaining([
        "edit.undo",
        "edit.redo",
        "edit.delete",
        "select.molecule",
        "select.none",
        "view.along.a",
      ]),
    );
  });

  test("without a core nothing is opened or saved", () => {
    open();
    useUi.setState({ core: "none" });
    for (const id of ["file.open", "file.save", "file.saveAs"]) expect(enabled()).not.toContain(id);
  });

  test("a disabled command does not run", () => {
    const undo = commands.find((command) => command.id === "edit.undo");
    expect(undo && runCommand(undo)).toBe(false);
  });

  test("undo and redo say which step went and came", async () => {
    const [undo, redo] = ["edit.undo", "edit.redo"].map((id) => commands.find((command) => command.id === id));
    const set: StepInfo = { ...step, label: "Set #0 to N" };
    const done = changeOf(3, { revision: 2, steps: [set] }, { opened: true });
    const undone = changeOf(3, { revision: 3, redo: [set] });
    const core = new StubCore();
    core.answers.set("edit.undo", () => undone);
    core.answers.set("edit.redo", () => changeOf(3, { revision: 4, steps: [set] }));
    provideCore(core);
    useDocument.getState().commit(done.json, done.bufs);
    useNotices.getState().announce("Measured 2.229 Å");
    await undo?.run();
    expect(useNotices.getState().announcement).toBe("Undid: Set #0 to N");
    await redo?.run();
    expect(useNotices.getState().announcement).toBe("Redid: Set #0 to N");
  });

  test("Esc clears the selection, then goes back to Select", () => {
    open();
    useUi.setState({ tool: "delete" });
    useSelection.getState().select([0, 1]);
    const clear = commands.find((command) => command.id === "select.none");
    if (!clear) throw new Error("no such command");
    runCommand(clear);
    expect(useSelection.getState().atoms).toEqual([]);
    expect(useUi.getState().tool).toBe("delete");
    runCommand(clear);
    expect(useUi.getState().tool).toBe("select");
    expect(runCommand(clear)).toBe(false);
  });

  test("inverting selects the rest in order", () => {
    open();
    useSelection.getState().select([1]);
    const invert = commands.find((command) => command.id === "select.invert");
    if (invert) runCommand(invert);
    expect(useSelection.getState().atoms).toEqual([0, 2]);
  });
});

test("every direction can be looked along without Shift, those of the cell with a cell", () => {
  const along = commands.filter(({ id }) => id.startsWith("view.along."));
  expect(along.map(({ label }) => label.replace("Along ", "")).join(" ")).toBe("x y z −x −y −z a b c −a −b −c");
  open({ cell: null });
  expect(along.filter(({ enabled }) => enabled?.())).toHaveLength(6);
});
