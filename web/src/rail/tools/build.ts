import { useDocument } from "../../state/document";
import { useRail } from "../../state/rail";
import { useView, view } from "../../state/view";
import { symbolOf } from "../../ui/elements";
import type { Point2 } from "../../view/camera";
import type { Gesture } from "../../view/controls";
import { length, sub } from "../../view/vec";
import { canEdit, changeElement, command, untitled } from "../step";
import type { ToolActions } from "../tool";

/** Sets, changes or takes away the bond of two atoms as one step. */
export function bondAtoms(a: number, b: number): Promise<boolean> {
  const { order, rebalance } = useRail.getState();
  return command("edit.bond", "Could not change the bond", { a, b, order, rebalance });
}

/** Adds atoms: free where nothing is, bonded on atoms; on a bond it sets the order. */
export const addActions: ToolActions = {
  single: true,
  cursor: () => "crosshair",
  onPick(picked, _modifiers, at) {
    const { element, order } = useRail.getState();
    const failure = `Could not add ${symbolOf(element)}`;
    if (picked?.kind === "bond") return void bondAtoms(...picked.atoms);
    if (picked) return void command("edit.place", failure, { element, order: order || 1, on: picked.atom });
    const place = view()?.pointAt(at);
    if (!place) return;
    void untitled().then(
      (there) => there && command("edit.place", failure, { element, at: [...place] as [number, number, number] }),
    );
  },
};

/** Turns atoms into another element; their hydrogens follow. */
export const elementActions: ToolActions = {
  onPick(picked) {
    if (picked?.kind !== "atom") return;
    void changeElement([picked.atom], useRail.getState().element);
  },
};

/** A line from an atom to the pointer, or to the atom that lies under it with the distance. */
export function showBand(from: number, to: number | null, at: Point2): void {
  const handle = view();
  if (!handle) return;
  const line =
    to === null || to === from
      ? { through: [from], to: at, look: "band" as const }
      : {
          through: [from, to],
          look: "band" as const,
          text: `${length(sub(handle.place(to), handle.place(from))).toFixed(3)} Å`,
        };
  useView.getState().setLines([line]);
}

function dropPending(): boolean {
  const { pending, set } = useRail.getState();
  useView.getState().setLines([]);
  if (pending === null) return false;
  set({ pending: null });
  return true;
}

function dragBond(from: number): Gesture {
  const under = (at: Point2) => {
    const picked = view()?.pickAt(at);
    return picked?.kind === "atom" ? picked.atom : null;
  };
  const { revision } = useDocument.getState().state ?? {};
  useRail.getState().set({ pending: from });
  return {
    move: (at) => showBand(from, under(at), at),
    end(at) {
      const to = under(at);
      dropPending();
      if (to === null || to === from || useDocument.getState().state?.revision !== revision) return;
      void bondAtoms(from, to);
    },
    cancel: () => void dropPending(),
  };
}

/** Bonds two atoms by two clicks or a drag, and sets the order of bonds that are there. */
export const bondActions: ToolActions = {
  cursor: () => "crosshair",
  onPick(picked) {
    const { pending, set } = useRail.getState();
    if (!picked) return;
    if (picked.kind === "bond") {
      dropPending();
      void bondAtoms(...picked.atoms);
    } else if (pending === null) set({ pending: picked.atom });
    else if (pending !== picked.atom) {
      dropPending();
      void bondAtoms(pending, picked.atom);
    }
  },
  onGrab: (picked) => (picked?.kind === "atom" && canEdit() ? dragBond(picked.atom) : null),
  onPoint(picked, at) {
    const { pending } = useRail.getState();
    if (pending === null || !at) useView.getState().setLines([]);
    else showBand(pending, picked?.kind === "atom" ? picked.atom : null, at);
  },
  onEscape: dropPending,
  onLeave: () => void dropPending(),
};
