import { useUi } from "../state/ui";
import type { Command } from "./types";

const dialog = (
  id: string,
  label: string,
  name: "shortcuts" | "guide" | "about" | "licenses",
  shortcut?: string,
): Command => ({
  id,
  label,
  ...(shortcut ? { shortcut } : {}),
  run: () => useUi.getState().set({ dialog: name }),
});

export const showShortcuts = dialog("help.shortcuts", "Keyboard shortcuts", "shortcuts", "f1 ?");
export const showGuide = dialog("help.guide", "A short guide", "guide");
export const showAbout = dialog("help.about", "About Molsmith", "about");
export const showLicenses = dialog("help.licenses", "Licenses", "licenses");

export const toggleDetails: Command = {
  id: "page.details",
  label: "Details",
  run: () => useUi.getState().set({ detailsOpen: !useUi.getState().detailsOpen }),
};

export const toggleHistory: Command = {
  id: "page.history",
  label: "History",
  run: () => useUi.getState().set({ historyOpen: !useUi.getState().historyOpen }),
};
