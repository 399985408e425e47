import { NumberField } from "../../ui/NumberField";
import { useForm } from "../formApi";
import { parseNumber } from "../units";
import { useDescription } from "../useDescription";
import { freshSeed } from "../values";
import { fieldId, testId, type WidgetProps } from "../widget";

/** A seed: a random whole number that stays until New is pressed. */
export function SeedControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const value = form.value(pointer);
  const description = useDescription(field, pointer);
  return (
    <NumberField
      id={fieldId(pointer)}
      testId={testId(pointer)}
      value={typeof value === "number" || typeof value === "string" ? value : undefined}
      onChange={(seed) => form.set(pointer, seed)}
      parse={(text) => parseNumber(text, true)}
      format={String}
      step={() => 1}
      minimum={0}
      maximum={Number.MAX_SAFE_INTEGER}
      invalid={form.problem(pointer) !== undefined}
      required={!field.optional}
      label={name}
      describedBy={description}
      suffix={
        <button
          type="button"
          className="field-action"
          onClick={() => form.set(pointer, freshSeed())}
          aria-label="New seed"
          data-testid={`${testId(pointer)}-new`}
        >
          New
        </button>
      }
    />
  );
}
