// One edit of every kind on large documents, in the module that the page's worker runs:
// milliseconds of processor time from the call to the answer with its arrays, median of seven. The page
// then copies the rows and draws; page-view.mjs measures that.
//   --waters N   one size instead of 100,002 and 499,998 atoms
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { root } from "../scripts/run.mjs";

const at = process.argv.indexOf("--waters");
const sizes = at > 0 ? [Number(process.argv[at + 1])] : [33_334, 166_666];
const module = process.argv.find((word) => word.endsWith(".wasm")) ?? "web/src/core/molsmith-document.wasm";

runInThisContext(readFileSync(join(root, "web/src/core/wasm_exec.js"), "utf8"));
let listener = () => {};
let answer;
globalThis.addEventListener = (_, f) => {
  listener = f;
};
globalThis.postMessage = (message) => {
  answer = message;
};
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(
  readFileSync(module.startsWith("/") ? module : join(root, module)),
  go.importObject,
);
go.run(instance);

/** Processor time of this process in ms: other programs on the machine do not count. */
function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let id = 0;
function call(cmd, request, bufs = {}) {
  const start = clock();
  listener({ data: { type: "call", id: ++id, cmd, json: JSON.stringify(request), bufs } });
  if (answer.type !== "done") throw new Error(`${cmd}: ${answer.message}`);
  const ms = clock() - start;
  return { ms, json: JSON.parse(answer.json), bufs: answer.bufs };
}

/** Waters on a cubic grid, in a cell, with every label there is. */
function waters(n) {
  const side = Math.ceil(Math.cbrt(n));
  const positions = new Float64Array(9 * n);
  const elements = new Uint8Array(3 * n);
  const bonds = new Uint32Array(4 * n);
  for (let i = 0; i < n; i++) {
    const [x, y, z] = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)].map((k) => 3.1 * k + 1);
    positions.set([x, y, z, x + 0.757, y + 0.586, z, x - 0.757, y + 0.586, z], 9 * i);
    elements.set([8, 1, 1], 3 * i);
    bonds.set([3 * i, 3 * i + 1, 3 * i, 3 * i + 2], 4 * i);
  }
  const each = (make, f) => make.from({ length: 3 * n }, (_, i) => f(i));
  return {
    head: {
      atoms: 3 * n,
      bonds: 2 * n,
      cell: [3.1 * side, 0, 0, 0, 3.1 * side, 0, 0, 0, 3.1 * side],
      residueNameTable: ["WATE"],
      atomNameTable: ["O", "H1", "H2"],
    },
    bufs: {
      positions,
      elements,
      bonds,
      molecules: each(Int32Array, (i) => Math.floor(i / 3)),
      residueIds: each(Int32Array, (i) => Math.floor(i / 3) + 1),
      residueNames: new Uint32Array(3 * n),
      atomNames: each(Uint32Array, (i) => i % 3),
    },
  };
}

const apply = (...ops) => ["edit.apply", { label: "", author: "person", ops }];

function edits(atoms) {
  const all = Uint32Array.from({ length: atoms }, (_, i) => i);
  const middle = 3 * Math.floor(atoms / 6);
  return {
    "move one atom": () => apply({ op: "move_atoms", atoms: [middle], by: [0.1, 0, 0] }),
    "rotate a molecule": () =>
      apply({ op: "rotate_atoms", atoms: [0, 1, 2], axis: [0, 0, 1], origin: [0, 0, 0], angle: 5 }),
    "label a residue": () => apply({ op: "set_label", atoms: [3, 4, 5], residueName: "SOL" }),
    "charge one atom": () => apply({ op: "set_charge", atoms: [middle], charges: [1] }),
    "add an atom": () => ["edit.place", { element: 6, at: [1, 2, 3] }],
    "add on an atom": () => ["edit.place", { element: 6, on: 1 }],
    "change an element": () => ["edit.element", { atoms: [middle], element: 7 }],
    "bond two atoms": () => ["edit.bond", { a: 0, b: 3, order: 1, rebalance: true }],
    "delete the first atom": () => apply({ op: "delete_atoms", atoms: [0] }),
    "delete with hydrogens": () => ["edit.remove", { atoms: [3], fill: true }],
    "set a distance": () => ["edit.measure", { atoms: [0, 3], set: 3.5 }],
    "set the cell": () => apply({ op: "set_cell", cell: [400, 0, 0, 0, 400, 0, 0, 0, 400] }),
    "clear all": () => apply({ op: "clear" }),
    // As web/src/core/lists.ts sends long lists.
    "move every atom": () => [...apply({ op: "move_atoms", by: [0.1, 0, 0] }), { "ops.0.atoms": all.slice() }],
    "delete half of the atoms": () => [...apply({ op: "delete_atoms" }), { "ops.0.atoms": all.slice(0, middle) }],
  };
}

const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
const results = new Map();
for (const n of sizes) {
  const { head, bufs } = waters(n);
  const opened = call("edit.open", { name: "bench", source: { kind: "new", label: "bench" }, structure: head }, bufs);
  const put = (name, ms) => results.set(name, [...(results.get(name) ?? []), ms]);
  put("open", opened.ms);
  for (const [name, make] of Object.entries(edits(3 * n))) {
    const times = [];
    const undos = [];
    for (let round = 0; round < 7; round++) {
      times.push(call(...make()).ms);
      undos.push(call("edit.undo", {}).ms);
    }
    put(name, median(times));
    put(`undo: ${name}`, median(undos));
  }
}
const ms = (x) => `${x < 10 ? x.toFixed(1) : Math.round(x)} ms`;
console.log("\n## One edit in the page's module\n");
console.log(`| | ${sizes.map((n) => `${3 * n} atoms`).join(" | ")} |`);
console.log(`| --- |${" ---: |".repeat(sizes.length)}`);
for (const [name, times] of results) console.log(`| ${name} | ${times.map(ms).join(" | ")} |`);
process.exit(0);
