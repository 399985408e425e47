import { useState } from "react";
import { cellText, densityText, volumeText } from "../app/format";
import type { EditOp } from "../core/protocol";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { Checkbox } from "../ui/Checkbox";
import { CellInputs } from "./CellInputs";
import { Facts, FormFrame, SkippedPreview } from "./FormFrame";
import { useCellEntry } from "./useCellEntry";
import { usePreview } from "./usePreview";
import { tell } from "./words";

const setCell = (cell: number[], scaleAtoms: boolean): EditOp => ({
  op: "set_cell",
  cell,
  ...(scaleAtoms ? { scaleAtoms } : {}),
});

/** Gives the document a cell, or its cell another shape. */
export function SetCellForm() {
  const state = useDocument((doc) => doc.state);
  const [start] = useState(() => state?.cell ?? null);
  const cell = useCellEntry(start);
  const [move, setMove] = useState(false);
  const canMove = state !== null && state.cell !== null && state.atoms > 0;
  const scale = move && canMove;
  const made = cell.made?.cell ?? null;
  const unchanged = made !== null && String(made) === String(state?.cell);
  const preview = usePreview(
    made && !unchanged
      ? { cmd: "edit.preview", request: { label: "", author: "person", ops: [setCell(made, scale)] } }
      : null,
  );

  const apply = async () => {
    const { cell: checked } = await cell.resolve();
    const { state: now } = useDocument.getState();
    if (!checked || !now) return false;
    if (String(checked) === String(now.cell)) return true;
    await preview.apply(() =>
      edit("edit.apply", { label: "", author: "person", ops: [setCell(checked, scale)], ifRevision: now.revision }),
    );
    tell("Set the cell", `to ${cellText(checked)}${scale ? ", and the atoms moved with it." : "."}`);
    return true;
  };

  const shown = preview.answer?.state ?? (unchanged ? state : null);
  return (
    <FormFrame
      title={start ? "Edit cell" : "Set cell"}
      problem={preview.problem}
      warnings={preview.answer?.notes ?? []}
      blocked={cell.problem !== "" || preview.problem !== ""}
      apply="Apply"
      onApply={apply}
      testId="set-cell"
    >
      <CellInputs cell={cell} testId="cell" />
      <div>
        <Checkbox
          id="cell-move"
          label="Move atoms with the cell"
          checked={scale}
          onChange={setMove}
          disabled={!canMove}
          describedBy="cell-move-help"
          testId="cell-move"
        />
        <p className="field-help" id="cell-move-help">
          {canMove
            ? scale
              ? "Fractional coordinates stay: molecules are stretched with the cell."
              : "The atoms stay where they are."
            : "There is no cell yet that atoms could move with."}
        </p>
      </div>
      <Facts
        testId="set-cell-facts"
        facts={[
          ["Volume", made && cell.made ? volumeText(cell.made.volume) : null],
          ...(state && state.atoms > 0
            ? ([["Density", shown?.density != null ? densityText(shown.density) : null]] as const)
            : []),
        ]}
      />
      {preview.skipped && <SkippedPreview />}
    </FormFrame>
  );
}
