import { describe, expect, test } from "vitest";
import { NO_PLANE, style, writeBonds } from "./bondRows";
import { cellOf } from "./periodic";
import { Rows } from "./rows";
import type { Drawn } from "./structure";

function drawn(atoms: number, bonds: [number, number, number?][], part: Partial<Drawn> = {}): Drawn {
  return {
    positions: Float64Array.from({ length: 3 * atoms }, (_, k) => (k % 3 === 0 ? k / 3 : 0)),
    elements: new Uint8Array(atoms).fill(6),
    bonds: Uint32Array.from(bonds.flatMap((bond) => bond.slice(0, 2) as number[])),
    bondOrders: Uint8Array.from(bonds.map(([, , order]) => order ?? 1)),
    cell: null,
    ...part,
  };
}

function sticks(from: Drawn): number[][] {
  const rows = new Rows(Uint32Array);
  const n = writeBonds(from, rows);
  return Array.from({ length: n }, (_, k) => Array.from(rows.data.subarray(4 * k, 4 * k + 4)));
}

describe("writeBonds", () => {
  test("one stick per single bond", () => {
    expect(
      sticks(
        drawn(3, [
          [0, 1],
          [1, 2],
        ]),
      ),
    ).toEqual([
      [0, 1, NO_PLANE, style.single],
      [1, 2, NO_PLANE, style.single],
    ]);
  });

  test("orders that are missing count as single", () => {
    expect(sticks(drawn(2, [[0, 1]], { bondOrders: new Uint8Array(0) }))).toEqual([[0, 1, NO_PLANE, style.single]]);
  });

  test("a double bond is two lines in the plane of a neighbor", () => {
    expect(
      sticks(
        drawn(3, [
          [0, 1, 2],
          [1, 2],
        ]),
      ),
    ).toEqual([
      [0, 1, 2, style.left],
      [0, 1, 2, style.right],
      [1, 2, NO_PLANE, style.single],
    ]);
  });

  test("a triple bond is three; without a neighbor the eye gives the plane", () => {
    expect(sticks(drawn(2, [[0, 1, 3]])).map(([, , plane, kind]) => [plane, kind])).toEqual([
      [NO_PLANE, style.farLeft],
      [NO_PLANE, style.middle],
      [NO_PLANE, style.farRight],
    ]);
  });

  test("the dashes of an aromatic bond lie toward the ring, not toward its hydrogen", () => {
    // Ring 0–5, hydrogens 6–11, which come first in the list.
    const ring: [number, number, number][] = [0, 1, 2, 3, 4, 5].map((i) => [i, (i + 1) % 6, 4]);
    const hydrogens: [number, number][] = [0, 1, 2, 3, 4, 5].map((i) => [i, i + 6]);
    const found = sticks(drawn(12, [...hydrogens, ...ring]));
    expect(found).toHaveLength(18);
    for (const [i, j, plane, kind] of found) {
      if (kind !== style.inner) continue;
      expect(plane).toBeLessThan(6);
      expect([i, j]).not.toContain(plane);
    }
  });

  test("a bond across the cell becomes two halves, each from its own atom", () => {
    const cell = cellOf([10, 0, 0, 0, 10, 0, 0, 0, 10]);
    const positions = Float64Array.from([0.5, 0, 0, 9.5, 0, 0, 5, 0, 0]);
    expect(
      sticks(
        drawn(
          3,
          [
            [0, 1],
            [0, 2],
          ],
          { positions, cell },
        ),
      ),
    ).toEqual([
      [0, 1, NO_PLANE, style.single | style.half],
      [1, 0, NO_PLANE, style.single | style.half],
      [0, 2, NO_PLANE, style.single],
    ]);
    expect(sticks(drawn(3, [[0, 1]], { positions }))).toHaveLength(1);
  });

  test("a bond of an atom that does not exist is not drawn", () => {
    expect(
      sticks(
        drawn(2, [
          [0, 5],
          [0, 1],
        ]),
      ),
    ).toEqual([[0, 1, NO_PLANE, style.single]]);
  });

  test("an unknown order is drawn as single", () => {
    expect(sticks(drawn(2, [[0, 1, 9]]))).toEqual([[0, 1, NO_PLANE, style.single]]);
  });

  test("an edit changes only its own rows", () => {
    const n = 6000;
    const chain = Array.from({ length: n - 1 }, (_, i): [number, number] => [i, i + 1]);
    const rows = new Rows(Uint32Array);
    writeBonds(drawn(n, chain), rows);
    expect(rows.takeDirty()).toEqual([0, 1, 2]);
    writeBonds(drawn(n, chain), rows);
    expect(rows.takeDirty()).toEqual([]);
    writeBonds(drawn(n + 1, [...chain, [5, n]]), rows);
    expect(rows.takeDirty()).toEqual([2]);
  });
});
