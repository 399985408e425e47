import { counted } from "../app/format";
import type { Bufs, StructureHead } from "../core/protocol";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { view } from "../state/view";
import { cellOf } from "../view/periodic";
import { bounds, nothingDrawn } from "../view/structure";
import { freePlace } from "./freePlace";
import { showEverything } from "./view";

/** Å between what is there and what comes beside it. */
const GAP = 2;

/** A larger part is not turned and tried everywhere in a cell: it comes beside the atoms. */
const TRIED = 1000;

export interface Insertion {
  /** What it is called. */
  title: string;
  /** Of the fragment, or of the document that it becomes. */
  name: string;
  /** Of the step: "Place Water". */
  label: string;
  structure: StructureHead;
  /** The arrays of the structure. */
  bufs: Bufs;
  /** The positions are beside everything already. */
  beside?: boolean;
}

/**
 * Puts atoms into what is open as one step, selected: into a free place of a periodic
 * cell, else beside everything. The camera stays; a notice offers to show them where they
 * are beside the picture. With nothing open they become the document. Rejects with what
 * the core says.
 */
export async function insertStructure({
  title,
  name,
  label,
  structure,
  bufs,
  beside = false,
}: Insertion): Promise<void> {
  const { state, arrays } = useDocument.getState();
  if (!state) {
    await edit("edit.open", { name, source: { kind: "new", label }, structure }, bufs);
    useFiles.getState().set({ format: null });
    useNotices.getState().announce(`${title} placed, ${counted(structure.atoms, "atom")}`);
    return;
  }
  const given = bufs.positions as Float64Array;
  const add = beside ? given : besideAll(arrays.positions, state.cell, given);
  let free: Float64Array | null = add;
  if (state.cell && state.atoms > 0 && structure.atoms <= TRIED) {
    // Beside the atoms of a cell are their images.
    free = freePlace(arrays.positions, state.cell, add, view()?.camera().target ?? [0, 0, 0]);
  }
  await edit(
    "edit.apply",
    {
      label,
      author: "person",
      ops: [{ op: "add_fragment", name }],
      fragment: { ...structure, cell: null },
      ifRevision: state.revision,
    },
    { ...bufs, positions: free ?? add },
  );
  useNotices.getState().announce(`${title} placed, ${counted(structure.atoms, "atom")}`);
  if (!free) tellCrowded(title);
  else if (outside(state.atoms)) tellOutside(title);
}

/** Whether atoms from this one on are beside the picture: no edit moves the camera. */
export const outside = (from: number): boolean => view()?.shows(from) === false;

function tellOutside(name: string) {
  const title = `Placed ${name} beside the picture.`;
  useNotices.getState().notify({ level: "info", title, action: showEverything });
}

/** The positions of `add`, moved behind the largest x of what is there; see `structure.Beside` of the core. */
export function besideAll(there: Float64Array, cell: readonly number[] | null, add: Float64Array): Float64Array {
  const box = bounds({ ...nothingDrawn, positions: add });
  if (!box) return add;
  const old = bounds({ ...nothingDrawn, positions: there });
  const middle = [0, 1, 2].map((k) => ((box.low[k] as number) + (box.high[k] as number)) / 2);
  const to = old
    ? [0, 1, 2].map((k) => ((old.low[k] as number) + (old.high[k] as number)) / 2)
    : [0, 1, 2].map((k) =>
        (cellOf(cell ? [...cell] : null)?.vectors ?? []).reduce((sum, vector) => sum + vector[k as 0 | 1 | 2] / 2, 0),
      );
  if (old) to[0] = old.high[0] + GAP + (box.high[0] - box.low[0]) / 2;
  return add.map((v, i) => v + (to[i % 3] as number) - (middle[i % 3] as number));
}

function tellCrowded(name: string) {
  const title = `The cell has no room for ${name}.`;
  const text = "Placed beside the other atoms, where periodic images may overlap.";
  const { notify, announce } = useNotices.getState();
  notify({ level: "warning", title, text });
  announce(`${title} ${text}`);
}
