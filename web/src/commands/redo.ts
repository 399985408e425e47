import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { failed } from "./report";
import type { Command } from "./types";

export const redo: Command = {
  id: "edit.redo",
  label: "Redo",
  shortcut: "mod+shift+z mod+y",
  enabled: () => (useDocument.getState().state?.redo.length ?? 0) > 0,
  run: () => edit("edit.redo", {}).then(undefined, (error) => failed("Could not redo", error)),
};
