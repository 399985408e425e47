import { deleteAtoms } from "../../commands/deleteAtoms";
import { useRail } from "../../state/rail";
import { applyOps, command } from "../step";
import type { ToolActions } from "../tool";

/** Deletes the atom or the bond that is clicked; hydrogens fill the gaps where that is asked for. */
export const removeActions: ToolActions = {
  single: true,
  onPick(picked) {
    if (!picked) return;
    const bonds = [...(picked.kind === "bond" ? picked.atoms : [])];
    if (picked.kind === "atom") void deleteAtoms([picked.atom]);
    else if (useRail.getState().fill) void command("edit.remove", "Could not delete", { bonds, fill: true });
    else void applyOps("Could not delete", "Delete 1 bond", [{ op: "delete_bond", bonds }]);
  },
};
