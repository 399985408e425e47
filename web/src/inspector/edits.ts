import { applyBalanced } from "../commands/hydrogens";
import type { EditOp } from "../core/protocol";
import { once } from "../rail/step";
import { edit } from "../state/edits";
import { useSelection } from "../state/selection";
import type { Vec3 } from "../view/vec";

/** One step that adds and removes no atom: the selected atoms stay selected. */
async function keeping(ops: EditOp[], failure: string, positions?: Float64Array): Promise<void> {
  const { atoms } = useSelection.getState();
  await once(failure, async (ifRevision) => {
    await edit("edit.apply", { label: "", author: "person", ops, ifRevision }, positions ? { positions } : undefined);
    useSelection.getState().select(atoms);
  });
}

/** Å. */
export const moveAtom = (atom: number, to: Vec3): Promise<void> =>
  keeping([{ op: "replace_positions", atoms: [atom] }], "Could not move the atom", Float64Array.from(to));

export interface Labels {
  name?: string;
  residueName?: string;
  residueId?: number;
  chainId?: string;
}

export const setLabels = (atoms: readonly number[], labels: Labels): Promise<void> =>
  keeping([{ op: "set_label", atoms: [...atoms], ...labels }], "Could not set the label");

/** Hydrogens follow as the elements ask for. */
export function setElement(atoms: readonly number[], z: number): Promise<void> {
  const op: EditOp = { op: "set_element", atoms: [...atoms], elements: atoms.map(() => z) };
  return applyBalanced([op], atoms, "Could not change the element");
}

/** Hydrogens follow as the charges ask for. */
export function setCharge(atoms: readonly number[], charge: number): Promise<void> {
  const op: EditOp = { op: "set_charge", atoms: [...atoms], charges: atoms.map(() => charge) };
  return applyBalanced([op], atoms, "Could not set the charge");
}

/** 0 takes the bond away. `balance`: hydrogens follow. */
export function setOrder(a: number, b: number, order: number, balance: boolean): Promise<void> {
  const op: EditOp =
    order === 0 ? { op: "delete_bond", bonds: [a, b] } : { op: "set_order", bonds: [a, b], orders: [order] };
  const failure = order === 0 ? "Could not remove the bond" : "Could not change the bond";
  return balance ? applyBalanced([op], useSelection.getState().atoms, failure) : keeping([op], failure);
}
