import type { CoreAnswer } from "../core";
import type { Bufs, Change, CommandName, EditOp, Request } from "../core/protocol";
import { core } from "./core";
import { useDocument } from "./document";
import { useSelection } from "./selection";

/** Commands whose answer is a Change. */
export type ChangeCommand = {
  [C in CommandName]: CoreAnswer<C>["json"] extends Change ? C : never;
}[CommandName];

/**
 * One change of the document: the core applies it, the store takes the changed
 * rows, the selection follows. Rejects with the core's error and changes nothing.
 */
export async function edit<C extends ChangeCommand>(cmd: C, request: Request<C>, bufs?: Bufs): Promise<Change> {
  return (await editWithArrays(cmd, request, bufs)).change;
}

/** The same with the arrays of the answer. */
export async function editWithArrays<C extends ChangeCommand>(
  cmd: C,
  request: Request<C>,
  bufs?: Bufs,
): Promise<{ change: Change; bufs: Bufs }> {
  const start = performance.now();
  const answer = await core().call(cmd, request, bufs ? { bufs } : {});
  const change = answer.json as Change;
  const { state } = useDocument.getState();
  useDocument.getState().commit(change, answer.bufs);
  followSelection(cmd, request, change, state?.atoms ?? 0);
  performance.measure("molsmith:edit", { start, end: performance.now() });
  return { change, bufs: answer.bufs };
}

/** Commands whose hydrogens follow: what they add is not what the person is about to change. */
const balanced = new Set<ChangeCommand>(["edit.element", "edit.bond", "edit.remove"]);

/** Commands and ops after which every atom is where it was in the list. */
const inPlace = new Set<ChangeCommand>(["edit.rename", "edit.markSaved", "edit.images", "edit.bondsByDistance"]);
const inPlaceOps = new Set<EditOp["op"]>([
  "move_atoms",
  "rotate_atoms",
  "replace_positions",
  "set_element",
  "set_charge",
  "set_label",
  "add_bond",
  "set_order",
  "delete_bond",
  "set_cell",
  "center",
]);

/** `before`: how many atoms there were. */
function keepsAtoms(cmd: ChangeCommand, request: object, { added, state }: Change, before: number): boolean {
  // Added atoms come last: those before them are the same ones when as many are left.
  if (balanced.has(cmd)) return (added?.[0] ?? state.atoms) === before;
  const { ops, kind } = request as { ops?: EditOp[]; kind?: string };
  if (cmd === "edit.arrange") return kind !== "duplicates";
  return inPlace.has(cmd) || (cmd === "edit.apply" && ops !== undefined && ops.every(({ op }) => inPlaceOps.has(op)));
}

/**
 * New atoms are selected; a selection whose atoms may be others now is dropped. Where they are
 * the same ones it stays, also one that was made while the edit was on its way.
 */
function followSelection(cmd: ChangeCommand, request: object, change: Change, before: number): void {
  if (!change.opened && keepsAtoms(cmd, request, change, before)) return;
  const { select, clear } = useSelection.getState();
  if (change.added && !change.opened && !balanced.has(cmd)) {
    const [from, to] = change.added;
    select(Array.from({ length: to - from }, (_, i) => from + i));
  } else clear();
}
