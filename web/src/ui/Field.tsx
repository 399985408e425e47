import type { ReactNode } from "react";

export interface FieldProps {
  /** The id of the control; help and problem get ids made from it. */
  id: string;
  label: ReactNode;
  optional?: boolean;
  help?: ReactNode;
  /** What is wrong with the value; shown in red, tied to the control. */
  problem?: string | undefined;
  children: ReactNode;
}

/** Label above, control, then the problem or the help. */
export function Field({ id, label, optional, help, problem, children }: FieldProps) {
  return (
    <div className="field" data-invalid={problem ? "" : undefined}>
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {children}
      {problem && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** aria-describedby of a control inside a Field. */
export function describedBy(id: string, help: unknown, problem: unknown): string | undefined {
  const ids = [problem && `${id}-problem`, help && `${id}-help`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
