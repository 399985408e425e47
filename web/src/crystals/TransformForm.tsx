import { useState } from "react";
import { cellText } from "../app/format";
import { Facts, FormFrame, SkippedPreview } from "../cells/FormFrame";
import { usePreview } from "../cells/usePreview";
import { tell } from "../cells/words";
import { Quantity } from "../forms/fields/NumberControl";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useSelection } from "../state/selection";
import { Field } from "../ui/Field";
import { Segments } from "../ui/Segments";
import { Select } from "../ui/Select";
import {
  type AlignFrom,
  type ArrangeValues,
  arrangement,
  arrangeProblems,
  type Direction,
  firstArrange,
  type Motion,
} from "./arrange";
import "./crystals.css";
import { NumberRow } from "./NumberRow";

const motions: readonly { value: Motion; content: string; done: string; help: string }[] = [
  { value: "translate", content: "Move", done: "Moved the structure.", help: "The cell stays where it is." },
  {
    value: "rotate",
    content: "Turn",
    done: "Turned the structure.",
    help: "About an axis through the center of the atoms, right-handed.",
  },
  {
    value: "align",
    content: "Align",
    done: "Aligned the structure.",
    help: "A direction is turned onto an axis of space.",
  },
  {
    value: "mirror",
    content: "Mirror",
    done: "Mirrored the structure.",
    help: "Through a plane: every center of chirality becomes the other hand.",
  },
];

/** Moves, turns, aligns or mirrors the whole structure. */
export function TransformForm() {
  const cell = useDocument((doc) => doc.state?.cell ?? null);
  const selected = useSelection((selection) => selection.atoms);
  const [values, setValues] = useState(firstArrange);
  const set = (part: Partial<ArrangeValues>) => setValues((old) => ({ ...old, ...part }));
  const problems = arrangeProblems(values, selected);
  const valid = Object.keys(problems).length === 0;
  const request = valid ? arrangement(values, selected, cell) : null;
  const preview = usePreview(request && { cmd: "edit.arrange", request });
  const motion = motions.find(({ value }) => value === values.motion);

  const apply = async () => {
    const { state } = useDocument.getState();
    if (!request || !state || !motion) return false;
    await preview.apply(async () => {
      await edit("edit.arrange", { ...request, ifRevision: state.revision });
      tell(motion.done, "", preview.answer?.notes ?? []);
    });
    return true;
  };

  const directions = [
    ...["x", "y", "z"].map((value) => ({ value, label: value })),
    ...(cell ? ["a", "b", "c"].map((value) => ({ value, label: `${value} of the cell` })) : []),
  ];
  const direction = (name: "axis" | "normal", label: string) => (
    <Field id={`transform-${name}`} label={label}>
      <Select
        id={`transform-${name}`}
        value={values[name]}
        onChange={(next) => set({ [name]: next as Direction })}
        options={directions}
        testId={`transform-${name}`}
      />
    </Field>
  );
  const shown = preview.answer?.state;
  return (
    <FormFrame
      title="Move, turn or mirror"
      problem={preview.problem}
      warnings={preview.answer?.notes ?? []}
      blocked={!request || preview.problem !== ""}
      apply="Apply"
      onApply={apply}
      testId="transform-form"
    >
      <Segments
        label="What to do"
        value={values.motion}
        onChange={(next) => set({ motion: next })}
        options={motions.map(({ value, content }) => ({ value, content, testId: `transform-${value}` }))}
      />
      <p className="field-help">{motion?.help}</p>
      {values.motion === "translate" && (
        <NumberRow
          id="transform-by"
          label="By"
          names={["x", "y", "z"]}
          named
          values={values.by}
          onChange={(by) => set({ by })}
          unit="angstrom"
          problem={problems.by ?? ""}
        />
      )}
      {values.motion === "rotate" && (
        <div className="two-fields">
          {direction("axis", "About")}
          <Field id="transform-angle" label="Angle" problem={problems.angle}>
            <Quantity
              id="transform-angle"
              testId="transform-angle"
              value={values.angle}
              onChange={(angle) => set({ angle })}
              unit="degree"
              invalid={problems.angle !== undefined}
              required
              describedBy={problems.angle ? "transform-angle-problem" : undefined}
            />
          </Field>
        </div>
      )}
      {values.motion === "align" && (
        <div className="two-fields">
          <Field id="transform-from" label="Bring" problem={problems.from}>
            <Select
              id="transform-from"
              value={values.from}
              onChange={(from) => set({ from: from as AlignFrom })}
              options={[
                { value: "longest", label: "the longest axis" },
                { value: "selected", label: "two selected atoms" },
                ...directions,
              ]}
              invalid={problems.from !== undefined}
              describedBy={problems.from ? "transform-from-problem" : undefined}
              testId="transform-from"
            />
          </Field>
          <Field id="transform-to" label="Onto">
            <Select
              id="transform-to"
              value={values.to}
              onChange={(to) => set({ to: to as "x" | "y" | "z" })}
              options={["x", "y", "z"].map((value) => ({ value, label: value }))}
              testId="transform-to"
            />
          </Field>
        </div>
      )}
      {values.motion === "mirror" && direction("normal", "Normal of the plane")}
      {cell && <Facts testId="transform-facts" facts={[["Cell", shown?.cell ? cellText(shown.cell) : null]]} />}
      {preview.skipped && <SkippedPreview />}
    </FormFrame>
  );
}
