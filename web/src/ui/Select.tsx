import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { usePlace } from "./place";

export interface SelectOption {
  value: string;
  label: string;
  /** Quiet text at the right, e.g. a formula. */
  detail?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps {
  id?: string;
  value: string;
  onChange(value: string): void;
  options: SelectOption[];
  placeholder?: string;
  disabled?: boolean;
  invalid?: boolean;
  /** Accessible name when no <label htmlFor={id}> points here. */
  label?: string;
  describedBy?: string | undefined;
  testId?: string;
}

/** One of a list; values must not be empty strings. */
export function Select(props: SelectProps) {
  const { id, value, onChange, options, placeholder, disabled, invalid, label, describedBy, testId } = props;
  const place = usePlace();
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root value={value} onValueChange={onChange} disabled={disabled ?? false}>
      <Radix.Trigger
        id={id}
        className="field-box select"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        data-testid={testId}
        data-value={value}
      >
        <span className="select-value">
          <Radix.Value placeholder={placeholder}>{chosen?.label}</Radix.Value>
        </span>
        {chosen?.detail && <span className="field-suffix">{chosen.detail}</span>}
        <Radix.Icon className="field-suffix">
          <ChevronDown aria-hidden />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal container={place}>
        <Radix.Content className="menu select-list" position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="menu-item"
              >
                <span className="menu-icon">
                  <Radix.ItemIndicator>
                    <Check aria-hidden />
                  </Radix.ItemIndicator>
                </span>
                <span className="menu-label wide">
                  <Radix.ItemText>
                    {option.label}
                    {option.detail && <span className="menu-detail">{option.detail}</span>}
                  </Radix.ItemText>
                </span>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
