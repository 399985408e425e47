import type { CoreAnswer } from "../core";
import type { Bufs, Change, CommandName, EditOp, Request } from "../core/protocol";
import { core } from "./core";
import { useDocument } from "./document";
import { measuredAtoms } from "./measure";
import { useSelection } from "./selection";
import { LOST } from "./watch";

/** Commands whose answer is a Change. */
export type ChangeCommand = {
  [C in CommandName]: CoreAnswer<C>["json"] extends Change ? C : never;
}[CommandName];

/**
 * One change of the document: the core applies it, the store takes the changed
 * rows, the selection follows. Rejects with the core's error and changes nothing.
 */
export async function edit<C extends ChangeCommand>(cmd: C, request: Request<C>, bufs?: Bufs): Promise<Change> {
  const start = performance.now();
  return withWatched(cmd, request, bufs, (answer, watch) => {
    const change = answer.json as Change;
    const { state } = useDocument.getState();
    useDocument.getState().commit(change, answer.bufs);
    if (!watch || !keepSelected(watch)) followSelection(cmd, request, change, state?.atoms ?? 0);
    performance.measure("molsmith:edit", { start, end: performance.now() });
    return change;
  });
}

/** A call that may change the document: measured atoms are found again after it. `take` takes the answer at once. */
export async function withWatched<C extends CommandName, T>(
  cmd: C,
  request: Request<C>,
  bufs: Bufs | undefined,
  take: (answer: CoreAnswer<C>, watch: Watch | null) => T,
): Promise<T> {
  const watch = watchList(balanced.has(cmd));
  const all = watch ? { ...bufs, watch: watch.rows } : bufs;
  underway++;
  try {
    return take(await core().call(cmd, request, all ? { bufs: all } : {}), watch);
  } finally {
    underway--;
  }
}

/** Edits without an answer yet: rows that are named now may be others when the next one is done. */
let underway = 0;

/** A larger selection is not followed. */
const MOST = 20_000;

interface Watch {
  rows: Uint32Array<ArrayBuffer>;
  /** The selection whose atoms are the last of so many in the list, which is transferred. */
  selection: readonly number[];
  length: number;
}

/** Atoms that are to be found again after an edit, which goes with it to the core; null without any. */
function watchList(selected: boolean): Watch | null {
  if (underway > 0) return null;
  const { atoms } = useSelection.getState();
  const selection = selected && atoms.length <= MOST ? atoms : [];
  const rows = Uint32Array.from([...measuredAtoms(), ...selection]);
  return rows.length > 0 ? { rows, selection, length: rows.length } : null;
}

/** What was selected stays so wherever its rows went, but for what is gone. True when that is known. */
function keepSelected({ selection, length }: Watch): boolean {
  const { watched } = useDocument.getState();
  const { atoms, select } = useSelection.getState();
  if (selection.length === 0 || selection !== atoms || watched?.length !== length) return false;
  const now = Array.from(watched.subarray(length - selection.length));
  if (now.some((row, k) => row !== atoms[k])) select(now.filter((row) => row !== LOST));
  return true;
}

/** Commands whose hydrogens follow: what they add is not what the person is about to change. */
const balanced = new Set<CommandName>(["edit.element", "edit.bond", "edit.remove", "edit.hydrogens"]);

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
