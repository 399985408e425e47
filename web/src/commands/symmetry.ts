import { counted } from "../app/format";
import { tell } from "../cells/words";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { failed } from "./report";
import type { Command } from "./types";

/** Makes the whole cell of a document that is an asymmetric unit, as one step. */
export const expandSymmetry: Command = {
  id: "structure.symmetry",
  label: "Expand symmetry",
  enabled: () => useDocument.getState().state?.symmetry != null,
  reason: () => (useDocument.getState().state?.symmetry ? undefined : "The document has no symmetry to expand."),
  async run() {
    const { state } = useDocument.getState();
    if (!state?.symmetry) return;
    try {
      const change = await edit("edit.apply", {
        label: "",
        author: "person",
        ops: [{ op: "expand_symmetry" }],
        ifRevision: state.revision,
      });
      tell("Expanded the symmetry.", `The cell has ${counted(change.state.atoms, "atom")}.`);
    } catch (error) {
      failed("Could not expand the symmetry", error);
    }
  },
};
