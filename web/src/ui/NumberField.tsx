import { type KeyboardEvent, type ReactNode, useState } from "react";
import { TextField } from "./TextField";

export interface NumberFieldProps {
  id: string;
  /** A number; text that is none, kept as typed; undefined when blank. */
  value: number | string | undefined;
  onChange(value: number | string | undefined): void;
  /** Reads typed text; null when it is no number. */
  parse(text: string): number | null;
  format(value: number): string;
  /** What an arrow key adds to a value. */
  step(value: number): number;
  minimum?: number | undefined;
  maximum?: number | undefined;
  /** Inside the box at the right: a unit, a small button. */
  suffix?: ReactNode;
  placeholder?: string | undefined;
  invalid?: boolean;
  required?: boolean;
  disabled?: boolean;
  /** Accessible name when no <label htmlFor={id}> points here. */
  label?: string | undefined;
  describedBy?: string | undefined;
  testId?: string;
  /** The field is left. */
  onLeave?(): void;
  /** A key that is none of the field's own. */
  onKey?(event: KeyboardEvent): void;
}

/**
 * A number as text: what is being typed stays as typed, and leaving the field
 * shows the number that was understood. Arrow keys step by one step, with Shift
 * and the page keys by ten, and stop at the limits.
 */
export function NumberField(props: NumberFieldProps) {
  const { id, value, onChange, parse, format, step, minimum, maximum } = props;
  const [typing, setTyping] = useState<string | null>(null);
  // What was typed is shown as long as it still means the value: another unit, a
  // proposal or an arrow key replace it.
  const current = typing !== null && meaning(typing, parse) === value;
  const shown = current ? typing : typeof value === "number" ? format(value) : (value ?? "");

  const type = (text: string) => {
    setTyping(text);
    onChange(meaning(text, parse));
  };

  const stepBy = (steps: number) => {
    const from = typeof value === "number" ? value : (minimum ?? 0);
    // Twelve digits: 0.1 + 0.2 shows 0.3.
    const next = Number((from + steps * step(from)).toPrecision(12));
    setTyping(null);
    onChange(Math.min(maximum ?? Number.POSITIVE_INFINITY, Math.max(minimum ?? Number.NEGATIVE_INFINITY, next)));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = keySteps(event);
    if (steps === 0) {
      props.onKey?.(event);
      return;
    }
    event.preventDefault();
    stepBy(steps);
  };

  return (
    <TextField
      id={id}
      className="number"
      role="spinbutton"
      inputMode="decimal"
      value={shown}
      onChange={type}
      onBlur={() => {
        setTyping(null);
        props.onLeave?.();
      }}
      onKeyDown={onKeyDown}
      suffix={props.suffix}
      placeholder={props.placeholder}
      invalid={props.invalid ?? false}
      disabled={props.disabled ?? false}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-required={props.required || undefined}
      aria-valuenow={typeof value === "number" ? value : undefined}
      aria-valuemin={minimum}
      aria-valuemax={maximum}
      aria-valuetext={shown || "blank"}
      data-testid={props.testId}
    />
  );
}

function meaning(text: string, parse: NumberFieldProps["parse"]): number | string | undefined {
  return text.trim() === "" ? undefined : (parse(text) ?? text);
}

function keySteps({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): number {
  if (altKey || ctrlKey || metaKey) return 0;
  switch (key) {
    case "ArrowUp":
      return shiftKey ? 10 : 1;
    case "ArrowDown":
      return shiftKey ? -10 : -1;
    case "PageUp":
      return 10;
    case "PageDown":
      return -10;
    default:
      return 0;
  }
}
