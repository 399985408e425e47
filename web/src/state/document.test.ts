import { beforeEach, expect, test } from "vitest";
import { nextArrays, noArrays, useDocument } from "./document";
import { changeOf } from "./stubCore";

beforeEach(() => useDocument.getState().close());

test("rows before the changed ones stay, the rest is replaced", () => {
  const first = changeOf(3);
  const before = nextArrays(noArrays, first.json, first.bufs);
  const next = changeOf(4, {}, { atomsFrom: 2 });
  next.bufs.elements = Uint8Array.of(1, 6);
  const after = nextArrays(before, next.json, next.bufs);
  expect([...after.elements]).toEqual([8, 8, 1, 6]);
  expect([...after.positions.slice(0, 6)]).toEqual([...before.positions.slice(0, 6)]);
  expect(after.positions).toHaveLength(12);
});

test("a shorter document is cut", () => {
  const first = changeOf(3);
  const before = nextArrays(noArrays, first.json, first.bufs);
  const { json, bufs } = changeOf(1, {}, { atomsFrom: 1 });
  expect(nextArrays(before, json, bufs).elements).toHaveLength(1);
});

test("arrays without a change are the same objects", () => {
  const first = changeOf(3);
  const before = nextArrays(noArrays, first.json, first.bufs);
  const { json, bufs } = changeOf(3, {}, { atomsFrom: 3 });
  expect(nextArrays(before, json, bufs).positions).toBe(before.positions);
});

test("opening counts up, editing does not", () => {
  const { commit } = useDocument.getState();
  const start = useDocument.getState().opened;
  const open = changeOf(2, {}, { opened: true });
  commit(open.json, open.bufs);
  const edit = changeOf(1);
  commit(edit.json, edit.bufs);
  expect(useDocument.getState().opened).toBe(start + 1);
  expect(useDocument.getState().state?.atoms).toBe(1);
});
