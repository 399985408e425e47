import { command as browserCommand } from "../select/clipboard";
import { lastCopied } from "../select/copied";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { inferredAmong } from "../state/inferred";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import { failed } from "./report";
import type { Command } from "./types";

const selected = () => useSelection.getState().atoms.length > 0;
const editable = () => useDocument.getState().state?.original !== true;
const ready = () => useUi.getState().core === "wasm";

function byBrowser(what: "copy" | "cut"): void {
  if (browserCommand(what)) return;
  useNotices.getState().notify({
    level: "info",
    title: `The browser does not let a menu ${what}.`,
    text: `Press Ctrl+${what === "copy" ? "C" : "X"}, or ⌘${what === "copy" ? "C" : "X"} on a Mac.`,
  });
}

export const copyAtoms: Command = {
  id: "edit.copy",
  label: "Copy",
  shortcut: "mod+c",
  native: true,
  enabled: selected,
  run: () => byBrowser("copy"),
};

export const cutAtoms: Command = {
  id: "edit.cut",
  label: "Cut",
  shortcut: "mod+x",
  native: true,
  enabled: () => selected() && editable(),
  run: () => byBrowser("cut"),
};

/** By the keyboard it takes what any program has copied; by a menu what this page has. */
export const pasteAtoms: Command = {
  id: "edit.paste",
  label: "Paste",
  shortcut: "mod+v",
  native: true,
  enabled: () => ready() && editable(),
  async run() {
    const copied = lastCopied();
    if (!copied) {
      useNotices.getState().notify({
        level: "info",
        title: "Press Ctrl+V to paste.",
        text: "The browser gives what other programs have copied to the keyboard only. A SMILES, a name, a mol block and the text of a file can be pasted.",
      });
      return;
    }
    try {
      const { pasteCopied } = await import("../select/paste");
      await pasteCopied(await copied, "Paste");
    } catch (error) {
      failed("Could not paste", error);
    }
  },
};

export const duplicateAtoms: Command = {
  id: "edit.duplicate",
  label: "Duplicate",
  shortcut: "mod+d",
  enabled: () => selected() && editable(),
  async run() {
    const atoms = Uint32Array.from(useSelection.getState().atoms).sort();
    try {
      const { pasteCopied } = await import("../select/paste");
      const guessed = await inferredAmong(atoms);
      const { json, bufs } = await core().call("edit.copy", {}, { bufs: { atoms } });
      await pasteCopied({ name: "", structure: json.structure, bufs: { ...bufs, ...guessed } }, "Duplicate");
    } catch (error) {
      failed("Could not duplicate", error);
    }
  },
};
