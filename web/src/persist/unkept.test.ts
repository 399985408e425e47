import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noArrays, useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { changeOf } from "../state/stubCore";
import { sayUnkept } from "./unkept";

const commit = (atoms: number, dirty: boolean, opened = false) => {
  const { json, bufs } = changeOf(atoms, { dirty }, { opened });
  useDocument.getState().commit(json, bufs);
};

beforeEach(() => {
  vi.useFakeTimers();
  useNotices.setState({ list: [], current: null });
  useDocument.setState({ state: null, arrays: noArrays });
});
afterEach(() => vi.useRealTimers());

test("without storage, the first unsaved edit says that a crash takes it, once and after the notice of the step", () => {
  sayUnkept("the browser gives this page no storage");
  commit(3, false, true);
  vi.runAllTimers();
  expect(useNotices.getState().list).toEqual([]);

  commit(2, true);
  useNotices.getState().notify({ level: "info", title: "Removed 1 hydrogen." });
  vi.runAllTimers();
  expect(useNotices.getState().current).toMatchObject({
    level: "warning",
    lasting: true,
    title: "Your edits are not kept for a crash:",
    text: "the browser gives this page no storage. Save the document to be safe.",
  });
  commit(1, true);
  vi.runAllTimers();
  expect(useNotices.getState().list).toHaveLength(2);
  expect(useNotices.getState().current?.lasting).toBe(true);
});

test("edits that are there already are spoken of at once", () => {
  commit(3, true, true);
  sayUnkept("The operation is insecure.");
  expect(useNotices.getState().current?.text).toBe("The operation is insecure. Save the document to be safe.");
});
