import { Check } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface CheckboxProps {
  id: string;
  label: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
  describedBy?: string | undefined;
  testId?: string;
}

export function Checkbox({ id, label, checked, onChange, disabled, describedBy, testId }: CheckboxProps) {
  return (
    <div className="checkbox">
      <Radix.Root
        id={id}
        className="checkbox-box"
        checked={checked}
        onCheckedChange={(value) => onChange(value === true)}
        disabled={disabled ?? false}
        aria-describedby={describedBy}
        data-testid={testId}
      >
        <Radix.Indicator>
          <Check aria-hidden />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
