import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useNotices } from "../state/notices";
import { failed } from "./report";
import type { Command } from "./types";

export const undo: Command = {
  id: "edit.undo",
  label: "Undo",
  shortcut: "mod+z",
  enabled: () => (useDocument.getState().state?.steps.length ?? 0) > 0,
  run: () => {
    const step = useDocument.getState().state?.steps.at(-1);
    return edit("edit.undo", {}).then(
      () => step && useNotices.getState().announce(`Undid: ${step.label}`),
      (error) => failed("Could not undo", error),
    );
  },
};
