import { type ReactNode, useId } from "react";

export interface Segment<T extends string | number> {
  value: T;
  /** What is seen; words, or a sign that `label` names. */
  content: ReactNode;
  label?: string;
  disabled?: boolean;
  testId?: string;
}

export interface SegmentsProps<T extends string | number> {
  /** Accessible name of the choice. */
  label: string;
  value: T;
  onChange(value: T): void;
  options: readonly Segment<T>[];
  className?: string;
}

/** One of a few, side by side. */
export function Segments<T extends string | number>({ label, value, onChange, options, className }: SegmentsProps<T>) {
  const name = useId();
  return (
    <div className={`segments${className ? ` ${className}` : ""}`} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label
          key={option.value}
          className="segment"
          data-checked={option.value === value ? "" : undefined}
          data-disabled={option.disabled ? "" : undefined}
          title={option.label}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            aria-label={option.label}
            onChange={() => onChange(option.value)}
            data-testid={option.testId}
          />
          {option.content}
        </label>
      ))}
    </div>
  );
}
