import { useState } from "react";
import { CellField } from "../../ui/CellField";
import { type CellParameters, parametersOf, vectorsOf, withLengths } from "../cellMath";
import { useForm } from "../formApi";
import { join } from "../pointer";
import { useDescription } from "../useDescription";
import { fieldId, labelOf, testId, type WidgetProps } from "../widget";
import { Quantity, UnitSwitch } from "./NumberControl";

/** Lengths and angles as typed, while no cell has them. */
interface Impossible {
  parameters: unknown[];
}

const names = ["a", "b", "c", "alpha", "beta", "gamma"];

const isImpossible = (value: unknown): value is Impossible =>
  typeof value === "object" && value !== null && Array.isArray((value as Impossible).parameters);

/** What is wrong with lengths and angles that are no vectors yet; undefined for vectors. */
export function cellProblem(value: unknown): string | undefined {
  if (!isImpossible(value)) return undefined;
  return names.every((_, i) => typeof value.parameters[i] === "number")
    ? "No cell has these lengths and angles."
    : "A cell needs three lengths and three angles.";
}

/**
 * A cell, kept as its nine numbers. New lengths keep the directions of the
 * vectors; a new angle builds the cell anew, a along x and b in the xy plane.
 */
export function CellControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const [entry, setEntry] = useState<"parameters" | "vectors">("parameters");
  const value = form.value(pointer);
  const vectors: unknown[] = Array.isArray(value) ? value : [];
  const whole = vectors.length === 9 && vectors.every((part) => typeof part === "number");
  const parameters: readonly unknown[] = isImpossible(value)
    ? value.parameters
    : whole
      ? parametersOf(vectors as number[])
      : [];
  const title = name ?? labelOf(field);
  const description = useDescription(field, pointer);
  const problem = form.problemIn(pointer);
  const unit = field.unit ?? "angstrom";

  const setParameter = (index: number, typed: unknown) => {
    const next = names.map((_, i) => (i === index ? typed : parameters[i]));
    const complete = next.every((part) => typeof part === "number");
    const cell = complete
      ? index < 3 && whole
        ? withLengths(vectors as number[], next.slice(0, 3) as number[])
        : vectorsOf(next as unknown as CellParameters)
      : null;
    form.set(pointer, cell ?? { parameters: next });
  };

  const setVector = (index: number, typed: unknown) =>
    form.set(
      pointer,
      Array.from({ length: 9 }, (_, i) => (i === index ? typed : vectors[i])),
    );

  const input = (part: string, label: string) => {
    const index = names.indexOf(part);
    const isVector = index < 0;
    const at = join(pointer, part);
    return (
      <Quantity
        id={fieldId(at)}
        testId={testId(at)}
        value={isVector ? vectors[Number(part)] : parameters[index]}
        onChange={(typed) => (isVector ? setVector(Number(part), typed) : setParameter(index, typed))}
        unit={index >= 3 ? "degree" : unit}
        unitApart={isVector}
        invalid={problem !== undefined}
        required={!field.optional}
        label={`${title}, ${label}`}
      />
    );
  };

  return (
    <fieldset aria-label={title} aria-describedby={description} id={fieldId(pointer)} data-testid={testId(pointer)}>
      <CellField
        entry={entry}
        onEntry={setEntry}
        input={input}
        unit={<UnitSwitch of={unit} testId={`${testId(pointer)}-vectors-unit`} />}
        testId={testId(pointer)}
      />
    </fieldset>
  );
}
