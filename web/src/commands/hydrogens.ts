import { counted } from "../app/format";
import type { EditOp, HydrogensChange } from "../core/protocol";
import { once } from "../rail/step";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import type { Command } from "./types";

/** What is done to the hydrogens of atoms. */
export type HydrogensAction = "add" | "remove" | "adjust";

/**
 * Adds, removes or adjusts hydrogens of atoms, of the whole document without any, as one
 * step. Says how many and what was left out.
 */
export async function changeHydrogens(action: HydrogensAction, atoms: readonly number[]): Promise<void> {
  const request = action === "add" ? {} : action === "remove" ? { remove: true } : { adjust: true };
  await run(request, atoms, `Could not ${action} hydrogens`, (change) => report(change, action, atoms.length > 0));
}

/**
 * Does ops to atoms and lets the hydrogens of these follow where they fitted before, as
 * one step; the atoms stay selected. Says which hydrogens came or went. `failure` heads
 * the notice of a refusal.
 */
export async function applyBalanced(ops: EditOp[], atoms: readonly number[], failure: string): Promise<void> {
  await run({ ops }, atoms, failure, (change) => {
    const { hydrogens, removed, notes } = change;
    if (hydrogens + removed > 0 || notes.length > 0) tell(adjusted(hydrogens, removed), "", notes);
  });
}

async function run(
  request: { remove?: boolean; adjust?: boolean; ops?: EditOp[] },
  atoms: readonly number[],
  failure: string,
  done: (change: HydrogensChange) => void,
): Promise<void> {
  await once(failure, async (ifRevision) => {
    const bufs = atoms.length > 0 ? { atoms: Uint32Array.from(atoms) } : undefined;
    done((await edit("edit.hydrogens", { ...request, ifRevision }, bufs)) as HydrogensChange);
  });
}

function report({ hydrogens, removed, atoms, notes }: HydrogensChange, action: HydrogensAction, selection: boolean) {
  if (hydrogens + removed === 0) return tell(nothing(action, selection), "", notes);
  const where = `${counted(atoms, "atom")}.`;
  if (action === "adjust") return tell(adjusted(hydrogens, removed), `at ${where}`, notes);
  const verb = action === "remove" ? "Removed" : "Added";
  tell(`${verb} ${counted(hydrogens, "hydrogen")}`, `${action === "remove" ? "from" : "to"} ${where}`, notes);
}

function tell(title: string, text: string, notes: readonly string[]) {
  const { notify, announce } = useNotices.getState();
  notify({
    level: notes.length > 0 ? "warning" : "info",
    title,
    ...(text ? { text } : {}),
    ...(notes.length > 0 ? { warnings: [...notes] } : {}),
  });
  announce([title, text, ...notes].filter(Boolean).join(" "));
}

/** What came and what went: "Added 2 and removed 1 hydrogen". */
function adjusted(added: number, removed: number): string {
  if (added === 0 && removed === 0) return "The hydrogens stayed as they were.";
  if (removed === 0) return `Added ${counted(added, "hydrogen")}`;
  if (added === 0) return `Removed ${counted(removed, "hydrogen")}`;
  return `Added ${added} and removed ${counted(removed, "hydrogen")}`;
}

function nothing(action: HydrogensAction, selection: boolean): string {
  const where = selection ? "The selected atoms have" : "The structure has";
  if (action === "adjust") return `${where} the hydrogens that bonds and charges ask for.`;
  return action === "remove"
    ? `${where} no hydrogens to remove.`
    : `${where} all hydrogens that the bonds leave room for.`;
}

const someAtoms = () => (useDocument.getState().state?.atoms ?? 0) > 0;

export const addHydrogens: Command = {
  id: "structure.addHydrogens",
  label: "Add hydrogens",
  shortcut: "mod+shift+h",
  enabled: someAtoms,
  run: () => changeHydrogens("add", useSelection.getState().atoms),
};

export const removeHydrogens: Command = {
  id: "structure.removeHydrogens",
  label: "Remove hydrogens",
  enabled: () => someAtoms() && useDocument.getState().arrays.elements.includes(1),
  run: () => changeHydrogens("remove", useSelection.getState().atoms),
};

export const adjustHydrogens: Command = {
  id: "structure.adjustHydrogens",
  label: "Adjust hydrogens",
  enabled: someAtoms,
  run: () => changeHydrogens("adjust", useSelection.getState().atoms),
};
