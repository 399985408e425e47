import { create } from "zustand";
import { type DocumentArrays, type DocumentStore, useDocument } from "./document";
import { LOST, STAYS } from "./watch";

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
  clear() {
    aside = [];
    if (get().list.length > 0) set({ list: [] });
  },
  setShown: (shown) => set({ shown }),
}));

/**
 * Measurements name atoms by their rows and follow them: the core says after each change where
 * the atoms are (state/watch.ts). One whose atoms are gone is kept aside, and comes back with them.
 */
let aside: readonly Measurement[] = [];
/** Where the atoms of each begin in the list that the core has. */
let entries = new Map<number, number>();

/** Atoms for the core to watch, from the beginning of its list. */
export function measuredAtoms(): number[] {
  const rows: number[] = [];
  const next = new Map<number, number>();
  for (const { id, atoms } of [...useMeasure.getState().list, ...aside]) {
    const entry = entries.get(id);
    next.set(id, rows.length);
    rows.push(...atoms.map((atom, k) => (atom === LOST && entry !== undefined ? STAYS + entry + k : atom)));
  }
  entries = next;
  return rows;
}

useDocument.subscribe((now, before) => {
  const { list, clear } = useMeasure.getState();
  if ((list.length === 0 && aside.length === 0) || now.arrays === before.arrays) return;
  if (now.opened !== before.opened || !now.state) {
    clear();
    return;
  }
  if (now.state.revision === before.state?.revision) return;
  const { watched } = now;
  // Nobody followed them there, as in a core that takes the place of another one.
  if (!watched) entries.clear();
  const all = [...list, ...(watched ? aside : [])].flatMap((one) => {
    const entry = entries.get(one.id);
    if (!watched || entry === undefined)
      return one.atoms.every((atom) => stayed(atom, now, before.arrays)) ? [one] : [];
    const atoms = one.atoms.map((_, k) => watched[entry + k] ?? LOST);
    return [atoms.every((atom, k) => atom === one.atoms[k]) ? one : { ...one, atoms }];
  });
  const there = all.filter(({ atoms }) => !atoms.includes(LOST)).sort((a, b) => a.id - b.id);
  aside = all.filter(({ atoms }) => atoms.includes(LOST));
  if (there.length !== list.length || there.some((one, k) => one !== list[k])) useMeasure.setState({ list: there });
});

function stayed(atom: number, { arrays, atomsFrom }: DocumentStore, old: DocumentArrays): boolean {
  return (
    atom < atomsFrom ||
    (arrays.elements[atom] === old.elements[atom] &&
      [0, 1, 2].every((k) => arrays.positions[3 * atom + k] === old.positions[3 * atom + k]))
  );
}
