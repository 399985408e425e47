import { useState } from "react";
import { count, counted } from "../app/format";
import { Facts, FormFrame, SkippedPreview } from "../cells/FormFrame";
import type { Typed } from "../cells/useCellEntry";
import { usePreview } from "../cells/usePreview";
import { tell } from "../cells/words";
import type { Arrangement } from "../core/protocol";
import { Quantity } from "../forms/fields/NumberControl";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { Checkbox } from "../ui/Checkbox";
import { Field } from "../ui/Field";

/** Å. */
const distances = { most: 5, usual: 0.5 };

/** Deletes atoms that lie on others, images in the cell included. */
export function OverlapsForm() {
  const atoms = useDocument((doc) => doc.state?.atoms ?? 0);
  const [distance, setDistance] = useState<Typed>(distances.usual);
  const [anyElement, setAnyElement] = useState(false);
  const wrong =
    typeof distance === "number" && distance > 0 && distance <= distances.most
      ? ""
      : `More than 0, and at most ${distances.most} Å.`;
  const request: Arrangement | null = wrong ? null : { kind: "duplicates", tolerance: distance as number, anyElement };
  const preview = usePreview(request && { cmd: "edit.arrange", request });
  const left = preview.answer?.state.atoms ?? null;
  const none = left === atoms;

  const apply = async () => {
    const { state } = useDocument.getState();
    if (!request || !state) return false;
    await preview.apply(async () => {
      const change = await edit("edit.arrange", { ...request, ifRevision: state.revision });
      const gone = state.atoms - change.state.atoms;
      tell(
        gone > 0 ? `Deleted ${counted(gone, "overlapping atom")}.` : "No atoms overlap.",
        gone > 0 ? `The structure has ${count(change.state.atoms)} now.` : "",
        preview.answer?.notes ?? [],
      );
    });
    return true;
  };

  return (
    <FormFrame
      title="Delete overlapping atoms"
      intro="Of atoms nearer to each other than the distance, also across faces of the cell, the first one stays."
      problem={preview.problem}
      warnings={preview.answer?.notes ?? []}
      blocked={wrong !== "" || preview.problem !== "" || none}
      apply={none ? "Nothing overlaps" : "Delete"}
      onApply={apply}
      testId="overlaps-form"
    >
      <Field id="overlaps-distance" label="Nearer than" problem={wrong || undefined}>
        <Quantity
          id="overlaps-distance"
          testId="overlaps-distance"
          value={distance}
          onChange={setDistance}
          unit="angstrom"
          minimum={0}
          maximum={distances.most}
          invalid={wrong !== ""}
          required
          describedBy={wrong ? "overlaps-distance-problem" : undefined}
        />
      </Field>
      <Checkbox
        id="overlaps-any"
        label="Also atoms of different elements"
        checked={anyElement}
        onChange={setAnyElement}
        testId="overlaps-any"
      />
      <Facts
        testId="overlaps-facts"
        facts={[
          ["Overlap", left === null ? null : counted(atoms - left, "atom")],
          ["Stay", left === null ? null : counted(left, "atom")],
        ]}
      />
      {preview.skipped && <SkippedPreview />}
    </FormFrame>
  );
}
