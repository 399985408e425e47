import { counted, decimals } from "../../app/format";
import { useDocument } from "../../state/document";
import { useNotices } from "../../state/notices";
import { type Hinge, useRail } from "../../state/rail";
import { useSelection } from "../../state/selection";
import { useView, view } from "../../state/view";
import type { Point2 } from "../../view/camera";
import type { Gesture } from "../../view/controls";
import { cellOf, nearestImage } from "../../view/periodic";
import { type Rigid, shiftBy, turnAround } from "../../view/rigid";
import { add, axisAngle, multiply, normalize, type Quat, sub, type Vec3 } from "../../view/vec";
import { connected, shiftsTo, sideOf, wholePlaces } from "../fragment";
import { asTurn, centroid, snappedTurn, type Turn, turnAbout, turnFreely } from "../motion";
import { lockedAxis, screenAt, showAxis } from "../screen";
import { applyOps, canEdit } from "../step";
import type { ToolActions } from "../tool";
import { grabCursor } from "./move";
import { atomsOf, selectActions } from "./select";

/** Degrees per press of an arrow key; `fine` with Shift. */
const NUDGE = { coarse: 5, fine: 1 };

const still: Quat = [0, 0, 0, 1];

const rigidOf = (origin: Vec3, turn: Turn | null): Rigid =>
  turn ? turnAround(origin, turn.axis, turn.angle) : shiftBy([0, 0, 0]);

/** What turns, about what. */
export interface Turning {
  atoms: readonly number[];
  /** x y z of the atoms with their molecules whole: what turns is one thing also across a face of the cell. */
  places: Float64Array;
  origin: Vec3;
  /** null: as the screen is turned. */
  axis: Vec3 | null;
}

/** One side of the hinge about its bond, else the selection about its center; null for nothing to turn. */
export function turning(): Turning | null {
  const { arrays, state } = useDocument.getState();
  const { hinge } = useRail.getState();
  if (!state) return null;
  const cell = cellOf(state.cell);
  if (hinge) {
    const [from, to] = ends(hinge);
    const axis = normalize(sub(to, from));
    const side = axis && sideOf(hinge.from, hinge.to, arrays.bonds, state.atoms);
    if (!side) return null;
    const places = wholePlaces(side, arrays, cell, { atom: hinge.to, place: to });
    return { atoms: side, places, origin: from, axis };
  }
  const { atoms } = useSelection.getState();
  if (atoms.length === 0) return null;
  const places = wholePlaces(atoms, arrays, cell);
  return { atoms, places, origin: centroid(places), axis: lockedAxis() };
}

/** The ends of a bond, the second at its image next to the first. */
function ends({ from, to }: Hinge): [Vec3, Vec3] {
  const cell = cellOf(useDocument.getState().state?.cell ?? null);
  const [a, b] = [placeOf(from), placeOf(to)];
  const d = sub(b, a);
  return [a, add(a, cell ? nearestImage(cell, d) : d)];
}

function placeOf(atom: number): Vec3 {
  const { positions } = useDocument.getState().arrays;
  return [positions[3 * atom] ?? 0, positions[3 * atom + 1] ?? 0, positions[3 * atom + 2] ?? 0];
}

/** Turns atoms as one step; nothing for no turn. */
export async function turnAtoms({ atoms, places, origin }: Turning, turn: Turn | null): Promise<boolean> {
  if (!turn || atoms.length === 0 || Math.abs(turn.angle) < 1e-7) return false;
  const label = `Rotate ${counted(atoms.length, "atom")} by ${decimals(turn.angle, 1)}°`;
  const whole = shiftsTo(places, atoms, useDocument.getState().arrays.positions);
  return applyOps("Could not rotate", label, [
    ...whole.map((shift) => ({ op: "move_atoms" as const, ...shift })),
    {
      op: "rotate_atoms",
      atoms: [...atoms],
      axis: [...turn.axis] as [number, number, number],
      origin: [...origin] as [number, number, number],
      angle: turn.angle,
    },
  ]);
}

function drag(what: Turning, from: Point2): Gesture | null {
  const handle = view();
  const { state } = useDocument.getState();
  const screen = screenAt(what.origin);
  if (!state || !screen || !handle) return null;
  const { axis } = what;
  const center = handle.pixelOf(what.origin) ?? from;
  let last = from;
  let angle = 0;
  let free = still;
  let turn: Turn | null = null;
  const put = () => {
    handle.drawMoved(null);
    useView.getState().setLines([]);
  };
  return {
    move(at, { mod }) {
      if (axis) {
        angle += turnAbout(axis, center, last, at, screen);
        turn = { axis, angle: snappedTurn(angle, mod) };
      } else {
        free = turnFreely(free, at.x - last.x, at.y - last.y, screen);
        const exact = asTurn(free);
        turn = exact && { ...exact, angle: snappedTurn(exact.angle, mod) };
      }
      last = at;
      handle.drawMoved({ atoms: what.atoms, from: what.places, by: rigidOf(what.origin, turn) });
      showAxis(what.origin, turn && axis, `${decimals(turn?.angle ?? 0, 1)}°`, at);
    },
    end(at, modifiers) {
      this.move(at, modifiers);
      useView.getState().setLines([]);
      if (useDocument.getState().state?.revision !== state.revision) return put();
      void turnAtoms(what, turn).then((done) => {
        if (!done) put();
        showHinge();
      });
    },
    cancel() {
      put();
      showHinge();
    },
  };
}

