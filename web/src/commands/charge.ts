import { useSelection } from "../state/selection";
import { applyBalanced } from "./hydrogens";
import type { Command } from "./types";

/**
 * Raises or lowers the formal charges of the selected atoms as one step; their hydrogens
 * follow, as those of water to hydronium, and they stay selected.
 */
export async function changeCharge(by: 1 | -1): Promise<void> {
  const { atoms } = useSelection.getState();
  if (atoms.length === 0) return;
  await applyBalanced([{ op: "set_charge", atoms: [...atoms], by }], atoms, "Could not set the charge");
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
