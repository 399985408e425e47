import { expect, test } from "vitest";
import { cellOf } from "../view/periodic";
import { connected, hasMolecule, shiftsTo, sideOf, wholePlaces } from "./fragment";

/** 0–1–2–3 with 2–4, a ring 5–6–7, and 8 alone. */
const bonds = Uint32Array.of(0, 1, 1, 2, 2, 3, 2, 4, 5, 6, 6, 7, 7, 5);
const sorted = (atoms: number[] | null) => atoms && [...atoms].sort((a, b) => a - b);

test("a molecule is what bonds connect", () => {
  expect(sorted(connected(3, bonds, 9))).toEqual([0, 1, 2, 3, 4]);
  expect(sorted(connected(6, bonds, 9))).toEqual([5, 6, 7]);
  expect(connected(8, bonds, 9)).toEqual([8]);
});

test("a bond has two sides, in a ring none", () => {
  expect(sorted(sideOf(1, 2, bonds, 9))).toEqual([2, 3, 4]);
  expect(sorted(sideOf(2, 1, bonds, 9))).toEqual([0, 1]);
  expect(sideOf(5, 6, bonds, 9)).toBeNull();
});

test("a long chain needs no depth", () => {
  const n = 200_000;
  const chain = Uint32Array.from({ length: 2 * (n - 1) }, (_, k) => (k + 1) >> 1);
  expect(connected(0, chain, n)).toHaveLength(n);
});

test("a molecule across a face of the cell is made whole, and what that moves is told by vectors", () => {
  const cell = cellOf([10, 0, 0, 0, 10, 0, 0, 0, 10]);
  // A chain 0–1–2 over the face at x = 10, and 3 alone.
  const arrays = {
    positions: Float64Array.of(9, 1, 1, 0.5, 1, 1, 2, 1, 9.5, 4, 4, 4),
    bonds: Uint32Array.of(0, 1, 1, 2),
  };
  const atoms = [0, 1, 2, 3];
  const places = wholePlaces(atoms, arrays, cell);
  expect([...places]).toEqual([9, 1, 1, 10.5, 1, 1, 12, 1, -0.5, 4, 4, 4]);
  expect(shiftsTo(places, atoms, arrays.positions)).toEqual([
    { atoms: [1], by: [10, 0, 0] },
    { atoms: [2], by: [10, 0, -10] },
  ]);
  expect(shiftsTo(wholePlaces(atoms, arrays, null), atoms, arrays.positions)).toEqual([]);
  // From the far end of a bond that is turned about.
  const side = wholePlaces([2, 1], arrays, cell, { atom: 2, place: [2, 1, -0.5] });
  expect([...side]).toEqual([2, 1, -0.5, 0.5, 1, 1]);
});

test("molecules end; chains and networks go on into the next cell", () => {
  const cell = cellOf([4, 0, 0, 0, 4, 0, 0, 0, 4]);
  // A dimer over a face, and an atom alone.
  const dimer = { positions: Float64Array.of(3.8, 1, 1, 0.6, 1, 1, 2, 3, 3), bonds: Uint32Array.of(0, 1) };
  expect(hasMolecule(dimer, cell)).toBe(true);
  expect(hasMolecule({ ...dimer, bonds: new Uint32Array(0) }, cell)).toBe(false);
  // Three atoms along x, the last bonded to the next first one.
  const chain = { positions: Float64Array.of(0, 0, 0, 1.3, 0, 0, 2.6, 0, 0), bonds: Uint32Array.of(0, 1, 1, 2, 2, 0) };
  expect(hasMolecule(chain, cell)).toBe(false);
  // Diamond in its primitive cell: one pair of atoms has four bonds.
  const primitive = cellOf([0, 1.785, 1.785, 1.785, 0, 1.785, 1.785, 1.785, 0]);
  const diamond = { positions: Float64Array.of(0, 0, 0, 0.8925, 0.8925, 0.8925), bonds: Uint32Array.of(0, 1) };
  expect(hasMolecule(diamond, primitive)).toBe(false);
});

/** Copper of n × n × n cubes, each atom with its 12 neighbors. */
function copper(n: number) {
  const side = 2 * n;
  const rows = new Map<number, number>();
  const key = (x: number, y: number, z: number) =>
    (((x + side) % side) * side + ((y + side) % side)) * side + ((z + side) % side);
  const positions: number[] = [];
  for (let x = 0; x < side; x++)
    for (let y = 0; y < side; y++)
      for (let z = (x + y) % 2; z < side; z += 2) {
        rows.set(key(x, y, z), rows.size);
        positions.push(1.805 * x, 1.805 * y, 1.805 * z);
      }
  const bonds: number[] = [];
  for (let i = 0; i < positions.length / 3; i++) {
    const [x, y, z] = [0, 1, 2].map((k) => Math.round((positions[3 * i + k] ?? 0) / 1.805)) as [number, number, number];
    for (const [a, b, c] of [
      [1, 1, 0],
      [1, -1, 0],
      [1, 0, 1],
      [1, 0, -1],
      [0, 1, 1],
      [0, 1, -1],
    ] as const)
      bonds.push(i, rows.get(key(x + a, y + b, z + c)) ?? 0);
  }
  return { positions: Float64Array.from(positions), bonds: Uint32Array.from(bonds) };
}

test("100 000 atoms of a metal are searched in a moment, in a skewed cell of the same lattice, too", () => {
  const n = 29;
  const edge = 3.61 * n;
  const metal = copper(n);
  const skewed = cellOf([edge, 0, 0, 2 * edge, edge, 0, 2 * edge, 2 * edge, edge]);
  for (const cell of [cellOf([edge, 0, 0, 0, edge, 0, 0, 0, edge]), skewed]) {
    const start = process.cpuUsage();
    expect(hasMolecule(metal, cell)).toBe(false);
    const { user } = process.cpuUsage(start);
    expect(user / 1e6).toBeLessThan(1); // 0.05 on a quiet machine
  }
});
