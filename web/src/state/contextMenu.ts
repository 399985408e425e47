import { create } from "zustand";
import type { Point2 } from "../view/camera";

/** What the context menu is about; the atoms are selected, those of a bond too. `atom` is the one that was clicked. */
export type MenuTarget =
  | { kind: "atoms"; atom: number }
  | { kind: "bond"; atoms: [number, number] }
  | { kind: "space" };

export interface OpenMenu {
  target: MenuTarget;
  /** CSS pixels of the window. */
  at: Point2;
}

export interface ContextMenuStore {
  menu: OpenMenu | null;
  show(menu: OpenMenu): void;
  close(): void;
}

/** The context menu of the view. */
export const useContextMenu = create<ContextMenuStore>()((set) => ({
  menu: null,
  show: (menu) => set({ menu }),
  close: () => set({ menu: null }),
}));
