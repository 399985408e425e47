import { useState } from "react";
import { cellText, densityText } from "../app/format";
import type { EditOp } from "../core/protocol";
import { Quantity } from "../forms/fields/NumberControl";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { Checkbox } from "../ui/Checkbox";
import { Field } from "../ui/Field";
import { Facts, FormFrame, SkippedPreview } from "./FormFrame";
import type { Typed } from "./useCellEntry";
import { usePreview } from "./usePreview";
import { tell } from "./words";

const axes = ["a", "b", "c"] as const;

/** Moves the atoms to the middle of the cell, and gives the cell a vacuum around them. */
export function CenterForm() {
  const state = useDocument((doc) => doc.state);
  const hasCell = state?.cell != null;
  const [chosen, setChosen] = useState<readonly string[]>(hasCell ? ["c"] : axes);
  const [vacuum, setVacuum] = useState<Typed>(10);
  const [keep, setKeep] = useState(false);
  const kept = keep && hasCell;
  const along = axes.filter((axis) => chosen.includes(axis)).join("");

  const noAxis = along === "" ? "Choose at least one axis." : "";
  const noCell = !noAxis && !hasCell && along !== "abc" ? "Without a cell all three axes are needed to make one." : "";
  const noVacuum =
    kept || (typeof vacuum === "number" && vacuum >= 0)
      ? ""
      : typeof vacuum === "number"
        ? "Must be at least 0 Å."
        : "A number of Å is needed.";
  const valid = !noAxis && !noCell && !noVacuum;
  const op: EditOp = { op: "center", axes: along, ...(kept ? {} : { vacuum: vacuum as number }) };
  const preview = usePreview(
    valid ? { cmd: "edit.preview", request: { label: "", author: "person", ops: [op] } } : null,
  );

  const apply = async () => {
    const { state: now } = useDocument.getState();
    if (!valid || !now) return false;
    await preview.apply(() => edit("edit.apply", { label: "", author: "person", ops: [op], ifRevision: now.revision }));
    const cell = useDocument.getState().state?.cell;
    tell("Centered the atoms", `along ${along.split("").join(", ")}${kept || !cell ? "." : ` in ${cellText(cell)}.`}`);
    return true;
  };

  const shown = preview.answer?.state;
  return (
    <FormFrame
      title="Center with vacuum"
      intro="Distances count from the outermost atoms, along the normals of the faces."
      problem={preview.problem}
      warnings={preview.answer?.notes ?? []}
      blocked={!valid || preview.problem !== ""}
      apply="Apply"
      onApply={apply}
      testId="center-form"
    >
      <fieldset
        className="structure-field"
        aria-describedby={noAxis || noCell ? "center-axes-problem" : undefined}
        data-invalid={noAxis || noCell ? "" : undefined}
      >
        <legend className="field-label">Along</legend>
        <div className="choices">
          {axes.map((axis) => (
            <Checkbox
              key={axis}
              id={`center-${axis}`}
              label={axis}
              checked={chosen.includes(axis)}
              onChange={(on) => setChosen(on ? [...chosen, axis] : chosen.filter((one) => one !== axis))}
              testId={`center-${axis}`}
            />
          ))}
        </div>
        {(noAxis || noCell) && (
          <p className="field-problem" id="center-axes-problem" data-testid="center-axes-problem">
            {noAxis || noCell}
          </p>
        )}
      </fieldset>
      {!kept && (
        <Field id="center-vacuum" label="Vacuum on each side" problem={noVacuum || undefined}>
          <Quantity
            id="center-vacuum"
            testId="center-vacuum"
            value={vacuum}
            onChange={setVacuum}
            unit="angstrom"
            minimum={0}
            invalid={noVacuum !== ""}
            required
            describedBy={noVacuum ? "center-vacuum-problem" : undefined}
          />
        </Field>
      )}
      <Checkbox
        id="center-keep"
        label="Keep the cell as it is"
        checked={kept}
        onChange={setKeep}
        disabled={!hasCell}
        testId="center-keep"
      />
      <Facts
        testId="center-facts"
        facts={[
          ["Cell", shown?.cell ? cellText(shown.cell) : null],
          ["Density", shown?.density != null ? densityText(shown.density) : null],
        ]}
      />
      {preview.skipped && <SkippedPreview />}
    </FormFrame>
  );
}
