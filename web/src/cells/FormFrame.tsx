import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { grouped } from "../app/format";
import { reason } from "../commands/report";
import "../forms/fields.css";
import "../forms/forms.css";
import { Button, IconButton } from "../ui/Button";
import "./cells.css";
import { closeForm } from "./panel";
import { sentence } from "./words";

export interface FormFrameProps {
  title: string;
  /** One line under the title: what it does. */
  intro?: ReactNode;
  children: ReactNode;
  /** What is wrong with the whole form. */
  problem?: string;
  /** Lines in amber above the buttons. */
  warnings?: readonly string[];
  /** Nothing can be applied: something is missing or wrong. */
  blocked: boolean;
  apply: string;
  /** Does it; the form closes when it is done. False: it stays open. */
  onApply(): Promise<boolean>;
  testId: string;
}

/** A form about the structure in the Details panel: its head, its fields, Apply and Cancel. */
export function FormFrame(props: FormFrameProps) {
  const { title, intro, children, problem, warnings = [], blocked, testId } = props;
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const [error, setError] = useState("");
  const [working, setWorking] = useState(false);

  // Typing can begin at once; where the fields are still to come, at a choice above them.
  useEffect(() => {
    const first = (what: string) => root.current?.querySelector<HTMLElement>(`.form-body :is(${what})`);
    (first("input:not([type='radio']), button") ?? first("input:checked"))?.focus({ preventScroll: true });
  }, []);

  const submit = async () => {
    if (blocked || working) {
      root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setWorking(true);
    setError("");
    try {
      if (await props.onApply()) closeForm();
    } catch (failure) {
      setError(reason(failure));
    } finally {
      setWorking(false);
    }
  };

  return (
    <section
      ref={root}
      className="tool-form"
      aria-labelledby={id}
      data-testid={testId}
      data-help=""
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        closeForm();
      }}
    >
      <header className="form-head">
        <h2 id={id}>{title}</h2>
        <span className="grow" />
        <IconButton label="Close" icon={X} onClick={closeForm} data-testid={`${testId}-close`} />
      </header>
      <form
        className="form-frame"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="form-body">
          <div className="form-fields">
            {intro && <p className="form-document">{intro}</p>}
            {children}
          </div>
        </div>
        <footer className="form-foot">
          <div className="form-warnings">
            {problem && (
              <p className="field-problem" data-testid={`${testId}-problem`}>
                {sentence(problem)}
              </p>
            )}
            {warnings.map((warning) => (
              <p key={warning} className="form-warning" data-testid={`${testId}-warning`}>
                {grouped(warning)}
              </p>
            ))}
          </div>
          {error && (
            <p className="form-alert" role="alert" data-testid={`${testId}-error`}>
              {sentence(error)}
            </p>
          )}
          <div className="structure-buttons">
            <Button onClick={closeForm} data-testid={`${testId}-cancel`}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant="primary"
              className="form-run"
              aria-disabled={blocked || working || undefined}
              data-testid={`${testId}-apply`}
            >
              {props.apply}
            </Button>
          </div>
        </footer>
      </form>
    </section>
  );
}

/** Values that follow from the form; a dash while they are not known. */
export function Facts({ facts, testId }: { facts: readonly (readonly [string, string | null])[]; testId: string }) {
  return (
    <dl className="form-facts" aria-live="polite" aria-label="Derived values" data-testid={testId}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Under the facts of a document that is too large to be shown before. */
export function SkippedPreview() {
  return <p className="field-help">Structures of more than 200 000 atoms are not shown before they are changed.</p>;
}
