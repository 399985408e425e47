import { type KeyboardEvent, type ReactNode, useId } from "react";
import type { SmilesProblem } from "../core/protocol";
import { describedBy, Field } from "../ui/Field";
import { MarkedText } from "./MarkedText";
import "./molecules.css";
import { problemText } from "./sketch";

/** What the core reads at most. */
const LONGEST = 100_000;

export interface SmilesFieldProps {
  value: string;
  onChange(text: string): void;
  problem: SmilesProblem | null;
  /** Enter, which is no character of a SMILES. */
  onEnter?(): void;
  /** Under the field while nothing is wrong; says what the molecule is. */
  help?: ReactNode;
  /** Under the problem: what the person may have meant. */
  instead?: ReactNode;
  label?: string;
  placeholder?: string;
  autoFocus?: boolean;
}

/**
 * A SMILES as it is typed: it wraps, grows, and what is wrong is underlined where it
 * stands. The mark lies in a copy of the text under the field, so typing is never in
 * its way.
 */
export function SmilesField(props: SmilesFieldProps) {
  const { value, onChange, problem, onEnter, help, instead, autoFocus } = props;
  const id = useId();
  const wrong = problem ? problemText(value, problem) : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter?.();
  };
  return (
    <div className="smiles-field">
      <Field id={id} label={props.label ?? "SMILES"}>
        <div className="field-box smiles-box" data-invalid={problem ? "" : undefined}>
          <div className="smiles-text">
            <div className="smiles-under" aria-hidden>
              <MarkedText text={value} problem={problem} />
              {/* Gives an empty last line its height. */}
              {"\u200b"}
            </div>
            <textarea
              id={id}
              rows={1}
              // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
              autoFocus={autoFocus}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="off"
              maxLength={LONGEST}
              placeholder={props.placeholder ?? "For example CC(=O)O"}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={onKeyDown}
              aria-invalid={problem ? true : undefined}
              aria-describedby={describedBy(id, true, problem)}
              data-testid="smiles"
            />
          </div>
        </div>
        <div className="smiles-note" aria-live="polite">
          {wrong ? (
            <p className="field-problem" id={`${id}-problem`} data-testid="smiles-problem">
              {wrong}
              {instead}
            </p>
          ) : (
            <p className="field-help" id={`${id}-help`} data-testid="smiles-help">
              {help}
            </p>
          )}
        </div>
      </Field>
    </div>
  );
}
