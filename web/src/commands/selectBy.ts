import { counted } from "../app/format";
import { setSelectDrag } from "../rail/tools/select";
import { dragAround } from "../select/marquee";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { useExpression } from "../state/expression";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import { failed } from "./report";
import type { Command } from "./types";

setSelectDrag(dragAround);

/**
 * Selects what an expression means; "selected" in it is the present selection, or `from`.
 * True when it was done. An expression of ours always can be read; one that a person typed is
 * read by the field it is typed in.
 */
export async function selectQuery(query: string, from = useSelection.getState().atoms): Promise<boolean> {
  const { revision } = useDocument.getState().state ?? {};
  try {
    const { json, bufs } = await core().call("edit.select", { query }, { bufs: { atoms: Uint32Array.from(from) } });
    if (json.problem) throw new Error(json.problem.message);
    if (useDocument.getState().state?.revision !== revision) return false;
    useSelection.getState().select(Array.from(bufs.atoms ?? []));
    useNotices.getState().announce(`${counted(bufs.atoms?.length ?? 0, "atom")} selected`);
    return true;
  } catch (error) {
    failed("Could not select", error);
    return false;
  }
}

const selected = () => useSelection.getState().atoms.length > 0;

const by = (id: string, label: string, query: string, shortcut?: string): Command => ({
  id,
  label,
  ...(shortcut ? { shortcut } : {}),
  enabled: selected,
  reason: () => "Select something first",
  run: async () => void (await selectQuery(query)),
});

export const selectResidue = by("select.residue", "Whole residues", "same residue as selected");
export const selectSameElement = by("select.sameElement", "Same element", "same element as selected");
export const selectSameResname = by("select.sameResname", "Same residue name", "same resname as selected");
export const selectSameName = by("select.sameName", "Same atom name", "same name as selected");
export const selectSameChain = by("select.sameChain", "Same chain", "same chain as selected");
export const growSelection = by("select.grow", "Grow by one bond", "extend 1 of selected", ">");
export const shrinkSelection = by(
  "select.shrink",
  "Shrink by one bond",
  "selected and not bonded to not selected",
  "<",
);

/** Shows the field for an expression, with a text to go on with. */
export function askExpression(text?: string): void {
  const { panel, set } = useUi.getState();
  set({ tool: "select", detailsOpen: true, ...(panel.kind === "none" ? {} : { panel: { kind: "none" } }) });
  useExpression.getState().ask(text);
}

export const selectExpression: Command = {
  id: "select.expression",
  label: "Select by expression…",
  shortcut: "mod+f",
  enabled: () => (useDocument.getState().state?.atoms ?? 0) > 0,
  run: () => askExpression(),
};

export const selectNear: Command = {
  id: "select.near",
  label: "Within a distance…",
  enabled: selected,
  reason: () => "Select something first",
  run: () => askExpression("within 3.5 of selected"),
};
