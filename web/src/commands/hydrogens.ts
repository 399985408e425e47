import { counted } from "../app/format";
import type { HydrogensChange } from "../core/protocol";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { failed } from "./report";
import type { Command } from "./types";

/** A change is on its way: a second press before its answer does nothing. */
let working = false;

/**
 * Adds or removes hydrogens of atoms, of the whole document without any, as one step.
 * Says how many and what was left out.
 */
export async function changeHydrogens(remove: boolean, atoms: readonly number[]): Promise<void> {
  const { state } = useDocument.getState();
  if (!state || working) return;
  working = true;
  try {
    const change = (await edit(
      "edit.hydrogens",
      { ...(remove ? { remove } : {}), ifRevision: state.revision },
      atoms.length > 0 ? { atoms: Uint32Array.from(atoms) } : undefined,
    )) as HydrogensChange;
    // New atoms come last: the ones that were selected still are what they were.
    if (change.hydrogens === 0 || !remove) useSelection.getState().select(atoms);
    report(change, remove, atoms.length > 0);
  } catch (error) {
    failed(remove ? "Could not remove hydrogens" : "Could not add hydrogens", error);
  } finally {
    working = false;
  }
}

function report({ hydrogens, atoms, notes }: HydrogensChange, remove: boolean, selection: boolean) {
  const { notify, announce } = useNotices.getState();
  const title = hydrogens === 0 ? nothing(remove, selection) : done(hydrogens, remove);
  const text = hydrogens === 0 ? "" : `${remove ? "from" : "to"} ${counted(atoms, "atom")}.`;
  notify({
    level: notes.length > 0 ? "warning" : "info",
    title,
    ...(text ? { text } : {}),
    ...(notes.length > 0 ? { warnings: notes } : {}),
  });
  announce([title, text, ...notes].filter(Boolean).join(" "));
}

const done = (n: number, remove: boolean) => `${remove ? "Removed" : "Added"} ${counted(n, "hydrogen")}`;

function nothing(remove: boolean, selection: boolean): string {
  const where = selection ? "The selected atoms have" : "The structure has";
  return remove ? `${where} no hydrogens to remove.` : `${where} all hydrogens that the bonds leave room for.`;
}

const someAtoms = () => (useDocument.getState().state?.atoms ?? 0) > 0;

export const addHydrogens: Command = {
  id: "structure.addHydrogens",
  label: "Add hydrogens",
  shortcut: "mod+shift+h",
  enabled: someAtoms,
  run: () => changeHydrogens(false, useSelection.getState().atoms),
};

export const removeHydrogens: Command = {
  id: "structure.removeHydrogens",
  label: "Remove hydrogens",
  enabled: () => someAtoms() && useDocument.getState().arrays.elements.includes(1),
  run: () => changeHydrogens(true, useSelection.getState().atoms),
};
