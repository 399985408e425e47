import { useContextMenu } from "../state/contextMenu";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";
import { useView, view } from "../state/view";
import type { Point2 } from "../view/camera";
import type { Picked } from "../view/View";
import type { Command } from "./types";

/**
 * Opens the menu of what was clicked. What is not selected yet is selected first: the menu is
 * always about the selection, as every other menu is.
 */
export function openMenu(picked: Picked | null, at: Point2): void {
  if (useView.getState().preview) return;
  const { show } = useContextMenu.getState();
  const { atoms, select } = useSelection.getState();
  if (!picked) show({ target: { kind: "space" }, at });
  else if (picked.kind === "bond") {
    select(picked.atoms);
    show({ target: { kind: "bond", atoms: picked.atoms }, at });
  } else {
    if (!atoms.includes(picked.atom)) select([picked.atom]);
    show({ target: { kind: "atoms", atom: picked.atom }, at });
  }
}

/** The order of the bond between two atoms; 0 for none. */
export function bondOrder(a: number, b: number): number {
  const { bonds, bondOrders } = useDocument.getState().arrays;
  for (let k = 0; k < bonds.length / 2; k++) {
    const [i, j] = [bonds[2 * k], bonds[2 * k + 1]];
    if ((i === a && j === b) || (i === b && j === a)) return bondOrders[k] ?? 1;
  }
  return 0;
}

/** The menu of the selection, by the key for it: beside its last atom, where that is seen. */
export const showMenu: Command = {
  id: "select.menu",
  label: "Menu of the selection",
  shortcut: "contextmenu shift+f10",
  enabled: () => useDocument.getState().state !== null,
  run() {
    const { atoms } = useSelection.getState();
    const box = document.querySelector(".view-canvas")?.getBoundingClientRect() ?? new DOMRect();
    const last = atoms.at(-1);
    const place = last === undefined ? null : (view()?.project(last) ?? null);
    const inside = place && place.x > box.left && place.x < box.right && place.y > box.top && place.y < box.bottom;
    const at = inside ? place : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const [a, b] = atoms;
    if (a !== undefined && b !== undefined && atoms.length === 2 && bondOrder(a, b) > 0)
      useContextMenu.getState().show({ target: { kind: "bond", atoms: [a, b] }, at });
    else
      useContextMenu
        .getState()
        .show({ target: last === undefined ? { kind: "space" } : { kind: "atoms", atom: last }, at });
  },
};

export const centerOnSelection: Command = {
  id: "view.center",
  label: "Center the view here",
  enabled: () => useSelection.getState().atoms.length > 0,
  run: () => view()?.center(useSelection.getState().atoms),
};
