import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useSelection } from "../state/selection";
import { failed } from "./report";
import type { Command } from "./types";

/** A change is on its way: charges are counted from what the page shows. */
let changing = false;

/** Raises or lowers the formal charges of the selected atoms as one step; they stay selected. */
export async function changeCharge(by: 1 | -1): Promise<void> {
  const { state } = useDocument.getState();
  const { atoms, select } = useSelection.getState();
  if (!state || atoms.length === 0 || changing) return;
  changing = true;
  try {
    await edit("edit.apply", {
      label: "",
      author: "person",
      ops: [{ op: "set_charge", atoms: [...atoms], by }],
      ifRevision: state.revision,
    });
    select(atoms);
  } catch (error) {
    failed("Could not set the charge", error);
  } finally {
    changing = false;
  }
}

const selected = () => useSelection.getState().atoms.length > 0;

export const raiseCharge: Command = {
  id: "structure.chargeUp",
  label: "Raise formal charge",
  shortcut: "+",
  enabled: selected,
  run: () => changeCharge(1),
};

export const lowerCharge: Command = {
  id: "structure.chargeDown",
  label: "Lower formal charge",
  shortcut: "-",
  enabled: selected,
  run: () => changeCharge(-1),
};
