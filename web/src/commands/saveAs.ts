import type { FormatInfo } from "../core/protocol";
import { useFiles } from "../state/files";
import { failed } from "./report";
import { save } from "./save";
import { exportReport, isClean, showSaveDialog, writeDocument } from "./saveDocument";
import type { Command } from "./types";

/** Saves in any format: the dialog chooses. */
export const saveAs: Command = {
  id: "file.saveAs",
  label: "Save as…",
  shortcut: "mod+shift+s",
  enabled: () => save.enabled?.() ?? true,
  run: () => showSaveDialog(useFiles.getState().format),
};

/** Saves in one format; the dialog opens only when something would be lost or changed. */
export function saveIn(format: FormatInfo): Command {
  return {
    id: `file.save.${format.id}`,
    label: format.label,
    enabled: () => save.enabled?.() ?? true,
    async run() {
      try {
        if (isClean(await exportReport(format.id))) await writeDocument(format.id);
        else showSaveDialog(format.id);
      } catch (error) {
        failed("Could not save", error);
      }
    },
  };
}
