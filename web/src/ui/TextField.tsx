import type { InputHTMLAttributes, ReactNode, Ref } from "react";

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value" | "prefix"> {
  value: string;
  /** Called for everything that is typed, also when it is what stood there. */
  onChange(value: string): void;
  /** Inside the box at the right: a unit, a small button. */
  suffix?: ReactNode;
  invalid?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A text input in a box that can carry a unit. */
export function TextField({ value, onChange, suffix, invalid, className, ...rest }: TextFieldProps) {
  return (
    <span className={`field-box${className ? ` ${className}` : ""}`} data-invalid={invalid || undefined}>
      <input
        type="text"
        spellCheck={false}
        autoComplete="off"
        value={value}
        // React's onChange leaves out an input that gives the same text.
        onInput={(event) => onChange(event.currentTarget.value)}
        aria-invalid={invalid || undefined}
        {...rest}
      />
      {suffix && <span className="field-suffix">{suffix}</span>}
    </span>
  );
}
