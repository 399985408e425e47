import { deleteAtoms } from "../../commands/deleteAtoms";
import { useRail } from "../../state/rail";
import { applyOps, command } from "../step";
import type { ToolActions } from "../tool";

/** Deletes the atom or the bond that is clicked; hydrogens fill the gaps where that is asked for. */
export const removeActions: ToolActions = {
  onPick(picked) {
    if (!picked) return;
    const atom = picked.kind === "atom";
    if (useRail.getState().fill) {
      const what = atom ? { atoms: [picked.atom] } : { bonds: [...picked.atoms] };
      void command("edit.remove", "Could not delete", { ...what, fill: true });
    } else if (atom) void deleteAtoms([picked.atom]);
    else void applyOps("Could not delete", "Delete 1 bond", [{ op: "delete_bond", bonds: [...picked.atoms] }]);
  },
};
