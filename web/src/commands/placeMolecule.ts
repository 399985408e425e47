import { counted } from "../app/format";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { view } from "../state/view";
import { freePlace } from "./freePlace";
import { failed } from "./report";

/**
 * Puts a molecule into what is open as one step, its atoms selected and in view: into a
 * free place of a periodic cell, else beside everything. With nothing open it becomes the
 * document. True when it is there.
 */
export async function placeMolecule(name: string, molblock: string): Promise<boolean> {
  const { state, arrays } = useDocument.getState();
  try {
    const { json, bufs } = await core().call("molecule.place", { molblock, name });
    let crowded = false;
    if (state) {
      if (state.cell && state.atoms > 0) {
        // Beside the atoms of a cell are their images.
        const beside = bufs.positions as Float64Array;
        const free = freePlace(arrays.positions, state.cell, beside, view()?.camera().target ?? [0, 0, 0]);
        crowded = free === null;
        bufs.positions = free ?? beside;
      }
      await edit(
        "edit.apply",
        {
          label: `Place ${name}`,
          author: "person",
          ops: [{ op: "add_fragment", name: json.name }],
          fragment: json.structure,
          ifRevision: state.revision,
        },
        bufs,
      );
      view()?.reveal(state.atoms);
    } else {
      await edit(
        "edit.open",
        { name: json.name, source: { kind: "new", label: name }, structure: json.structure },
        bufs,
      );
      useFiles.getState().set({ format: null });
    }
    if (crowded) tellCrowded(name);
    else useNotices.getState().announce(`${name} placed, ${counted(json.structure.atoms, "atom")}`);
    return true;
  } catch (error) {
    failed(`Could not place ${name}`, error);
    return false;
  }
}

function tellCrowded(name: string) {
  const title = `The cell has no room for ${name}.`;
  const text = "It lies beside the other atoms and may overlap with their periodic images.";
  const { notify, announce } = useNotices.getState();
  notify({ level: "warning", title, text });
  announce(`${title} ${text}`);
}
