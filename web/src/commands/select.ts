import { escapeTool } from "../rail/tool";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import { failed } from "./report";
import type { Command } from "./types";

const atoms = () => useDocument.getState().state?.atoms ?? 0;

export const selectAll: Command = {
  id: "select.all",
  label: "Select all",
  shortcut: "mod+a",
  enabled: () => atoms() > 0,
  run: () => useSelection.getState().select(Array.from({ length: atoms() }, (_, i) => i)),
};

export const selectInvert: Command = {
  id: "select.invert",
  label: "Invert selection",
  shortcut: "mod+shift+a",
  enabled: () => atoms() > 0,
  run() {
    const chosen = new Uint8Array(atoms());
    const { atoms: selected, select } = useSelection.getState();
    for (const atom of selected) chosen[atom] = 1;
    const rest: number[] = [];
    for (let i = 0; i < chosen.length; i++) if (!chosen[i]) rest.push(i);
    select(rest);
  },
};

/** Grows the selection to the whole molecules its atoms belong to. */
export const selectMolecule: Command = {
  id: "select.molecule",
  label: "Select molecule",
  enabled: () => useSelection.getState().atoms.length > 0,
  run: () => selectMolecules(useSelection.getState().atoms),
};

export async function selectMolecules(from: readonly number[]): Promise<void> {
  const { revision } = useDocument.getState().state ?? {};
  try {
    const { bufs } = await core().call("edit.component", {}, { bufs: { atoms: Uint32Array.from(from) } });
    if (useDocument.getState().state?.revision === revision) useSelection.getState().select([...(bufs.atoms ?? [])]);
  } catch (error) {
    failed("Could not select the molecule", error);
  }
}

/** Esc: what a tool is in the middle of, the selection, the molecule to place, then the tool falls back to Select. */
export const clearSelection: Command = {
  id: "select.none",
  label: "Clear selection",
  shortcut: "escape",
  enabled: () => useSelection.getState().atoms.length > 0 || useUi.getState().tool !== "select",
  run() {
    if (escapeTool()) return;
    const rail = useRail.getState();
    if (useSelection.getState().atoms.length > 0) useSelection.getState().clear();
    else if (useUi.getState().tool === "place" && rail.stamp) rail.set({ stamp: null });
    else useUi.getState().set({ tool: "select" });
  },
};
