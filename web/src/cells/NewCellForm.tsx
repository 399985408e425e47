import { useEffect, useState } from "react";
import { cellText, volumeText } from "../app/format";
import { confirmLoss } from "../commands/confirmLoss";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useFiles } from "../state/files";
import { useView } from "../state/view";
import { Checkbox } from "../ui/Checkbox";
import { CellInputs } from "./CellInputs";
import { Facts, FormFrame } from "./FormFrame";
import { useCellEntry } from "./useCellEntry";
import { tell } from "./words";

/** Starts a document without atoms: an empty cell, or nothing at all. */
export function NewCellForm() {
  const cell = useCellEntry(null);
  const [periodic, setPeriodic] = useState(true);
  const dirty = useDocument((doc) => doc.state?.dirty ?? false);
  const made = cell.made?.cell ?? null;

  useEffect(() => {
    useView.getState().setPreview(periodic && made ? { cell: made, atoms: false } : null);
    return () => useView.getState().setPreview(null);
  }, [periodic, made]);

  const create = async () => {
    const checked = periodic ? (await cell.resolve()).cell : null;
    if (periodic && !checked) return false;
    if (!(await confirmLoss("Discard and start"))) return false;
    await edit("edit.open", {
      name: "untitled",
      source: { kind: "new", label: checked ? "New empty cell" : "New document" },
      structure: { atoms: 0, bonds: 0, cell: checked },
    });
    useFiles.getState().set({ format: null });
    tell(checked ? "New empty cell" : "New document", checked ? `of ${cellText(checked)}.` : "without a cell.");
    return true;
  };

  return (
    <FormFrame
      title="New empty cell"
      warnings={dirty ? ["The new document replaces the open structure and its history."] : []}
      blocked={periodic && cell.problem !== ""}
      apply="Create"
      onApply={create}
      testId="new-cell-form"
    >
      {periodic && <CellInputs cell={cell} testId="cell" />}
      <Checkbox
        id="cell-none"
        label="No cell"
        checked={!periodic}
        onChange={(none) => setPeriodic(!none)}
        testId="cell-none"
      />
      {periodic && (
        <Facts testId="new-cell-facts" facts={[["Volume", made && cell.made ? volumeText(cell.made.volume) : null]]} />
      )}
    </FormFrame>
  );
}
