import { TextField } from "../../ui/TextField";
import { useForm } from "../formApi";
import { useDescription } from "../useDescription";
import { fieldId, testId, type WidgetProps } from "../widget";

export function TextControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const value = form.value(pointer);
  const description = useDescription(field, pointer);
  return (
    <TextField
      id={fieldId(pointer)}
      data-testid={testId(pointer)}
      value={typeof value === "string" ? value : ""}
      onChange={(text) => form.set(pointer, text)}
      {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength })}
      invalid={form.problem(pointer) !== undefined}
      aria-required={!field.optional || undefined}
      aria-label={name}
      aria-describedby={description}
    />
  );
}
