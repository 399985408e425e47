import { useUi } from "../state/ui";
import type { Command } from "./types";

/** The page's hidden file input; the browser's own file dialog belongs to it. */
export const fileInputId = "molsmith-file-input";

export const open: Command = {
  id: "file.open",
  label: "Open…",
  shortcut: "mod+o",
  enabled: () => useUi.getState().core === "wasm" && !useUi.getState().busy,
  run() {
    document.getElementById(fileInputId)?.click();
  },
};
