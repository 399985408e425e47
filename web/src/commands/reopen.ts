import { useSessions } from "../persist/sessions";
import { journal } from "../state/core";
import { useDocument } from "../state/document";
import { useFiles } from "../state/files";
import { useSelection } from "../state/selection";
import { failed } from "./report";
import type { Command } from "./types";

/**
 * Brings back the document that was open before, with its history, or the last one of an
 * earlier visit; nothing is lost, so nothing is asked.
 */
export const reopen: Command = {
  id: "file.reopen",
  label: "Reopen last document",
  enabled: () => Boolean(journal()?.previous) || useSessions.getState().offers.length > 0,
  async run() {
    try {
      const [last] = useSessions.getState().offers;
      if (!journal()?.previous && last) {
        await (await import("../persist/persist")).restore(last);
        return;
      }
      const rebuilt = await journal()?.reopen();
      if (!rebuilt) return;
      useSelection.getState().clear();
      useDocument.getState().restore(rebuilt.change.state, rebuilt.arrays, true);
      useFiles.getState().set({ format: null });
    } catch (error) {
      failed("Could not reopen the document", error);
    }
  },
};
