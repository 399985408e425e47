import { useState } from "react";
import { cellText, counted } from "../app/format";
import { Facts, FormFrame, SkippedPreview } from "../cells/FormFrame";
import type { Typed } from "../cells/useCellEntry";
import { PREVIEW_ATOMS, usePreview } from "../cells/usePreview";
import { tell } from "../cells/words";
import type { EditOp } from "../core/protocol";
import { Quantity } from "../forms/fields/NumberControl";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { Segments } from "../ui/Segments";
import "./crystals.css";
import { determinant, diagonal, isDiagonal, MAX_ATOMS, supercellProblem, times } from "./matrix";
import { NumberRow } from "./NumberRow";

const vectors = ["a", "b", "c"] as const;

/** Repeats the cell along its vectors, or takes whole-number combinations of them as the new ones. */
export function SupercellForm() {
  const state = useDocument((doc) => doc.state);
  const [entry, setEntry] = useState<"repeats" | "matrix">("repeats");
  const [rows, setRows] = useState<readonly Typed[]>(diagonal(2, 2, 2));
  const atoms = state?.atoms ?? 0;
  const repeats = [rows[0], rows[4], rows[8]];

  const fewest = repeats.find((value) => typeof value === "number" && value < 1) !== undefined;
  const problem = entry === "repeats" && fewest ? "At least 1 along each vector." : supercellProblem(rows, atoms);
  const missing = entry === "repeats" && !repeats.every(Number.isInteger) ? "Three whole numbers are needed." : problem;
  const valid = missing === "";
  const matrix = rows as number[];
  const images = valid ? Math.abs(determinant(matrix)) : 0;
  const large = atoms * images > PREVIEW_ATOMS;
  const op: EditOp = { op: "supercell", matrix };
  const preview = usePreview(
    valid && images > 0 && !large ? { cmd: "edit.preview", request: { label: "", author: "person", ops: [op] } } : null,
  );

  const apply = async () => {
    const { state: now } = useDocument.getState();
    if (!valid || !now) return false;
    await preview.apply(async () => {
      const change = await edit("edit.apply", { label: "", author: "person", ops: [op], ifRevision: now.revision });
      const { cell } = change.state;
      tell(
        "Made the supercell",
        `of ${counted(images, "image")}: ${counted(change.state.atoms, "atom")}${cell ? `, ${cellText(cell)}` : ""}.`,
      );
    });
    return true;
  };

  const set = (at: number, value: Typed) => setRows(rows.map((old, i) => (i === at ? value : old)));
  return (
    <FormFrame
      title="Supercell"
      problem={preview.problem}
      warnings={preview.answer?.notes ?? []}
      blocked={!valid || preview.problem !== ""}
      apply="Apply"
      onApply={apply}
      testId="supercell-form"
    >
      <Segments
        label="Enter the supercell as"
        value={entry}
        onChange={(next) => {
          // Three numbers have no place for what is off the diagonal.
          if (next === "repeats" && !isDiagonal(rows)) setRows(diagonal(2, 2, 2));
          setEntry(next);
        }}
        options={[
          { value: "repeats", content: "Repeats", testId: "supercell-repeats" },
          { value: "matrix", content: "Matrix", testId: "supercell-by-matrix" },
        ]}
      />
      {entry === "repeats" ? (
        <NumberRow
          id="supercell"
          label="Times along"
          names={vectors}
          named
          values={repeats}
          onChange={([a, b, c]) => setRows([a, 0, 0, 0, b, 0, 0, 0, c])}
          whole
          minimum={1}
          maximum={MAX_ATOMS}
          problem={missing}
        />
      ) : (
        <fieldset className="structure-field" data-invalid={problem ? "" : undefined}>
          <legend className="field-label">New vectors in the old ones</legend>
          <div className="cell-vectors matrix">
            <div className="cell-vector matrix-head" aria-hidden>
              <span />
              {vectors.map((vector) => (
                <span key={vector}>{vector}</span>
              ))}
            </div>
            {vectors.map((row, at) => (
              <div key={row} className="cell-vector">
                <span aria-hidden>{row}′</span>
                {vectors.map((column, k) => (
                  <Quantity
                    key={column}
                    id={`supercell-m${3 * at + k}`}
                    testId={`supercell-m${3 * at + k}`}
                    value={rows[3 * at + k]}
                    onChange={(value) => set(3 * at + k, value)}
                    whole
                    invalid={problem !== ""}
                    required
                    label={`New ${row}, times ${column}`}
                    describedBy={problem ? "supercell-problem" : "supercell-help"}
                  />
                ))}
              </div>
            ))}
          </div>
          {problem && (
            <p className="field-problem" id="supercell-problem" data-testid="supercell-problem">
              {problem}
            </p>
          )}
          <p className="field-help" id="supercell-help">
            Each row is a vector of the supercell. The determinant is the number of images.
          </p>
        </fieldset>
      )}
      <Facts
        testId="supercell-facts"
        facts={[
          ["Makes", valid ? `${counted(images, "image")} → ${counted(atoms * images, "atom")}` : null],
          ["Cell", valid && state?.cell ? cellText(times(matrix, state.cell)) : null],
        ]}
      />
      {(preview.skipped || (valid && large)) && <SkippedPreview />}
    </FormFrame>
  );
}
