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

test("rows that are kept between others stay, and what is the same stays the same array", () => {
  const first = changeOf(9);
  const before = nextArrays(noArrays, first.json, first.bufs);
  const { json } = changeOf(10, {}, { atomsFrom: 2 });
  const change = { ...json, kept: [3, 9, 0, 0] as [number, number, number, number] };
  const bufs = { positions: Float64Array.of(7, 7, 7, 5, 5, 5), elements: Uint8Array.of(8, 1) };
  const after = nextArrays(before, change, bufs);
  expect([...after.positions]).toEqual([
    ...before.positions.slice(0, 6),
    7,
    7,
    7,
    ...before.positions.slice(9),
    5,
    5,
    5,
  ]);
  expect([...after.elements]).toEqual([...before.elements, 1]);
  expect(before.positions[6]).toBe(2);
  const charged = nextArrays(after, { ...json, atomsFrom: 10, bondsFrom: json.state.bonds }, {});
  expect(charged.positions).toBe(after.positions);
});

test("rows that are added go behind the others, and come back after undo", () => {
  const { commit } = useDocument.getState();
  const rows = (values: number[]) => ({
    positions: Float64Array.from(values.flatMap((v) => [v, v, v])),
    elements: Uint8Array.from(values),
  });
  const send = (atoms: number, from: number, values: number[]) =>
    commit(changeOf(atoms, {}, { atomsFrom: from }).json, rows(values));
  send(3, 0, [1, 2, 3]);
  send(4, 3, [4]);
  const four = useDocument.getState().arrays;
  send(6, 4, [5, 6]);
  expect(useDocument.getState().arrays.elements.buffer).toBe(four.elements.buffer);
  expect([...four.elements]).toEqual([1, 2, 3, 4]);
  send(3, 3, []);
  send(5, 3, [9, 8]);
  send(3, 1, [7, 6]);
  expect([...useDocument.getState().arrays.elements]).toEqual([1, 7, 6]);
  expect([...useDocument.getState().arrays.positions]).toEqual([1, 1, 1, 7, 7, 7, 6, 6, 6]);
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
