import { failed } from "../commands/report";
import type { Change, EditOp, PlacedChange, Request } from "../core/protocol";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { type ChangeCommand, edit } from "../state/edits";
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

/** A larger selection is dropped when hydrogens go that stood before it. */
const FOUND_AGAIN = 1000;

/**
 * Makes atoms another element as one step, wherever that is asked for; hydrogens follow as the
 * Bond tool says. What was selected stays so, though rows move up where hydrogens go.
 */
export async function changeElement(atoms: readonly number[], element: number): Promise<boolean> {
  const { rebalance } = useRail.getState();
  const selected = useSelection.getState().atoms;
  const places = selected.length <= FOUND_AGAIN ? selected.map(placeOf) : [];
  const done = await command("edit.element", "Could not change the element", {
    atoms: [...atoms],
    element,
    rebalance,
  });
  const { atoms: left, select } = useSelection.getState();
  if (!done || left.length > 0 || places.length === 0) return done;
  const rows = new Map<string, number>();
  const all = useDocument.getState().arrays.elements.length;
  for (let row = 0; row < all; row++) rows.set(placeOf(row), row);
  select(places.flatMap((place) => rows.get(place) ?? []));
  return done;
}

const placeOf = (row: number): string => String(useDocument.getState().arrays.positions.subarray(3 * row, 3 * row + 3));

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
  return once("Could not set the value", async (ifRevision) => {
    const { json, bufs } = await core().call("edit.measure", {
      atoms: [...atoms],
      set: value,
      minimumImage,
      ifRevision,
    });
    if (!json.change) return;
    useDocument.getState().commit(json.change, bufs);
  });
}
