import { lazy, Suspense } from "react";
import { NumberField } from "../../ui/NumberField";
import { useForm } from "../formApi";
import { useMoleculeShape } from "../moleculeShape";
import { join, split } from "../pointer";
import { parseNumber } from "../units";
import { useDescription } from "../useDescription";
import { fieldId, labelOf, testId, type WidgetProps } from "../widget";
import { NativeSelect } from "./SelectControl";

// With the 3D engine; a form without atom fields does not load it.
const AtomPicture = lazy(() => import("./AtomPicture"));

/** One atom of the molecule beside it: picked in a list or a small 3D picture, a plain number without a molecule. */
export function AtomControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const value = form.value(pointer);
  const description = useDescription(field, pointer);
  const molecule = form.value(join(parentOf(pointer), field.of ?? ""));
  const shape = useMoleculeShape(molecule);
  const invalid = form.problem(pointer) !== undefined;
  const title = name ?? labelOf(field);
  if (!shape)
    return (
      <NumberField
        id={fieldId(pointer)}
        testId={testId(pointer)}
        value={typeof value === "number" || typeof value === "string" ? value : undefined}
        onChange={(index) => form.set(pointer, index)}
        parse={(text) => parseNumber(text, true)}
        format={String}
        step={() => 1}
        minimum={0}
        invalid={invalid}
        required={!field.optional}
        label={name}
        describedBy={description}
      />
    );
  return (
    <div className="atom-field">
      <NativeSelect
        id={fieldId(pointer)}
        testId={testId(pointer)}
        value={typeof value === "number" && value < shape.labels.length ? String(value) : ""}
        choices={shape.labels.map((label, index) => ({
          value: String(index),
          label: shape.elements[index] === 1 || shape.hasHydrogen[index] ? label : `${label} (no hydrogen)`,
        }))}
        onChange={(index) => form.set(pointer, index === "" ? undefined : Number(index))}
        invalid={invalid}
        required={!field.optional}
        label={name}
        describedBy={description}
      />
      {!name && (
        <Suspense fallback={<div className="atom-picture" />}>
          <AtomPicture
            shape={shape}
            label={title}
            chosen={typeof value === "number" ? value : null}
            onPick={(index) => form.set(pointer, index)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The object that holds the value: the row, the group or the whole. */
const parentOf = (pointer: string): string => split(pointer).slice(0, -1).reduce<string>(join, "");
