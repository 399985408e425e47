import { limits, plainLine } from "../../tools/text";
import { useForm } from "../formApi";
import { join } from "../pointer";
import { useDescription } from "../useDescription";
import { fieldId, labelOf, testId, type WidgetProps } from "../widget";
import { Quantity } from "./NumberControl";

/** A fixed number of numbers, one box each. */
export function VectorControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const value = form.value(pointer);
  const parts: unknown[] = Array.isArray(value) ? value : [];
  const length = field.length ?? parts.length;
  const title = name ?? labelOf(field);
  const description = useDescription(field, pointer);
  const set = (index: number, part: unknown) =>
    form.set(
      pointer,
      Array.from({ length }, (_, i) => (i === index ? part : parts[i])),
    );
  return (
    <fieldset
      className="vector"
      aria-label={plainLine(title, limits.label)}
      aria-describedby={description}
      id={fieldId(pointer)}
      data-testid={testId(pointer)}
    >
      {Array.from({ length }, (_, index) => {
        const at = join(pointer, index);
        return (
          <Quantity
            key={at}
            id={fieldId(at)}
            testId={testId(at)}
            value={parts[index]}
            onChange={(part) => set(index, part)}
            unit={field.unit}
            whole={field.integer ?? false}
            minimum={field.minimum}
            maximum={field.maximum}
            multipleOf={field.multipleOf}
            invalid={form.problem(at) !== undefined}
            required={!field.optional}
            label={`${title} ${index + 1}`}
            describedBy={form.problem(at) ? `${fieldId(at)}-problem` : undefined}
          />
        );
      })}
    </fieldset>
  );
}
