import { counted } from "../app/format";
import { openForm } from "../cells/panel";
import { tell } from "../cells/words";
import type { BondsChange } from "../core/protocol";
import { once } from "../rail/step";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import type { Command } from "./types";

const has = (what: "atoms" | "bonds") => {
  const { state } = useDocument.getState();
  return (state?.[what] ?? 0) > 0 && state?.original !== true;
};

export const bondsByDistance: Command = {
  id: "structure.bonds",
  label: "Bonds by distance…",
  enabled: () => has("atoms"),
  reason: () => "The document has no atoms.",
  run: () => openForm("bonds"),
};

/** One step: an Undo brings all of them back, so nothing is asked before. */
export const removeBonds: Command = {
  id: "structure.removeBonds",
  label: "Remove all bonds",
  enabled: () => has("bonds"),
  reason: () => "The document has no bonds.",
  async run() {
    await once("Could not remove the bonds", async (ifRevision) => {
      const change = (await edit("edit.bondsByDistance", { remove: true, ifRevision })) as BondsChange;
      tell(`Removed ${counted(change.bonds, "bond")}.`, "Molecules are not known without bonds.");
    });
  },
};
