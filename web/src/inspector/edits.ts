import { applyBalanced } from "../commands/hydrogens";
import type { EditOp } from "../core/protocol";
import { applyOps } from "../rail/step";
import { useSelection } from "../state/selection";
import type { Vec3 } from "../view/vec";

/** Å. */
export const moveAtom = (atom: number, to: Vec3): Promise<boolean> =>
  applyOps("Could not move the atom", "", [{ op: "replace_positions", atoms: [atom] }], Float64Array.from(to));

export interface Labels {
  name?: string;
  residueName?: string;
  residueId?: number;
  chainId?: string;
}

export const setLabels = (atoms: readonly number[], labels: Labels): Promise<boolean> =>
  applyOps("Could not set the label", "", [{ op: "set_label", atoms: [...atoms], ...labels }]);

/** Hydrogens follow as the charges ask for. */
export function setCharge(atoms: readonly number[], charge: number): Promise<void> {
  const op: EditOp = { op: "set_charge", atoms: [...atoms], charges: atoms.map(() => charge) };
  return applyBalanced([op], atoms, "Could not set the charge");
}

/** 0 takes the bond away. `balance`: hydrogens follow. */
export function setOrder(a: number, b: number, order: number, balance: boolean): Promise<unknown> {
  const op: EditOp =
    order === 0 ? { op: "delete_bond", bonds: [a, b] } : { op: "set_order", bonds: [a, b], orders: [order] };
  const failure = order === 0 ? "Could not remove the bond" : "Could not change the bond";
  return balance ? applyBalanced([op], useSelection.getState().atoms, failure) : applyOps(failure, "", [op]);
}
