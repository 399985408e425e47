import { ChevronDown } from "lucide-react";
import { limits, plainLine } from "../../tools/text";
import { useForm } from "../formApi";
import { useDescription } from "../useDescription";
import { fieldId, testId, type WidgetProps } from "../widget";

export interface Choice {
  value: string;
  label: string;
}

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
  const choices = (field.options ?? []).map((option) => ({ value: option, label: optionLabel(option) }));
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

/** Enum values are written for programs: "new_document" reads "New document". */
function optionLabel(option: string): string {
  const text = plainLine(option, limits.label);
  // A single letter is a symbol: the axis c.
  if (text.length === 1 || !/^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/.test(text)) return text || "(blank)";
  const words = text.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
