import { create } from "zustand";

export interface SelectionStore {
  /** Selected atom indices in pick order. */
  atoms: readonly number[];
  hovered: number | null;
  select(atoms: readonly number[]): void;
  /** Adds the atoms, or removes them when all of them are selected already. */
  toggle(atoms: readonly number[]): void;
  clear(): void;
  hover(atom: number | null): void;
}

export const useSelection = create<SelectionStore>()((set, get) => ({
  atoms: [],
  hovered: null,
  select: (atoms) => set({ atoms: [...atoms] }),
  toggle(atoms) {
    const chosen = new Set(get().atoms);
    const all = atoms.every((a) => chosen.has(a));
    for (const a of atoms) {
      if (all) chosen.delete(a);
      else chosen.add(a);
    }
    set({ atoms: [...chosen] });
  },
  clear: () => get().atoms.length > 0 && set({ atoms: [] }),
  hover: (atom) => get().hovered !== atom && set({ hovered: atom }),
}));
