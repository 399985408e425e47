import { addEntry } from "../library/library";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import { failed } from "./report";
import type { Command } from "./types";

export const showLibrary: Command = {
  id: "library.show",
  label: "Library",
  enabled: () => useUi.getState().core === "wasm",
  run() {
    const { panel, set } = useUi.getState();
    set({ detailsOpen: true, detailsTab: "library", ...(panel.kind === "none" ? {} : { panel: { kind: "none" } }) });
  },
};

/** The selected atoms, or everything while nothing is selected, as a molecule of the library. */
export const saveSelection: Command = {
  id: "library.save",
  label: "Save selection to the library",
  enabled: () => (useDocument.getState().state?.atoms ?? 0) > 0,
  async run() {
    const { atoms } = useSelection.getState();
    const { state } = useDocument.getState();
    if (!state) return;
    try {
      const bufs = atoms.length > 0 ? { atoms: Uint32Array.from(atoms) } : {};
      const { json } = await core().call("molecule.part", {}, { bufs });
      const { missing: _, ...molecule } = json;
      const name = atoms.length > 0 ? `Selection (${json.atoms === 1 ? "1 atom" : `${json.atoms} atoms`})` : state.name;
      const entry = await addEntry({ ...molecule, name, origin: "selection" });
      useNotices.getState().notify({
        level: "info",
        title: `Added “${entry.name}” to your library.`,
        action: { label: "Show", run: () => void showLibrary.run() },
      });
    } catch (error) {
      failed("Could not save to the library", error);
    }
  },
};
