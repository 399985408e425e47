import { useDocument } from "../state/document";
import { useFiles } from "../state/files";
import { useUi } from "../state/ui";
import { failed } from "./report";
import { exportReport, isClean, showSaveDialog, writeDocument } from "./saveDocument";
import type { Command } from "./types";

const enabled = () => useDocument.getState().state !== null && useUi.getState().core === "wasm";

/** Saves in the format of the document's file; asks when there is none or something would be lost. */
export const save: Command = {
  id: "file.save",
  label: "Save",
  shortcut: "mod+s",
  enabled,
  async run() {
    const { format, options } = useFiles.getState();
    try {
      // A symmetry is found anew each time: the dialog shows which.
      const known = format && options.tolerance === undefined;
      if (known && isClean(await exportReport(format, options))) await writeDocument(format, undefined, options);
      else showSaveDialog(format);
    } catch (error) {
      failed("Could not save", error);
    }
  },
};
