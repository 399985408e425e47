import { type KeyboardEvent, type ReactNode, useState } from "react";
import { NumberField } from "../ui/NumberField";
import { TextField } from "../ui/TextField";

/**
 * Fields of the document: what is typed is taken by Enter or when the field is left, and
 * Esc gives back what is there.
 */

interface DraftProps {
  id: string;
  label?: string;
  disabled?: boolean;
  placeholder?: string | undefined;
  suffix?: ReactNode;
  testId: string;
}

export interface DraftNumberProps extends DraftProps {
  /** As it is shown; undefined: the atoms differ. */
  value: number | undefined;
  parse(text: string): number | null;
  format(value: number): string;
  step(value: number): number;
  minimum?: number;
  maximum?: number;
  onTake(value: number): void;
}

export function DraftNumber({ value, onTake, disabled, testId, suffix, ...rest }: DraftNumberProps) {
  // null: nothing was typed since the value came.
  const [draft, setDraft] = useState<{ value: number | string | undefined; of: number | undefined } | null>(null);
  const open = draft && draft.of === value;
  const shown = open ? draft.value : value;
  const wrong = open && typeof draft.value === "string";
  const take = () => {
    if (!open) return;
    setDraft(null);
    if (typeof draft.value === "number" && draft.value !== value) onTake(draft.value);
  };
  return (
    <span className="draft">
      <NumberField
        {...rest}
        onLeave={take}
        // What is no number stays, marked, to be put right; leaving the field gives it up.
        onKey={keys(
          () => !wrong && take(),
          () => setDraft(null),
        )}
        value={shown}
        onChange={(typed) => setDraft({ value: typed, of: value })}
        invalid={wrong || false}
        suffix={suffix}
        disabled={disabled ?? false}
        testId={testId}
      />
    </span>
  );
}

export interface DraftTextProps extends DraftProps {
  value: string;
  maxLength: number;
  onTake(value: string): void;
}

export function DraftText({ value, onTake, testId, label, ...rest }: DraftTextProps) {
  const [draft, setDraft] = useState<{ text: string; of: string } | null>(null);
  const open = draft && draft.of === value;
  const take = () => {
    if (!open) return;
    setDraft(null);
    if (draft.text !== value) onTake(draft.text);
  };
  return (
    <span className="draft">
      <TextField
        {...rest}
        onBlur={take}
        onKeyDown={keys(take, () => setDraft(null))}
        value={open ? draft.text : value}
        onChange={(text) => setDraft({ text, of: value })}
        aria-label={label}
        data-testid={testId}
      />
    </span>
  );
}

const keys = (take: () => unknown, drop: () => void) => (event: KeyboardEvent) => {
  if (event.key === "Enter") {
    event.preventDefault();
    take();
  } else if (event.key === "Escape") {
    // The page's Esc would clear the selection and with it the field.
    event.stopPropagation();
    drop();
  }
};
