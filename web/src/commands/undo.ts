import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { failed } from "./report";
import type { Command } from "./types";

export const undo: Command = {
  id: "edit.undo",
  label: "Undo",
  shortcut: "mod+z",
  enabled: () => (useDocument.getState().state?.steps.length ?? 0) > 0,
  run: () => edit("edit.undo", {}).then(undefined, (error) => failed("Could not undo", error)),
};
