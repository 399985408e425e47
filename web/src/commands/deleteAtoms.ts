import { counted } from "../app/format";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import { failed } from "./report";
import type { Command } from "./types";

/** A deletion is on its way. Indices seen before its answer would name other atoms after it. */
let deleting = false;

/**
 * Deletes atoms with their bonds as one step; hydrogens fill the gaps where the Delete tool
 * is set to that. The indices are those of the shown
 * document: a second call before the first is answered does nothing, and any other
 * change meanwhile refuses the deletion.
 */
export async function deleteAtoms(atoms: readonly number[]): Promise<void> {
  const { state } = useDocument.getState();
  if (atoms.length === 0 || deleting || !state) return;
  deleting = true;
  const label = `Delete ${counted(atoms.length, "atom")}`;
  try {
    if (useRail.getState().fill) {
      await edit("edit.remove", { atoms: [...atoms], fill: true, ifRevision: state.revision });
      return;
    }
    await edit("edit.apply", {
      label,
      author: "person",
      ops: [{ op: "delete_atoms", atoms: [...atoms] }],
      ifRevision: state.revision,
    });
  } catch (error) {
    failed("Could not delete", error);
  } finally {
    deleting = false;
  }
}

export const deleteSelection: Command = {
  id: "edit.delete",
  label: "Delete selected atoms",
  shortcut: "delete backspace",
  enabled: () => useSelection.getState().atoms.length > 0,
  run: () => deleteAtoms(useSelection.getState().atoms),
};
