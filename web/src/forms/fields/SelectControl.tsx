import { ChevronDown } from "lucide-react";
import { useForm } from "../formApi";
import { type Choice, optionChoices } from "../options";
import { useDescription } from "../useDescription";
import { fieldId, testId, type WidgetProps } from "../widget";

export interface NativeSelectProps {
  id: string;
  testId: string;
  value: string;
  choices: readonly Choice[];
  onChange(value: string): void;
  invalid: boolean;
  required?: boolean;
  label?: string | undefined;
  describedBy?: string | undefined;
}

/** The browser's own select in the form's box: type-ahead, touch and screen readers for free, any text as value. */
export function NativeSelect(props: NativeSelectProps) {
  const { value, choices } = props;
  const known = choices.some((choice) => choice.value === value);
  return (
    <span className="field-box native-select" data-invalid={props.invalid || undefined}>
      <select
        id={props.id}
        value={known ? value : ""}
        onChange={(event) => props.onChange(event.target.value)}
        aria-label={props.label}
        aria-invalid={props.invalid || undefined}
        aria-required={props.required || undefined}
        aria-describedby={props.describedBy}
        data-testid={props.testId}
      >
        {!known && <option value="">Choose…</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden />
    </span>
  );
}

export function SelectControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const value = form.value(pointer);
  const description = useDescription(field, pointer);
  const choices = optionChoices(field.options ?? []);
  return (
    <NativeSelect
      id={fieldId(pointer)}
      testId={testId(pointer)}
      value={typeof value === "string" ? value : ""}
      choices={field.optional ? [{ value: "", label: "—" }, ...choices.filter(({ value: v }) => v !== "")] : choices}
      onChange={(option) => form.set(pointer, option === "" && field.optional ? undefined : option)}
      invalid={form.problem(pointer) !== undefined}
      required={!field.optional}
      label={name}
      describedBy={description}
    />
  );
}
