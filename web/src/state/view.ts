import { create } from "zustand";

/** What lies under the pointer, for the tooltip. `x` and `y` are CSS pixels from the view's top left corner. */
export type Hover =
  | { kind: "atom"; atom: number; x: number; y: number }
  | { kind: "bond"; bond: number; atoms: [number, number]; order: number; length: number; x: number; y: number };

export interface ViewStore {
  hover: Hover | null;
  setHover(hover: Hover | null): void;
}

/** What the 3D view tells the page. It changes with the pointer: subscribe to as little of it as you need. */
export const useView = create<ViewStore>()((set) => ({
  hover: null,
  setHover: (hover) => set({ hover }),
}));
