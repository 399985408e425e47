import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DocumentState } from "../core/protocol";
import { noArrays, useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { changeOf } from "../state/stubCore";
import { sayUnkept } from "./unkept";

const commit = (atoms: number, dirty: boolean, opened = false, part: Partial<DocumentState> = {}) => {
  const { json, bufs } = changeOf(atoms, { dirty, ...part }, { opened });
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
    title: "The document is not kept for a crash:",
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

test("what no file has is spoken of before its first edit, as it would be kept", () => {
  sayUnkept("the browser gives this page no storage");
  commit(0, false, true, { source: { kind: "new", label: "New empty cell", atoms: 0 } });
  vi.runAllTimers();
  expect(useNotices.getState().list).toEqual([]);
  commit(33, false, true, { source: { kind: "new", label: "Sketched ibuprofen", atoms: 33 } });
  vi.runAllTimers();
  expect(useNotices.getState().current?.title).toBe("The document is not kept for a crash:");
});

test.each(["tool", "new"] as const)("so is what is open already: made by a %s", (kind) => {
  commit(9, false, true, { source: { kind, label: "x", atoms: 9 } });
  sayUnkept("a reason");
  expect(useNotices.getState().list).toHaveLength(1);
});
