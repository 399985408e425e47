import { useState } from "react";
import { cellText, counted, decimals } from "../app/format";
import { Facts, FormFrame, SkippedPreview } from "../cells/FormFrame";
import type { Typed } from "../cells/useCellEntry";
import { PREVIEW_ATOMS, usePreview } from "../cells/usePreview";
import { sentence, tell } from "../cells/words";
import type { EditOp } from "../core/protocol";
import { Quantity } from "../forms/fields/NumberControl";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { Checkbox } from "../ui/Checkbox";
import { Field } from "../ui/Field";
import { Formula } from "../ui/Formula";
import "./crystals.css";
import { LoadingTools } from "./LoadingTools";
import { NumberRow } from "./NumberRow";
import { cutOf, limits, millerProblem, millerText, type SlabValues, sizeOf, slabProblems } from "./slab";
import { Terminations } from "./Terminations";
import { useAnswer } from "./useAnswer";
import { useUnbonded } from "./useUnbonded";

const first: SlabValues = {
  miller: [1, 1, 1],
  layers: 4,
  vacuum: 10,
  repeat: [1, 1],
  termination: 0,
  rectangular: false,
};

const noBonds =
  "The document has no bonds, so the cut may go through molecules: use Structure › Bonds by distance… first.";

/** Cuts a slab out of the crystal that is open, with its surface up and vacuum on both sides. */
export function SlabForm() {
  const [values, setValues] = useState(first);
  const [symmetric, setSymmetric] = useState(false);
  const set = (part: Partial<SlabValues>) => setValues((old) => ({ ...old, ...part }));
  const problems = slabProblems(values);
  const valid = Object.keys(problems).length === 0;
  const bonded = useDocument((doc) => (doc.state?.bonds ?? 0) > 0);

  const surfaces = useAnswer(
    "crystal.terminations",
    millerProblem(values.miller) ? null : { miller: values.miller as number[] },
  );
  const found = surfaces.answer?.json ?? null;
  const whole = valid ? cutOf(values, found) : null;
  const asked = useAnswer("crystal.slab", whole && symmetric ? { cut: whole, symmetric } : null);
  const plan = asked.answer?.json ?? null;
  const cut = symmetric ? (plan?.cut ?? null) : whole;
  const size = symmetric ? plan : whole && found && sizeOf(whole, values, found);
  const noRectangle = values.rectangular && found !== null && found.rectangle === null;

  const large = (size?.atoms ?? 0) > PREVIEW_ATOMS;
  const ops: EditOp[] | null = cut && !noRectangle ? [{ op: "slab", ...cut }] : null;
  const preview = usePreview(
    ops && !large ? { cmd: "edit.preview", request: { label: "", author: "person", ops } } : null,
  );
  // What makes equal surfaces impossible stands at their box.
  const problem = surfaces.problem || preview.problem;
  const unbonded = useUnbonded();
  const notes = [...(symmetric ? (plan?.notes ?? []) : []), ...(preview.answer?.notes ?? [])];

  const apply = async () => {
    const { state: now } = useDocument.getState();
    if (!ops || !now) return false;
    await preview.apply(async () => {
      const { state } = await edit("edit.apply", { label: "", author: "person", ops, ifRevision: now.revision });
      const thickness = size ? `, ${decimals(size.thickness, 2)} Å thick` : "";
      tell(`Cut the ${millerText(values.miller)} slab`, `of ${counted(state.atoms, "atom")}${thickness}.`, notes);
    });
    return true;
  };

  const number = (name: "layers" | "vacuum", label: string, help: string) => (
    <Field id={`slab-${name}`} label={label} problem={problems[name]} help={help}>
      <Quantity
        id={`slab-${name}`}
        testId={`slab-${name}`}
        value={values[name]}
        onChange={(value: Typed) => set({ [name]: value })}
        unit={name === "vacuum" ? "angstrom" : undefined}
        whole={name === "layers"}
        minimum={name === "layers" ? 1 : 0}
        maximum={limits[name]}
        invalid={problems[name] !== undefined}
        required
        describedBy={problems[name] ? `slab-${name}-problem slab-${name}-help` : `slab-${name}-help`}
      />
    </Field>
  );
  const shown = preview.answer?.state;
  return (
    <FormFrame
      title="Cut slab"
      problem={problem}
      warnings={unbonded ? [noBonds, ...notes] : notes}
      blocked={!ops || problem !== ""}
      apply="Cut"
      onApply={apply}
      testId="slab-form"
    >
      <LoadingTools failed={problem !== ""} />
      <NumberRow
        id="slab-miller"
        label="Miller indices"
        names={["h", "k", "l"]}
        named
        values={values.miller}
        onChange={(miller) => set({ miller, termination: 0 })}
        whole
        minimum={-limits.miller}
        maximum={limits.miller}
        problem={problems.miller ?? ""}
        help="Of the cell that is open."
      />
      <div className="two-fields">
        {number("layers", "Layers", "Repeats upward")}
        {number("vacuum", "Vacuum", "Each side; 0: periodic")}
      </div>
      <Terminations
        found={found ?? surfaces.last?.json ?? null}
        bonded={bonded}
        value={values.termination}
        onChange={(termination) => set({ termination })}
      />
      <div className="stacked">
        <div>
          <Checkbox
            id="slab-symmetric"
            label="Equal surfaces above and below"
            checked={symmetric}
            onChange={setSymmetric}
            describedBy={asked.problem ? "slab-symmetric-problem" : undefined}
            testId="slab-symmetric"
          />
          {asked.problem && (
            <p className="field-problem" id="slab-symmetric-problem" data-testid="slab-symmetric-problem">
              {sentence(asked.problem)}
            </p>
          )}
        </div>
        <div>
          <Checkbox
            id="slab-rectangular"
            label="Surface cell with right angles"
            checked={values.rectangular}
            onChange={(rectangular) => set({ rectangular })}
            describedBy={noRectangle ? "slab-rectangular-problem" : undefined}
            testId="slab-rectangular"
          />
          {noRectangle && (
            <p className="field-problem" id="slab-rectangular-problem">
              This surface has none within 12 vectors.
            </p>
          )}
        </div>
      </div>
      <NumberRow
        id="slab-repeat"
        label="Repeat sideways"
        names={["a", "b"]}
        named
        values={values.repeat}
        onChange={(repeat) => set({ repeat })}
        whole
        minimum={1}
        problem={problems.repeat ?? ""}
      />
      {symmetric && plan && (
        <p className="field-help" data-testid="slab-formula">
          The slab is <Formula text={plan.formula} />
          {plan.stoichiometric ? ", the composition of the crystal." : ", which is not the composition of the crystal."}
        </p>
      )}
      <Facts
        testId="slab-facts"
        facts={[
          ["Makes", size ? counted(size.atoms, "atom") : null],
          ["Thickness", size ? `${decimals(size.thickness, 2)} Å` : null],
          ["Surface", size ? `${decimals(size.area, 2)} Å²` : null],
          ["Cell", shown?.cell ? cellText(shown.cell) : null],
        ]}
      />
      {(preview.skipped || large) && <SkippedPreview />}
    </FormFrame>
  );
}
