import { useDocument } from "../state/document";
import { useUi } from "../state/ui";
import type { Command } from "./types";

export const savePicture: Command = {
  id: "view.picture",
  label: "Save picture…",
  enabled: () => useDocument.getState().state !== null && useUi.getState().drawing === "ok",
  run: () => useUi.getState().set({ dialog: "picture" }),
};
