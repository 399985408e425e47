import { expect, test } from "vitest";
import { writeBonds } from "./bondRows";
import { Extent } from "./extent";
import { cellOf } from "./periodic";
import { Rows } from "./rows";
import { Sticks } from "./sticks";
import { bounds, type ChangedRows, type Drawn, everyRow } from "./structure";

/** Numbers from 0 to below n, always the same ones. */
function dice(): (n: number) => number {
  let state = 7;
  return (n) => {
    state = (state * 48271) % 2147483647;
    return state % n;
  };
}

const bondsOf = (drawn: Drawn) =>
  Array.from(drawn.bondOrders, (order, k) => [drawn.bonds[2 * k] as number, drawn.bonds[2 * k + 1] as number, order]);

function withBonds(drawn: Drawn, bonds: number[][]): Drawn {
  return {
    ...drawn,
    bonds: Uint32Array.from(bonds.flatMap(([a = 0, b = 0]) => [a, b])),
    bondOrders: Uint8Array.from(bonds.map(([, , order = 1]) => order)),
  };
}

/** A chain of atoms 9 Å wide, in a cell that some bonds leave. */
function chain(atoms: number, roll: (n: number) => number): Drawn {
  const empty: Drawn = {
    positions: Float64Array.from({ length: 3 * atoms }, () => roll(90) / 10),
    elements: new Uint8Array(atoms).fill(6),
    bonds: new Uint32Array(0),
    bondOrders: new Uint8Array(0),
    cell: cellOf([10, 0, 0, 0, 10, 0, 0, 0, 10]),
  };
  return withBonds(
    empty,
    Array.from({ length: atoms - 1 }, (_, k) => [k, k + 1, k % 9 === 0 ? 2 : 1]),
  );
}

/** One random edit, and the rows of atoms that it says are others. */
function edited(drawn: Drawn, roll: (n: number) => number): [Drawn, ChangedRows] {
  const n = drawn.elements.length;
  const bonds = bondsOf(drawn);
  const none: ChangedRows = [n, n, n];
  const at = roll(n);
  const k = roll(bonds.length);
  switch (roll(7)) {
    case 0: {
      const positions = drawn.positions.slice();
      positions[3 * at] = roll(90) / 10;
      return [{ ...drawn, positions }, [at, at + 1, n]];
    }
    case 1:
      return [withBonds(drawn, bonds.with(k, [...(bonds[k] as number[]).slice(0, 2), 1 + roll(4)])), none];
    case 2:
      return [withBonds(drawn, bonds.toSpliced(k, 1)), none];
    case 3:
      return [withBonds(drawn, [...bonds, [at, (at + 2) % n, 1 + roll(3)]]), none];
    case 4: {
      // An atom at the end, bonded to one that moves at the same time.
      const positions = Float64Array.from([...drawn.positions, roll(90) / 10, 1, 2]);
      positions[3 * at + 1] = roll(90) / 10;
      const more = { ...drawn, positions, elements: Uint8Array.from([...drawn.elements, 1]) };
      return [withBonds(more, [...bonds, [at, n, 1]]), [at, at + 1, n]];
    }
    case 5: {
      const row = (i: number) => (i > at ? i - 1 : i);
      const less = {
        ...drawn,
        positions: Float64Array.from([...drawn.positions].toSpliced(3 * at, 3)),
        elements: drawn.elements.slice(1),
      };
      const left = bonds.filter(([a, b]) => a !== at && b !== at).map(([a = 0, b = 0, o = 1]) => [row(a), row(b), o]);
      return [withBonds(less, left), [at, at, at]];
    }
    default:
      return roll(3) > 0 ? [drawn, none] : [{ ...drawn, cell: cellOf([8 + roll(5), 0, 0, 0, 10, 0, 0, 0, 10]) }, none];
  }
}

test("after every edit the sticks and the box are those of all bonds and atoms", () => {
  const roll = dice();
  for (const atoms of [40, 9000]) {
    let drawn = chain(atoms, roll);
    const rows = new Rows(Uint32Array);
    const sticks = new Sticks(rows);
    const extent = new Extent();
    let changed: ChangedRows = everyRow;
    for (let step = 0; step < 150; step++) {
      const n = sticks.write(drawn, changed);
      const all = new Rows(Uint32Array);
      expect(n).toBe(writeBonds(drawn, all));
      const same = Buffer.compare(Buffer.from(rows.data.buffer, 0, 16 * n), Buffer.from(all.data.buffer, 0, 16 * n));
      expect(same, `step ${step}`).toBe(0);
      expect(extent.of(drawn, changed)).toEqual(bounds(drawn));
      [drawn, changed] = edited(drawn, roll);
    }
  }
});
