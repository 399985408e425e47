import type { CoreAnswer } from "../core";
import type { Bufs, Change, CommandName, Request } from "../core/protocol";
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
  useDocument.getState().commit(change, answer.bufs);
  followSelection(cmd, change);
  performance.measure("molsmith:edit", { start, end: performance.now() });
  return { change, bufs: answer.bufs };
}

/** New atoms are selected; a selection whose atoms may be others now is dropped. */
function followSelection(cmd: ChangeCommand, change: Change): void {
  if (cmd === "edit.rename" || cmd === "edit.markSaved") return;
  const { select, clear } = useSelection.getState();
  if (change.added && !change.opened) {
    const [from, to] = change.added;
    select(Array.from({ length: to - from }, (_, i) => from + i));
  } else clear();
}
