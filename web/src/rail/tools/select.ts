import { selectMolecules } from "../../commands/select";
import { useSelection } from "../../state/selection";
import type { Point2 } from "../../view/camera";
import type { Gesture, Modifiers } from "../../view/controls";
import type { Picked } from "../../view/View";
import type { ToolActions } from "../tool";

export const atomsOf = (picked: Picked): number[] => (picked.kind === "atom" ? [picked.atom] : [...picked.atoms]);

/** What a drag of the Select tool does instead of turning the camera, by its mode. */
export type SelectDrag = (picked: Picked | null, at: Point2, modifiers: Modifiers) => Gesture | null;

let drag: SelectDrag = () => null;

/** Gives the Select tool its drags: a box or a lasso, where one is asked for. */
export function setSelectDrag(next: SelectDrag): void {
  drag = next;
}

/** Clicks select: atoms, both ends of a bond, on a double click the molecule. */
export const selectActions: ToolActions = {
  onPick(picked, { shift }) {
    const { select, toggle, clear } = useSelection.getState();
    if (picked && shift) toggle(atomsOf(picked));
    else if (picked) select(atomsOf(picked));
    else if (!shift) clear();
  },
  onDoublePick(picked, { shift }) {
    const before = shift ? useSelection.getState().atoms : [];
    void selectMolecules([...before, ...atomsOf(picked)]);
  },
  onGrab: (picked, at, modifiers) => drag(picked, at, modifiers),
};
