import { afterEach, expect, test } from "vitest";
import { useDocument } from "../state/document";
import { changeOf } from "../state/stubCore";
import { useUi } from "../state/ui";
import { isPaused } from "./original";
import { commands } from "./registry";

afterEach(() => useDocument.getState().close());

test("what changes the document waits while its original is shown; the rest does not", () => {
  const { json, bufs } = changeOf(3, { original: true });
  useDocument.getState().commit(json, bufs);
  useUi.setState({ core: "wasm" });
  const paused = commands.filter(isPaused).map(({ id }) => id);
  expect(paused).toEqual(expect.arrayContaining(["edit.undo", "edit.redo", "edit.delete", "structure.setCell"]));
  for (const id of ["file.open", "file.save", "view.original", "view.reset", "select.all"])
    expect(paused).not.toContain(id);
  const edited = changeOf(3);
  useDocument.getState().commit(edited.json, edited.bufs);
  expect(commands.filter(isPaused)).toEqual([]);
});
