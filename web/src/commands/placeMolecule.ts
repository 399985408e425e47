import { core } from "../state/core";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { failed } from "./report";

/**
 * Puts a molecule beside what is open as one step, its atoms selected; with nothing
 * open it becomes the document. True when it is there.
 */
export async function placeMolecule(name: string, molblock: string): Promise<boolean> {
  const { state } = useDocument.getState();
  try {
    const { json, bufs } = await core().call("molecule.place", { molblock, name });
    if (state) {
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
    } else {
      await edit(
        "edit.open",
        { name: json.name, source: { kind: "new", label: name }, structure: json.structure },
        bufs,
      );
      useFiles.getState().set({ format: null });
    }
    useNotices.getState().announce(`${name} placed, ${json.structure.atoms} atoms`);
    return true;
  } catch (error) {
    failed(`Could not place ${name}`, error);
    return false;
  }
}
