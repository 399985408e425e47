import { useState } from "react";
import { isElement, nameOf, parseElement, symbolOf } from "./elements";
import { PeriodicTableButton } from "./PeriodicTableButton";
import { TextField } from "./TextField";

export interface ElementFieldProps {
  /** Accessible name. */
  label: string;
  /** 0: none. */
  value: number;
  onChange(z: number): void;
  placeholder?: string;
  /** The number stands behind the name. */
  numbered?: boolean;
  testId: string;
}

/** An element: its symbol, number or name typed, or picked in the periodic table. */
export function ElementField({ label, value, onChange, placeholder, numbered, testId }: ElementFieldProps) {
  const [typing, setTyping] = useState<string | null>(null);
  const invalid = typing !== null && typing.trim() !== "" && parseElement(typing) === null;
  return (
    <TextField
      aria-label={label}
      value={typing ?? (value ? symbolOf(value) : "")}
      placeholder={placeholder}
      onChange={(text) => {
        setTyping(text);
        const z = parseElement(text);
        if (isElement(z)) onChange(z);
      }}
      onFocus={(event) => event.target.select()}
      onBlur={() => setTyping(null)}
      invalid={invalid}
      data-testid={testId}
      suffix={
        <>
          <span className="element-name">
            {invalid ? "no element" : value ? `${nameOf(value)}${numbered ? ` ${value}` : ""}` : ""}
          </span>
          <PeriodicTableButton
            label={label}
            value={value || null}
            onPick={(z) => {
              setTyping(null);
              onChange(z);
            }}
            testId={`${testId}-table`}
          />
        </>
      }
    />
  );
}
