import { core } from "../state/core";
import { useDocument } from "../state/document";
import { useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { confirmLoss } from "./confirmLoss";
import { failed } from "./report";
import type { Command } from "./types";

export const close: Command = {
  id: "file.close",
  label: "Close",
  enabled: () => useDocument.getState().state !== null,
  async run() {
    if (!(await confirmLoss("Discard and close"))) return;
    try {
      await closeNow();
    } catch (error) {
      failed("Could not close the document", error);
    }
  },
};

/** Closes what is open; nothing is asked. */
export async function closeNow(): Promise<void> {
  await core().call("edit.close", {});
  useSelection.getState().clear();
  useSelection.getState().hover(null);
  useDocument.getState().close();
  useFiles.getState().set({ format: null });
  useNotices.getState().dismiss();
}
