import { create } from "zustand";
import { type DocumentArrays, type DocumentStore, useDocument } from "./document";

/** A distance, an angle or a dihedral that stays in the view: of 2, 3 or 4 atoms in the order they were picked. */
export interface Measurement {
  id: number;
  atoms: readonly number[];
}

export interface MeasureStore {
  list: readonly Measurement[];
  /** In the view. */
  shown: boolean;
  /** Adds one unless it is there, in either direction. */
  add(atoms: readonly number[]): void;
  remove(id: number): void;
  clear(): void;
  setShown(shown: boolean): void;
}

let next = 1;

export const useMeasure = create<MeasureStore>()((set, get) => ({
  list: [],
  shown: true,
  add(atoms) {
    const there = get().list.some(
      (one) => String(one.atoms) === String(atoms) || String(one.atoms) === String([...atoms].reverse()),
    );
    if (!there) set({ list: [...get().list, { id: next++, atoms: [...atoms] }], shown: true });
  },
  remove: (id) => set({ list: get().list.filter((one) => one.id !== id) }),
  clear: () => get().list.length > 0 && set({ list: [] }),
  setShown: (shown) => set({ shown }),
}));

// Measurements name atoms by their index, and follow them when rows come or go: the others
// stay where they are, so an atom is found again by its place, whatever element it has become.
// Those whose atoms are gone go.
useDocument.subscribe((now, before) => {
  const { list, clear } = useMeasure.getState();
  if (list.length === 0 || now.arrays === before.arrays) return;
  if (now.opened !== before.opened || !now.state) {
    clear();
    return;
  }
  const same = now.arrays.elements.length === before.arrays.elements.length;
  const follow = (atom: number): number =>
    atom < now.atomsFrom ||
    (same &&
      (now.arrays.elements[atom] === before.arrays.elements[atom] || atPlace(now.arrays, atom, before.arrays, atom)))
      ? atom
      : rowAfter(now, before.arrays, atom);
  const kept = list.flatMap((one) => {
    const atoms = one.atoms.map(follow);
    if (atoms.includes(-1)) return [];
    return [atoms.every((atom, k) => atom === one.atoms[k]) ? one : { ...one, atoms }];
  });
  if (kept.length < list.length || kept.some((one, k) => one !== list[k])) useMeasure.setState({ list: kept });
});

type Rows = Pick<DocumentArrays, "positions" | "elements">;

const atPlace = (now: Rows, row: number, old: Rows, atom: number): boolean =>
  [0, 1, 2].every((k) => now.positions[3 * row + k] === old.positions[3 * atom + k]);

/**
 * An atom that is not at its place any more may have moved and changed its element at once, as a
 * hydrogen does that becomes a carbon with its hydrogens: its row then holds an atom at a place
 * that was nobody's, and which is not new.
 */
function rowAfter({ arrays, added }: Pick<DocumentStore, "arrays" | "added">, old: Rows, atom: number): number {
  const row = rowOf(arrays, old, atom);
  if (row >= 0 || atom >= arrays.elements.length || (added && atom >= added[0] && atom < added[1])) return row;
  return rowOf(old, arrays, atom) < 0 ? atom : -1;
}

/** The row that an atom of other arrays has in these, by its place; of several there the one of its element; −1 for none. */
function rowOf(now: Rows, old: Rows, atom: number): number {
  let found = -1;
  for (let row = 0; row < now.elements.length; row++) {
    // The first coordinate alone rules out nearly every row.
    if (now.positions[3 * row] !== old.positions[3 * atom] || !atPlace(now, row, old, atom)) continue;
    if (now.elements[row] === old.elements[atom]) return row;
    if (found < 0) found = row;
  }
  return found;
}
