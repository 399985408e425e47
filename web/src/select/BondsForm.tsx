import { useState } from "react";
import { count, counted } from "../app/format";
import { Facts, FormFrame, SkippedPreview } from "../cells/FormFrame";
import type { Typed } from "../cells/useCellEntry";
import { usePreview } from "../cells/usePreview";
import { tell } from "../cells/words";
import type { BondsChange } from "../core/protocol";
import { Quantity } from "../forms/fields/NumberControl";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { Field } from "../ui/Field";

/** What the core takes, and what it does without being told. */
const scales = { least: 0.3, most: 1, usual: 0.6 };

/** Bonds by the distances of the atoms, in place of those there are. */
export function BondsForm() {
  const bonds = useDocument((doc) => doc.state?.bonds ?? 0);
  const [scale, setScale] = useState<Typed>(scales.usual);
  const wrong =
    typeof scale === "number" && scale >= scales.least && scale <= scales.most
      ? ""
      : `A number from ${scales.least} to ${scales.most} is needed.`;
  const preview = usePreview(wrong ? null : { cmd: "edit.bondsByDistance", request: { scale: scale as number } });
  const answer = preview.answer as BondsChange | null;

  const apply = async () => {
    const { state } = useDocument.getState();
    if (wrong || !state) return false;
    await preview.apply(async () => {
      const change = (await edit("edit.bondsByDistance", {
        scale: scale as number,
        ifRevision: state.revision,
      })) as BondsChange;
      const same = change.state.revision === state.revision;
      tell(
        same ? "The bonds are those that the distances tell." : `Made ${counted(change.bonds, "new bond")}.`,
        same ? "" : `The structure has ${count(change.state.bonds)} now.`,
        change.notes,
      );
    });
    return true;
  };

  return (
    <FormFrame
      title="Bonds by distance"
      intro="Atoms are bonded when they are more than 0.4 Å apart, and at most so many times the sum of their van der Waals radii. Bonds that fit keep their order."
      problem={preview.problem}
      warnings={answer?.notes ?? []}
      blocked={wrong !== "" || preview.problem !== ""}
      apply="Apply"
      onApply={apply}
      testId="bonds-form"
    >
      <Field id="bonds-scale" label="Times the sum of the radii" problem={wrong || undefined}>
        <Quantity
          id="bonds-scale"
          testId="bonds-scale"
          value={scale}
          onChange={setScale}
          minimum={scales.least}
          maximum={scales.most}
          multipleOf={0.01}
          invalid={wrong !== ""}
          required
          describedBy={wrong ? "bonds-scale-problem" : undefined}
        />
      </Field>
      <Facts
        testId="bonds-facts"
        facts={[
          ["Bonds now", count(bonds)],
          ["Bonds then", answer ? count(answer.state.bonds) : null],
          ["New ones", answer ? count(answer.bonds) : null],
        ]}
      />
      {preview.skipped && <SkippedPreview />}
    </FormFrame>
  );
}
