import { create } from "zustand";
import { useDocument } from "./document";

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

// Measurements name atoms by their index: they stay while these name the same atoms. Moved
// atoms do; where rows came or went, those before the first changed one do.
useDocument.subscribe((now, before) => {
  const { list, clear } = useMeasure.getState();
  if (list.length === 0) return;
  if (now.opened !== before.opened || !now.state) {
    clear();
    return;
  }
  const same = now.state.atoms === before.state?.atoms;
  const kept = list.filter(({ atoms }) =>
    atoms.every((atom) => (same ? now.arrays.elements[atom] === before.arrays.elements[atom] : atom < now.atomsFrom)),
  );
  if (kept.length < list.length) useMeasure.setState({ list: kept });
});
