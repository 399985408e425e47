import { NumberField } from "../../ui/NumberField";
import { useForm } from "../formApi";
import { type MoleculeShape, useMoleculeReading } from "../moleculeShape";
import { join, parentOf } from "../pointer";
import { parseNumber } from "../units";
import { useDescription } from "../useDescription";
import { fieldId, testId, type WidgetProps } from "../widget";
import { NativeSelect } from "./SelectControl";

/**
 * One atom of the molecule beside it, from a list; a plain number without a molecule.
 * A picture under the fields (AtomPicker) does the same with the pointer.
 */
export function AtomControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const value = form.value(pointer);
  const description = useDescription(field, pointer);
  const shape = useMoleculeReading(form.value(join(parentOf(pointer), field.of ?? "")));
  const invalid = form.problem(pointer) !== undefined;
  // A list from the beginning: the field does not become another one under the pointer.
  const reading = shape === "reading";
  if (shape === null)
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
    <NativeSelect
      id={fieldId(pointer)}
      testId={testId(pointer)}
      value={typeof value === "number" && (reading || value < shape.labels.length) ? String(value) : ""}
      choices={
        reading ? (typeof value === "number" ? [{ value: String(value), label: String(value) }] : []) : choicesOf(shape)
      }
      onChange={(index) => form.set(pointer, index === "" ? undefined : Number(index))}
      invalid={invalid}
      required={!field.optional}
      label={name}
      describedBy={description}
    />
  );
}

const choicesOf = ({ labels, elements, hasHydrogen }: MoleculeShape) =>
  labels.map((label, index) => ({
    value: String(index),
    label: elements[index] === 1 || hasHydrogen[index] ? label : `${label} (no hydrogen)`,
  }));
