import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { failed } from "./report";
import type { Command } from "./types";

const edited = () => (useDocument.getState().state?.steps.length ?? 0) > 0;
export const showsOriginal = (): boolean => useDocument.getState().state?.original ?? false;

/** Shows the document as it was opened, or what became of it; editing waits meanwhile. */
export const showOriginal: Command = {
  id: "view.original",
  label: "Show original",
  enabled: () => showsOriginal() || edited(),
  reason: () => (edited() ? undefined : "There are no edits."),
  run: () =>
    edit("edit.original", { on: !showsOriginal() }).then(undefined, (error) =>
      failed("Could not show the original", error),
    ),
};

/** Gives the document back as it was opened, as one step: Undo brings the edits back. */
export const clearAll: Command = {
  id: "edit.clearAll",
  label: "Clear all edits",
  enabled: edited,
  reason: () => (edited() ? undefined : "There are no edits."),
  run: () =>
    edit("edit.apply", { label: "", author: "person", ops: [{ op: "clear" }] }).then(undefined, (error) =>
      failed("Could not clear the edits", error),
    ),
};

/** What changes the document waits while its original is shown. */
export function isPaused({ id }: Command): boolean {
  return showsOriginal() && id !== "edit.copy" && /^(edit|structure|molecule)\./.test(id);
}

/** Goes to the state after so many steps; the original is put away for it. */
export async function goTo(steps: number): Promise<void> {
  try {
    if (showsOriginal()) await edit("edit.original", { on: false });
    if (steps !== useDocument.getState().state?.steps.length) await edit("edit.jump", { steps });
  } catch (error) {
    failed("Could not go to that step", error);
  }
}
