import { useState } from "react";
import { isElement, nameOf, parseElement, symbolOf } from "../ui/elements";
import { PeriodicTableButton } from "../ui/PeriodicTableButton";
import { TextField } from "../ui/TextField";

/** An element, or the text that means none. */
export type ElementEntry = number | string;

export interface ElementInputProps {
  id: string;
  /** "Element A" */
  label: string;
  value: ElementEntry;
  onChange(value: ElementEntry): void;
  problem?: string | undefined;
  /** Id of the line that says the problem, where it is not the field's own. */
  problemId?: string | undefined;
  /** No <label> points here. */
  unlabelled?: boolean;
}

/** An element by symbol in any case, number, name or the periodic table; says when it is none. */
export function ElementInput({
  id,
  label,
  value,
  onChange,
  problem,
  problemId,
  unlabelled = false,
}: ElementInputProps) {
  const [typing, setTyping] = useState<string | null>(null);
  const known = isElement(value) ? value : null;
  return (
    <TextField
      id={id}
      data-testid={id}
      aria-label={unlabelled ? label : undefined}
      aria-required
      aria-describedby={problem ? (problemId ?? `${id}-problem`) : undefined}
      value={typing ?? (known ? symbolOf(known) : String(value))}
      onChange={(text) => {
        setTyping(text);
        onChange(parseElement(text) ?? text);
      }}
      onFocus={(event) => event.target.select()}
      onBlur={() => setTyping(null)}
      invalid={problem !== undefined}
      suffix={
        <>
          {known && !unlabelled && <span className="element-name">{nameOf(known)}</span>}
          <PeriodicTableButton
            label={label}
            value={known}
            onPick={(z) => {
              setTyping(null);
              onChange(z);
            }}
            testId={`${id}-table`}
          />
        </>
      }
    />
  );
}

/** Why an entry is no element: it names the field. "" when it is one. */
export function elementProblem(label: string, value: ElementEntry): string {
  if (isElement(value)) return "";
  return String(value).trim() === ""
    ? `${label} is missing.`
    : `${label}: “${String(value).slice(0, 20)}” is no element.`;
}
