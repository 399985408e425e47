import { showLibrary } from "../../commands/library";
import { useLibrary } from "../../library/library";
import { core } from "../../state/core";
import { edit } from "../../state/edits";
import { type Stamp, useRail } from "../../state/rail";
import { type Ghost, view } from "../../state/view";
import type { Point2 } from "../../view/camera";
import type { Picked } from "../../view/View";
import { axisAngle, multiply, normalize, type Quat, rotate, type Vec3 } from "../../view/vec";
import { centroid, shifted } from "../motion";
import { axisVector, screenAt } from "../screen";
import { once, untitled } from "../step";
import type { ToolActions } from "../tool";

/** Degrees per press of an arrow key; `fine` with Shift. */
const TURN = { coarse: 15, fine: 5 };

/** How the next molecule is turned. */
let turn: Quat = [0, 0, 0, 1];

/** The chosen molecule as arrays, for the ghost at the pointer. */
let shape: { id: string; ghost: Ghost } | null = null;

/** Where the pointer is, and what lies under it. */
let pointer: { picked: Picked | null; at: Point2 } | null = null;

/** A uniform random rotation: K. Shoemake, Graphics Gems III (1992), 124. */
function randomTurn(): Quat {
  const [u, v, w] = [Math.random(), 2 * Math.PI * Math.random(), 2 * Math.PI * Math.random()];
  const [a, b] = [Math.sqrt(1 - u), Math.sqrt(u)];
  return [a * Math.sin(v), a * Math.cos(v), b * Math.sin(w), b * Math.cos(w)];
}

/** Where a molecule goes that is put on an atom: so far above it along c, or z. */
export function above(atom: Vec3, height: number): Vec3 {
  const up = axisVector("c") ?? [0, 0, 1];
  return [atom[0] + height * up[0], atom[1] + height * up[1], atom[2] + height * up[2]];
}

/** x y z of a molecule turned about its center, which is put at a place. */
export function stamped(positions: Float64Array, by: Quat, at: Vec3): Float64Array {
  const [x, y, z] = centroid(positions);
  const out = shifted(positions, [-x, -y, -z]);
  for (let i = 0; i + 2 < out.length; i += 3) {
    const turned = rotate(by, [out[i] as number, out[i + 1] as number, out[i + 2] as number]);
    for (const k of [0, 1, 2] as const) out[i + k] = turned[k] + at[k];
  }
  return out;
}

/** Puts the molecule with its center at a place, as one step; its atoms are selected. */
export async function stampAt(stamp: Stamp, at: Vec3): Promise<boolean> {
  if (!(await untitled())) return false;
  return once(`Could not place ${stamp.name}`, async (ifRevision) => {
    const { json, bufs } = await core().call("molecule.place", { molblock: stamp.molblock, name: stamp.name });
    bufs.positions = stamped(bufs.positions as Float64Array, turn, at);
    await edit(
      "edit.apply",
      {
        label: `Place ${stamp.name}`,
        author: "person",
        ops: [{ op: "add_fragment", name: json.name }],
        fragment: json.structure,
        ifRevision,
      },
      bufs,
    );
    if (useRail.getState().randomTurn) turn = randomTurn();
  });
}

/** Where a click puts the center of the molecule; null where it does nothing. */
function target(picked: Picked | null, at: Point2): Vec3 | null {
  const { onAtoms, height } = useRail.getState();
  const handle = view();
  if (!handle || (picked && !(onAtoms && picked.kind === "atom"))) return null;
  return picked?.kind === "atom" ? above(handle.place(picked.atom), height) : handle.pointAt(at);
}

/** The molecule where a click would put it, pale. */
function showGhost(): void {
  const { stamp } = useRail.getState();
  const place = stamp && pointer && target(pointer.picked, pointer.at);
  const ghost = shape?.id === stamp?.id ? shape?.ghost : null;
  view()?.drawGhost(place && ghost ? { ...ghost, positions: stamped(ghost.positions, turn, place) } : null);
}

async function readShape({ id, molblock }: Stamp): Promise<void> {
  const { bufs } = await core().call("mol.read", { molblock });
  const { positions, elements, bonds, bondOrders } = bufs;
  if (useRail.getState().stamp?.id !== id || !positions || !elements || !bonds) return;
  shape = { id, ghost: { positions, elements, bonds, bondOrders: bondOrders ?? new Uint8Array(0) } as Ghost };
}

/** Chooses a molecule to stamp; the same again, or null, turns stamping off. */
export function chooseStamp(stamp: Stamp | null): void {
  const { stamp: before, set } = useRail.getState();
  const next = stamp?.id === before?.id ? null : stamp;
  turn = useRail.getState().randomTurn ? randomTurn() : [0, 0, 0, 1];
  set({ stamp: next });
  // Without it the molecule is placed all the same.
  if (next) void readShape(next).catch(() => undefined);
  else showGhost();
}

/** Each molecule turned at random, or as the last one. */
export function setRandomTurn(on: boolean): void {
  useRail.getState().set({ randomTurn: on });
  turn = on ? randomTurn() : [0, 0, 0, 1];
}

/** Stamps the chosen molecule; without one the library opens. */
export const placeActions: ToolActions = {
  cursor(picked) {
    const { stamp, onAtoms } = useRail.getState();
    if (!stamp) return "";
    return picked && !(onAtoms && picked.kind === "atom") ? "not-allowed" : "crosshair";
  },
  onPick(picked, _modifiers, at) {
    const { stamp } = useRail.getState();
    if (!stamp) {
      void showLibrary.run();
      return;
    }
    const place = target(picked, at);
    if (!place) return;
    view()?.drawGhost(null);
    void stampAt(stamp, place);
  },
  onPoint(picked, at) {
    pointer = at && { picked, at };
    showGhost();
  },
  onLeave() {
    pointer = null;
    view()?.drawGhost(null);
  },
  onArrow(right, up, fine) {
    const screen = screenAt(view()?.camera().target ?? [0, 0, 0]);
    if (!screen || !useRail.getState().stamp) return false;
    const axis = normalize(right !== 0 ? screen.up : screen.right);
    const angle = ((fine ? TURN.fine : TURN.coarse) * (right !== 0 ? right : -up) * Math.PI) / 180;
    if (axis) turn = multiply(axisAngle(axis, angle), turn);
    showGhost();
    return true;
  },
};

useRail.subscribe((now, before) => now.stamp !== before.stamp && showGhost());

// A molecule that leaves the library is not placed any more.
useLibrary.subscribe(({ entries }) => {
  const { stamp, set } = useRail.getState();
  if (stamp?.id.startsWith("user:") && !entries.some(({ id }) => id === stamp.id)) set({ stamp: null });
});
