import { failed } from "../commands/report";
import type { Change, EditOp, PlacedChange, Request } from "../core/protocol";
import { useDocument } from "../state/document";
import { type ChangeCommand, edit, withWatched } from "../state/edits";
import { useFiles } from "../state/files";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";

/** A change of a tool is on its way. Indices seen before its answer would name other atoms after it. */
let working = false;

/** Editing is paused while the original is shown. */
export const canEdit = (): boolean => !working && useDocument.getState().state?.original !== true;

/**
 * One change by a tool: a click before the answer to the last one does nothing. `work` gets
 * the revision its indices are of. False when it was not done.
 */
export async function once(failure: string, work: (ifRevision: number) => Promise<unknown>): Promise<boolean> {
  const { state } = useDocument.getState();
  if (!state || !canEdit()) return false;
  working = true;
  try {
    await work(state.revision);
    return true;
  } catch (error) {
    failed(failure, error);
    return false;
  } finally {
    working = false;
  }
}

/** Ops as one step of a person; without a label the ops name it. `positions`: of replace_positions. */
export function applyOps(failure: string, label: string, ops: EditOp[], positions?: Float64Array): Promise<boolean> {
  return once(failure, (ifRevision) =>
    edit("edit.apply", { label, author: "person", ops, ifRevision }, positions && { positions }),
  );
}

/** A command that works out what it does in the core. */
export function command<C extends ChangeCommand>(
  cmd: C,
  failure: string,
  request: Omit<Request<C>, "ifRevision">,
): Promise<boolean> {
  return once(failure, async (ifRevision) => {
    const change: Change & Partial<PlacedChange> = await edit(cmd, { ...request, ifRevision } as Request<C>);
    if (change.selected) useSelection.getState().select(change.selected);
  });
}

/** Makes atoms another element as one step, wherever that is asked for; hydrogens follow as the Bond tool says. */
export function changeElement(atoms: readonly number[], element: number): Promise<boolean> {
  const { rebalance } = useRail.getState();
  return command("edit.element", "Could not change the element", { atoms: [...atoms], element, rebalance });
}

/** A document to add to, where nothing is open: without a cell, called untitled. */
export async function untitled(): Promise<boolean> {
  if (useDocument.getState().state) return true;
  if (working) return false;
  working = true;
  try {
    await edit("edit.open", {
      name: "untitled",
      source: { kind: "new", label: "New document" },
      structure: { atoms: 0, bonds: 0, cell: null },
    });
    useFiles.getState().set({ format: null });
    return true;
  } catch (error) {
    failed("Could not begin a document", error);
    return false;
  } finally {
    working = false;
  }
}

/** Sets a distance, an angle or a dihedral as one step; the selection stays. */
export function setMeasurement(atoms: readonly number[], value: number, minimumImage: boolean): Promise<boolean> {
  const request = { atoms: [...atoms], set: value, minimumImage };
  return once("Could not set the value", (ifRevision) =>
    withWatched("edit.measure", { ...request, ifRevision }, undefined, ({ json, bufs }) => {
      if (json.change) useDocument.getState().commit(json.change, bufs);
    }),
  );
}
