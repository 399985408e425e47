import { counted } from "../../app/format";
import { useDocument } from "../../state/document";
import { useSelection } from "../../state/selection";
import { useView, view } from "../../state/view";
import type { Point2 } from "../../view/camera";
import type { Gesture, Modifiers } from "../../view/controls";
import { shiftBy } from "../../view/rigid";
import type { Picked } from "../../view/View";
import { add, length, scale, type Vec3 } from "../../view/vec";
import { centroid, isZero, moveBy, placesOf } from "../motion";
import { lockedAxis, screenAt, showAxis } from "../screen";
import { applyOps, canEdit } from "../step";
import type { ToolActions } from "../tool";
import { atomsOf, selectActions } from "./select";

/** Å per press of an arrow key; `fine` with Shift. */
const NUDGE = { coarse: 0.1, fine: 0.01 };

/** The selection when what was grabbed is in it, else what was grabbed. */
export function grabbed(atoms: readonly number[]): readonly number[] {
  const { atoms: selected, select } = useSelection.getState();
  if (atoms.some((atom) => selected.includes(atom))) return selected;
  select(atoms);
  return atoms;
}

/** Moves atoms as one step; nothing for no move. */
export async function moveAtoms(atoms: readonly number[], by: Vec3): Promise<boolean> {
  if (atoms.length === 0 || isZero(by)) return false;
  const ops = [{ op: "move_atoms" as const, atoms: [...atoms], by: [...by] as [number, number, number] }];
  return applyOps("Could not move", `Move ${counted(atoms.length, "atom")}`, ops);
}

/** Over what a drag would take with it. */
export const grabCursor = (picked: Picked | null, dragging: boolean): string =>
  dragging ? "grabbing" : picked ? "grab" : "";

const shiftText = (by: Vec3) => `${length(by).toFixed(2)} Å`;

function drag(atoms: readonly number[], grip: Vec3, from: Point2): Gesture | null {
  const { state } = useDocument.getState();
  const screen = screenAt(grip);
  if (!state || !screen) return null;
  const axis = lockedAxis();
  let by: Vec3 = [0, 0, 0];
  const put = () => {
    view()?.drawMoved(null);
    useView.getState().setLines([]);
  };
  return {
    move(at, { mod }) {
      by = moveBy(at.x - from.x, at.y - from.y, axis, screen, mod);
      view()?.drawMoved({ atoms, by: shiftBy(by) });
      showAxis(grip, axis, shiftText(by), at);
    },
    end(at, modifiers) {
      this.move(at, modifiers);
      useView.getState().setLines([]);
      // The document may have become another one under the drag.
      if (useDocument.getState().state?.revision !== state.revision || isZero(by)) return put();
      void moveAtoms(atoms, by).then((done) => done || put());
    },
    cancel: put,
  };
}

/** Moves by arrow keys are gathered while a key is down, and become one step when it is released. */
let nudged: { revision: number; atoms: readonly number[]; center: Vec3; by: Vec3 } | null = null;

function nudge(right: number, up: number, fine: boolean): boolean {
  const atoms = useSelection.getState().atoms;
  const { arrays, state } = useDocument.getState();
  if (!state || state.original || atoms.length === 0) return false;
  // The move before is on its way; the camera is not what the keys are for meanwhile.
  if (!canEdit()) return true;
  if (nudged?.revision !== state.revision)
    nudged = {
      revision: state.revision,
      atoms,
      center: centroid(placesOf(atoms, arrays.positions)),
      by: [0, 0, 0],
    };
  const screen = screenAt(nudged.center);
  if (!screen) return false;
  const step = fine ? NUDGE.fine : NUDGE.coarse;
  const axis = lockedAxis();
  const by = axis ? scale(axis, right + up) : add(scale(screen.right, right), scale(screen.up, up));
  nudged.by = add(nudged.by, scale(by, step));
  view()?.drawMoved({ atoms: nudged.atoms, by: shiftBy(nudged.by) });
  return true;
}

function nudgeDone(): void {
  const last = nudged;
  nudged = null;
  if (!last) return;
  if (useDocument.getState().state?.revision !== last.revision) return;
  void moveAtoms(last.atoms, last.by).then((done) => done || view()?.drawMoved(null));
}

/** Drags an atom or the selection in the plane of the screen or along an axis; a click selects. */
export const moveActions: ToolActions = {
  ...selectActions,
  onGrab(picked, at, _modifiers: Modifiers) {
    const handle = view();
    if (!picked || !handle || !canEdit()) return null;
    const atoms = atomsOf(picked);
    return drag(grabbed(atoms), handle.place(atoms[0] as number), at);
  },
  cursor: grabCursor,
  onArrow: nudge,
  onArrowEnd: nudgeDone,
  onLeave: nudgeDone,
};
