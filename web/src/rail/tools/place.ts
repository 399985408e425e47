import { showLibrary } from "../../commands/library";
import { useLibrary } from "../../library/library";
import { core } from "../../state/core";
import { useDocument } from "../../state/document";
import { edit } from "../../state/edits";
import { type Stamp, useRail } from "../../state/rail";
import { useUi } from "../../state/ui";
import { type Ghost, view } from "../../state/view";
import type { Point2 } from "../../view/camera";
import type { Picked } from "../../view/View";
import { axisAngle, multiply, normalize, type Quat, rotate, type Vec3 } from "../../view/vec";
import { type Atoms, attached, type Link, linksOf, type Site, siteOf } from "../attach";
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

/** Where a click puts the center of the molecule; null where it does nothing, or bonds it. */
function target(picked: Picked | null, at: Point2): Vec3 | null {
  const { onAtoms, height } = useRail.getState();
  const handle = view();
  if (!handle || (picked && !(onAtoms === "above" && picked.kind === "atom"))) return null;
  return picked?.kind === "atom" ? above(handle.place(picked.atom), height) : handle.pointAt(at);
}

/** The atom that a click bonds the molecule to; null for a click that does not. */
const bondedTo = (picked: Picked | null): number | null =>
  picked?.kind === "atom" && useRail.getState().onAtoms === "bond" ? picked.atom : null;

/** The atom by which the molecule is bonded, and its hydrogen that goes; null without such an atom. */
function chosenLink(molecule: Atoms): Link | null {
  const links = linksOf(molecule);
  const { link } = useRail.getState();
  return links.find(({ atom }) => atom === link) ?? links[0] ?? null;
}

/** The molecule as it is bonded to an atom of the document; null where it cannot be. */
function bonded(molecule: Atoms, to: number): { positions: Float64Array; link: Link; site: Site } | null {
  const { arrays } = useDocument.getState();
  const link = chosenLink(molecule);
  if (!link) return null;
  const site = siteOf(to, arrays);
  return { positions: attached(molecule, link, site, arrays), link, site };
}

/** Bonds the molecule to an atom in place of a hydrogen, as one step; its atoms are selected. */
function bondTo(stamp: Stamp, to: number): Promise<boolean> {
  return once(`Could not bond ${stamp.name}`, async (ifRevision) => {
    const atoms = useDocument.getState().state?.atoms ?? 0;
    const { json, bufs } = await core().call("molecule.place", { molblock: stamp.molblock, name: stamp.name });
    const { positions, elements, bonds } = bufs;
    const made = positions && elements && bonds && bonded({ positions, elements, bonds }, to);
    if (!made) throw new Error("none of its atoms has a hydrogen that could go");
    bufs.positions = made.positions;
    const { link, site } = made;
    const gone = [atoms + link.leaves, ...(site.leaves === null ? [] : [site.leaves])];
    await edit(
      "edit.apply",
      {
        label: `Bond ${stamp.name} to #${site.atom}`,
        author: "person",
        // Atoms of the step follow those of the document.
        ops: [
          { op: "add_fragment", name: json.name },
          { op: "add_bond", bonds: [site.atom, atoms + link.atom] },
          { op: "delete_atoms", atoms: gone },
        ],
        fragment: json.structure,
        ifRevision,
      },
      bufs,
    );
  });
}

/** The molecule where a click would put it, pale. */
function showGhost(): void {
  const { stamp } = useRail.getState();
  const ghost = stamp && shape?.id === stamp.id ? shape.ghost : null;
  view()?.drawGhost(ghost && pointer && ghostAt(ghost, pointer.picked, pointer.at));
}

function ghostAt(ghost: Ghost, picked: Picked | null, at: Point2): Ghost | null {
  const to = bondedTo(picked);
  const place = target(picked, at);
  const positions = to !== null ? bonded(ghost, to)?.positions : place && stamped(ghost.positions, turn, place);
  return positions ? { ...ghost, positions } : null;
}

/** The atoms by which the chosen molecule can be bonded, for its settings. */
export const stampLinks = (): { atom: number; element: number }[] =>
  shape ? linksOf(shape.ghost).map(({ atom }) => ({ atom, element: shape?.ghost.elements[atom] ?? 0 })) : [];

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
  set({ stamp: next, link: null });
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
  single: true,
  cursor(picked) {
    const { stamp, onAtoms } = useRail.getState();
    if (!stamp) return "";
    return picked && !(onAtoms !== "none" && picked.kind === "atom") ? "not-allowed" : "crosshair";
  },
  onPick(picked, _modifiers, at) {
    const { stamp } = useRail.getState();
    if (!stamp) {
      void showLibrary.run();
      return;
    }
    const to = bondedTo(picked);
    const place = target(picked, at);
    if (to === null && !place) return;
    view()?.drawGhost(null);
    if (to !== null) void bondTo(stamp, to);
    else if (place) void stampAt(stamp, place);
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

// A molecule that leaves the library is not placed any more, and the tool has nothing to do.
useLibrary.subscribe(({ entries }) => {
  const { stamp, set } = useRail.getState();
  if (!stamp?.id.startsWith("user:") || entries.some(({ id }) => id === stamp.id)) return;
  set({ stamp: null, link: null });
  if (useUi.getState().tool === "place") useUi.getState().set({ tool: "select" });
});
