import { expect, test } from "vitest";
import { longList, withoutLists } from "./lists";
import type { Bufs } from "./protocol";

const atoms = Array.from({ length: longList }, (_, i) => 2 * i);

test("long lists of ops travel as arrays, short ones as they are", () => {
  const bufs: Bufs = {};
  const request = {
    label: "",
    ops: [
      { op: "delete_atoms", atoms: [1, 2] },
      { op: "move_atoms", atoms, by: [1, 0, 0] },
    ],
  };
  const out = withoutLists("edit.apply", request, bufs);
  expect(JSON.parse(JSON.stringify(out))).toEqual({
    label: "",
    ops: [
      { op: "delete_atoms", atoms: [1, 2] },
      { op: "move_atoms", by: [1, 0, 0] },
    ],
  });
  expect(Object.keys(bufs)).toEqual(["ops.1.atoms"]);
  expect(bufs["ops.1.atoms"]).toEqual(Uint32Array.from(atoms));
  expect(request.ops[1]?.atoms).toBe(atoms);
});

test("the atoms of commands that take an array travel as one", () => {
  const bufs: Bufs = {};
  expect(withoutLists("edit.remove", { atoms, fill: true }, bufs)).toEqual({ fill: true });
  expect(bufs.atoms).toEqual(Uint32Array.from(atoms));
});

test("what is no list of indices, and other commands, stay", () => {
  for (const [cmd, request] of [
    ["edit.remove", { atoms: [-1, ...atoms] }],
    ["edit.remove", { atoms: [0.5, ...atoms] }],
    ["edit.measure", { atoms }],
    ["edit.apply", { ops: "none" }],
    ["edit.undo", {}],
  ] as const) {
    const bufs: Bufs = {};
    expect(withoutLists(cmd, request, bufs)).toEqual(request);
    expect(bufs).toEqual({});
  }
});
