import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useNotices } from "../state/notices";
import { failed } from "./report";
import type { Command } from "./types";

export const redo: Command = {
  id: "edit.redo",
  label: "Redo",
  shortcut: "mod+shift+z mod+y",
  enabled: () => (useDocument.getState().state?.redo.length ?? 0) > 0,
  run: () => {
    const step = useDocument.getState().state?.redo[0];
    return edit("edit.redo", {}).then(
      () => step && useNotices.getState().announce(`Redid: ${step.label}`),
      (error) => failed("Could not redo", error),
    );
  },
};
