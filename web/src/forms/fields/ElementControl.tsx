import { useState } from "react";
import { isElement, nameOf, parseElement, symbolOf } from "../../ui/elements";
import { PeriodicTableButton } from "../../ui/PeriodicTableButton";
import { TextField } from "../../ui/TextField";
import { useForm } from "../formApi";
import { useDescription } from "../useDescription";
import { fieldId, labelOf, testId, type WidgetProps } from "../widget";

/** An element: its symbol, number or name typed, or picked in the periodic table. */
export function ElementControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const [typing, setTyping] = useState<string | null>(null);
  const value = form.value(pointer);
  const known = isElement(value) ? value : null;
  const shown = typing ?? (known ? symbolOf(known) : value === undefined ? "" : String(value));
  const description = useDescription(field, pointer);

  const type = (text: string) => {
    setTyping(text);
    if (text.trim() === "") form.set(pointer, undefined);
    else {
      // A whole number stays one, so that its limits can be named; text stays text.
      const number = /^[+-]?\d{1,9}$/.test(text.trim()) ? Number(text) : text;
      form.set(pointer, parseElement(text) ?? number);
    }
  };

  return (
    <TextField
      id={fieldId(pointer)}
      data-testid={testId(pointer)}
      value={shown}
      onChange={type}
      onBlur={() => setTyping(null)}
      invalid={form.problem(pointer) !== undefined}
      aria-label={name}
      aria-required={!field.optional || undefined}
      aria-describedby={description}
      suffix={
        <>
          {known && (
            <span className="element-name">
              {typing && /^\d/.test(typing.trim()) ? symbolOf(known) : nameOf(known)} {known}
            </span>
          )}
          <PeriodicTableButton
            label={name ?? labelOf(field)}
            value={known}
            onPick={(z) => {
              setTyping(null);
              form.set(pointer, z);
            }}
            testId={`${testId(pointer)}-table`}
          />
        </>
      }
    />
  );
}