/** A bond to turn about: the smaller side turns first, a second click takes the other. */
function setHinge(a: number, b: number): void {
  const { arrays, state } = useDocument.getState();
  const { hinge, set } = useRail.getState();
  if (!state) return;
  const [first, second] = [sideOf(a, b, arrays.bonds, state.atoms), sideOf(b, a, arrays.bonds, state.atoms)];
  if (!first || !second) {
    const text = "Nothing can turn about it alone. Select what should turn and an axis.";
    useNotices.getState().notify({ level: "info", title: "The bond is in a ring.", text });
    return;
  }
  const known = hinge && new Set([hinge.from, hinge.to]);
  const next =
    hinge && known?.has(a) && known.has(b)
      ? { from: hinge.to, to: hinge.from }
      : first.length <= second.length
        ? { from: a, to: b }
        : { from: b, to: a };
  set({ hinge: next });
  useSelection.getState().select(next.to === b ? first : second);
  showHinge();
}

/** The bond that is turned about, as a line a little beyond its ends. */
export function showHinge(): void {
  const { hinge } = useRail.getState();
  if (!hinge) {
    useView.getState().setLines([]);
    return;
  }
  const [from, to] = ends(hinge);
  const beyond = (a: Vec3, b: Vec3): Vec3 => [
    b[0] + 0.6 * (b[0] - a[0]),
    b[1] + 0.6 * (b[1] - a[1]),
    b[2] + 0.6 * (b[2] - a[2]),
  ];
  useView.getState().setLines([{ through: [beyond(to, from), beyond(from, to)], look: "axis" }]);
}

function dropHinge(): boolean {
  if (!useRail.getState().hinge) return false;
  useRail.getState().set({ hinge: null });
  useView.getState().setLines([]);
  return true;
}

/** What a drag on an atom turns: the hinge's side, the selection it is in, else its molecule. */
function grabToTurn(atom: number): Turning | null {
  const { state, arrays } = useDocument.getState();
  if (!state) return null;
  if (!useRail.getState().hinge && !useSelection.getState().atoms.includes(atom))
    useSelection.getState().select(connected(atom, arrays.bonds, state.atoms));
  return turning();
}

/** Turns by arrow keys are gathered while a key is down, and become one step when it is released. */
let nudged: { revision: number; what: Turning; turn: Quat; angle: number } | null = null;

function nudge(right: number, up: number, fine: boolean): boolean {
  const { state } = useDocument.getState();
  if (nudged && nudged.revision !== state?.revision) nudged = null;
  const what = nudged?.what ?? turning();
  const screen = what && screenAt(what.origin);
  if (!state || state.original || !what || !screen) return false;
  // The turn before is on its way; the camera is not what the keys are for meanwhile.
  if (!canEdit()) return true;
  nudged ??= { revision: state.revision, what, turn: still, angle: 0 };
  const step = fine ? NUDGE.fine : NUDGE.coarse;
  const axis = nudged.what.axis;
  if (axis) nudged.angle += (right + up) * step;
  else {
    const about = right !== 0 ? screen.up : screen.right;
    nudged.turn = multiply(axisAngle(about, ((right !== 0 ? right : -up) * step * Math.PI) / 180), nudged.turn);
  }
  const turn = nudgedTurn(nudged);
  view()?.drawMoved({ atoms: what.atoms, from: what.places, by: rigidOf(what.origin, turn) });
  return true;
}

const nudgedTurn = ({ what, turn, angle }: NonNullable<typeof nudged>): Turn | null =>
  what.axis ? { axis: what.axis, angle } : asTurn(turn);

function nudgeDone(): void {
  const last = nudged;
  nudged = null;
  if (!last || useDocument.getState().state?.revision !== last.revision) return;
  void turnAtoms(last.what, nudgedTurn(last)).then((done) => done || view()?.drawMoved(null));
}

/** Turns the selection, a molecule or one side of a bond; a click selects, on a bond it makes the bond the axis. */
export const rotateActions: ToolActions = {
  ...selectActions,
  onPick(picked, modifiers, at) {
    if (picked?.kind === "bond" && !modifiers.shift) {
      setHinge(...picked.atoms);
      return;
    }
    if (!picked && dropHinge()) return;
    dropHinge();
    selectActions.onPick(picked, modifiers, at);
  },
  onGrab(picked, at) {
    if (!picked || !canEdit()) return null;
    const what = grabToTurn(atomsOf(picked)[0] as number);
    return what && drag(what, at);
  },
  cursor: (picked, dragging) => (picked?.kind === "bond" && !dragging ? "pointer" : grabCursor(picked, dragging)),
  onArrow: nudge,
  onArrowEnd: nudgeDone,
  onEscape: dropHinge,
  onLeave() {
    nudgeDone();
    dropHinge();
  },
};
