import { beforeEach, expect, test } from "vitest";
import type { EditOp } from "../core/protocol";
import { provideCore } from "./core";
import { useDocument } from "./document";
import { edit } from "./edits";
import { useSelection } from "./selection";
import { changeOf, StubCore } from "./stubCore";
import { LOST } from "./watch";

let core: StubCore;

beforeEach(() => {
  core = new StubCore();
  core.answers.set("edit.apply", () => changeOf(4, { revision: 2 }));
  provideCore(core);
  const { json, bufs } = changeOf(4);
  useDocument.getState().commit(json, bufs);
  useSelection.getState().select([1, 2]);
});

const apply = (...ops: EditOp[]) => edit("edit.apply", { label: "", author: "person", ops });
const selected = () => useSelection.getState().atoms;

const move: EditOp = { op: "move_atoms", atoms: [1], by: [1, 0, 0] };

test.each<EditOp>([
  move,
  { op: "rotate_atoms", atoms: [1], axis: [0, 0, 1], origin: [0, 0, 0], angle: 90 },
  { op: "replace_positions" },
  { op: "set_label", atoms: [1], name: "C1" },
  { op: "set_charge", atoms: [1], charges: [1] },
  { op: "set_order", bonds: [1, 2], orders: [2] },
  { op: "delete_bond", bonds: [1, 2] },
  { op: "set_cell", cell: null },
  { op: "center", axes: "abc" },
])("$op leaves the atoms and their selection", async (op) => {
  await apply(op);
  expect(selected()).toEqual([1, 2]);
});

test("a selection that is made while the edit is on its way stays", async () => {
  const moving = apply(move);
  useSelection.getState().select([3]);
  await moving;
  expect(selected()).toEqual([3]);
});

test("nobody sees the selection go while atoms move", async () => {
  const seen: (readonly number[])[] = [];
  const stop = useSelection.subscribe(({ atoms }) => seen.push(atoms));
  await apply(move);
  stop();
  expect(seen).toEqual([]);
});

test("atoms that may be others now are not selected", async () => {
  core.answers.set("edit.apply", () => changeOf(3, { revision: 2 }));
  await apply(move, { op: "delete_atoms", atoms: [0] });
  expect(selected()).toEqual([]);
  useSelection.getState().select([1]);
  core.answers.set("edit.undo", () => changeOf(4, { revision: 3 }));
  await edit("edit.undo", {});
  expect(selected()).toEqual([]);
});

test.each<[string, number, [number, number] | undefined, number[]]>([
  ["stay", 4, undefined, [1, 2]],
  ["got one more, which is not selected", 5, [4, 5], [1, 2]],
  ["lost one", 3, undefined, []],
  ["lost one and got another", 4, [3, 4], []],
])("an element is changed, and the hydrogens %s", async (_, atoms, added, left) => {
  core.answers.set("edit.element", () => changeOf(atoms, { revision: 2 }, added ? { added } : {}));
  await edit("edit.element", { atoms: [1], element: 7 });
  expect(selected()).toEqual(left);
});

test("hydrogens go: what was selected is found in its new rows", async () => {
  useSelection.getState().select([3, 1, 0]);
  core.answers.set("edit.element", () => {
    const { json, bufs } = changeOf(3, { revision: 2 });
    return { json, bufs: { ...bufs, watched: Uint32Array.of(2, LOST, 0) } };
  });
  await edit("edit.element", { atoms: [3], element: 7 });
  expect(core.asked.at(-1)?.bufs.watch).toEqual(Uint32Array.of(3, 1, 0));
  expect(selected()).toEqual([2, 0]);
});

test("what an edit adds is selected", async () => {
  core.answers.set("edit.apply", () => changeOf(6, { revision: 2 }, { added: [4, 6] }));
  await apply({ op: "add_fragment", name: "water" });
  expect(selected()).toEqual([4, 5]);
});
