import { type ReactNode, useId } from "react";

export interface Option {
  value: string;
  label: ReactNode;
  /** Quiet text at the right of the label, e.g. a number of atoms. */
  aside?: ReactNode;
  /** Quiet text under the label. */
  detail?: ReactNode;
  picture?: ReactNode;
  disabled?: boolean;
  testId?: string;
}

export interface OptionsProps {
  label: string;
  value: string;
  onChange(value: string): void;
  options: readonly Option[];
  help?: ReactNode;
}

/** One of some, each with a line or two about it and perhaps a picture. */
export function Options({ label, value, onChange, options, help }: OptionsProps) {
  const name = useId();
  return (
    <fieldset className="structure-field">
      <legend className="field-label">{label}</legend>
      <div className="option-cards">
        {options.map((option) => (
          <label
            key={option.value}
            className="option-card"
            data-checked={option.value === value ? "" : undefined}
            data-disabled={option.disabled ? "" : undefined}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled ?? false}
              onChange={() => onChange(option.value)}
              data-testid={option.testId}
            />
            {option.picture}
            <span className="option-text">
              <span className="option-label">
                <span>{option.label}</span>
                {option.aside && <span className="option-aside">{option.aside}</span>}
              </span>
              {option.detail && <span className="option-detail">{option.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      {help && <p className="field-help">{help}</p>}
    </fieldset>
  );
}
