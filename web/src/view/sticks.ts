import { StickWriter } from "./bondRows";
import type { Cell } from "./periodic";
import type { Rows } from "./rows";
import { atomCount, type ChangedRows, type Drawn, everyRow, nothingDrawn, rowsIn } from "./structure";

/** Where more of all bonds than one in so many are other ones, all are written. */
const FEW = 4;

/** The sticks of a structure that is edited: those of bonds that an edit does not touch are not looked at. */
export class Sticks {
  readonly #rows: Rows<Uint32Array>;
  #drawn: Drawn = nothingDrawn;
  /** The first stick of every bond, and behind the last bond how many there are. */
  #at = new Uint32Array(1);

  constructor(rows: Rows<Uint32Array>) {
    this.#rows = rows;
  }

  /** Writes what is other than the last time, where only the atoms of `changed` may be elsewhere; returns how many sticks there are. */
  write(drawn: Drawn, changed: ChangedRows): number {
    const old = this.#drawn;
    const total = drawn.bonds.length / 2;
    this.#drawn = drawn;
    const writer = new StickWriter(drawn, this.#rows);
    const reach = changed === everyRow || !sameCell(old.cell, drawn.cell) ? null : difference(old, drawn);
    const again = reach && this.#again(old, drawn, reach, changed);
    if (!reach || !again) return this.#from(0, total, writer);
    const known = old.bonds.length / 2;
    const end = total - reach.behind;
    for (const k of again.before) if (!this.#one(k, writer)) return this.#from(k, total, writer);
    for (let k = reach.before; k < end; k++)
      if (k >= known || !this.#one(k, writer)) return this.#from(k, total, writer);
    for (const k of again.behind) if (!this.#one(k, writer)) return this.#from(k, total, writer);
    return this.#at[total] as number;
  }

  /** Writes the sticks of a bond where they stand; false when it has more or fewer now. */
  #one(k: number, writer: StickWriter): boolean {
    const at = this.#at[k] as number;
    if (writer.count(k) !== (this.#at[k + 1] as number) - at) return false;
    writer.write(k, at);
    return true;
  }

  /** Writes the sticks of all bonds from one on. */
  #from(first: number, total: number, writer: StickWriter): number {
    if (this.#at.length <= total) {
      const more = new Uint32Array(total + 1 + (total >> 4));
      more.set(this.#at);
      this.#at = more;
    }
    const at = this.#at;
    let n = at[first] as number;
    if (first === 0) n = 0;
    for (let k = first; k < total; k++) {
      at[k] = n;
      n = writer.write(k, n);
    }
    at[total] = n;
    return n;
  }

  /**
   * Bonds that are the same ones and may have other sticks: those of atoms that are elsewhere
   * may leave the cell or not, and lines beside each other lie in the plane of a neighbor.
   * Null when they are many.
   */
  #again(
    old: Drawn,
    drawn: Drawn,
    { before, behind }: Reach,
    changed: ChangedRows,
  ): { before: number[]; behind: number[] } | null {
    const again = { before: [] as number[], behind: [] as number[] };
    const total = drawn.bonds.length / 2;
    const n = Math.max(atomCount(old), atomCount(drawn));
    const moved = drawn.cell ? rowsIn(changed, atomCount(drawn)) : 0;
    if (moved * FEW > n) return null;
    const multiple = (order: number) => order > 1;
    const planes = drawn.bondOrders.some(multiple) || old.bondOrders.some(multiple);
    const others = Math.max(old.bonds.length / 2, total) - before - behind;
    if (planes && others * FEW > total) return null;
    const marks = new Uint8Array(n);
    let marked = false;
    const mark = (from: number, to: number) => {
      marked ||= from < to;
      marks.fill(1, from, to);
    };
    if (drawn.cell) {
      mark(changed[0], changed[1]);
      mark(changed[2], atomCount(drawn));
    }
    if (planes) {
      for (const of of [old, drawn]) {
        for (let k = 2 * before; k < of.bonds.length - 2 * behind; k++) {
          const atom = of.bonds[k] as number;
          mark(atom, atom + 1);
        }
      }
    }
    if (!marked) return again;
    const { bonds } = drawn;
    const look = (from: number, to: number, list: number[]) => {
      for (let k = from; k < to; k++)
        if (marks[bonds[2 * k] as number] || marks[bonds[2 * k + 1] as number]) list.push(k);
    };
    look(0, before, again.before);
    look(total - behind, total, again.behind);
    return again;
  }
}

/** How many bonds are the same ones before the first and behind the last other one. */
interface Reach {
  before: number;
  behind: number;
}

function difference(old: Drawn, now: Drawn): Reach {
  const total = now.bonds.length / 2;
  const known = old.bonds.length / 2;
  if (old.bonds === now.bonds && old.bondOrders === now.bondOrders) return { before: total, behind: 0 };
  const same = (k: number) =>
    old.bonds[2 * k] === now.bonds[2 * k] &&
    old.bonds[2 * k + 1] === now.bonds[2 * k + 1] &&
    old.bondOrders[k] === now.bondOrders[k];
  let before = 0;
  const least = Math.min(total, known);
  while (before < least && same(before)) before++;
  let behind = 0;
  // Where bonds came or went, those behind have other sticks.
  if (total === known) while (total - behind > before && same(total - behind - 1)) behind++;
  return { before, behind };
}

function sameCell(a: Cell | null, b: Cell | null): boolean {
  return a === b || (a !== null && b !== null && String(a.vectors) === String(b.vectors));
}
