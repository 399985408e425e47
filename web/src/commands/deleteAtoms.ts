import { edit } from "../state/edits";
import { useSelection } from "../state/selection";
import { failed } from "./report";
import type { Command } from "./types";

/** Deletes atoms with their bonds as one step. */
export async function deleteAtoms(atoms: readonly number[]): Promise<void> {
  if (atoms.length === 0) return;
  const label = atoms.length === 1 ? "Delete 1 atom" : `Delete ${atoms.length} atoms`;
  try {
    await edit("edit.apply", { label, author: "person", ops: [{ op: "delete_atoms", atoms: [...atoms] }] });
  } catch (error) {
    failed("Could not delete", error);
  }
}

export const deleteSelection: Command = {
  id: "edit.delete",
  label: "Delete selected atoms",
  shortcut: "delete backspace",
  enabled: () => useSelection.getState().atoms.length > 0,
  run: () => deleteAtoms(useSelection.getState().atoms),
};
