import { counted } from "../app/format";
import { once } from "../rail/step";
import { edit } from "../state/edits";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import type { Command } from "./types";

/**
 * Deletes atoms with their bonds as one step; hydrogens fill the gaps where the Delete tool
 * is set to that. The indices are those of the shown
 * document: a second call before the first is answered does nothing, and any other
 * change meanwhile refuses the deletion.
 */
export async function deleteAtoms(atoms: readonly number[]): Promise<void> {
  if (atoms.length === 0) return;
  await once("Could not delete", (ifRevision) =>
    useRail.getState().fill
      ? edit("edit.remove", { atoms: [...atoms], fill: true, ifRevision })
      : edit("edit.apply", {
          label: `Delete ${counted(atoms.length, "atom")}`,
          author: "person",
          ops: [{ op: "delete_atoms", atoms: [...atoms] }],
          ifRevision,
        }),
  );
}

export const deleteSelection: Command = {
  id: "edit.delete",
  label: "Delete selected atoms",
  shortcut: "delete backspace",
  enabled: () => useSelection.getState().atoms.length > 0,
  run: () => deleteAtoms(useSelection.getState().atoms),
};
