import { parseNumber } from "../forms/units";
import { freshSeed } from "../forms/values";
import { Field } from "../ui/Field";
import { NumberField } from "../ui/NumberField";
import type { Typed } from "./useCellEntry";

export interface SeedFieldProps {
  /** Also the test id. */
  id: string;
  value: Typed;
  onChange(value: Typed): void;
  problem?: string | undefined;
}

/** What a random choice begins with: the same seed gives the same atoms. */
export function SeedField({ id, value, onChange, problem }: SeedFieldProps) {
  return (
    <Field id={id} label="Seed" problem={problem}>
      <NumberField
        id={id}
        testId={id}
        value={value}
        onChange={onChange}
        parse={(text) => parseNumber(text, true)}
        format={String}
        step={() => 1}
        minimum={0}
        maximum={Number.MAX_SAFE_INTEGER}
        invalid={problem !== undefined}
        required
        describedBy={problem ? `${id}-problem` : undefined}
        suffix={
          <button
            type="button"
            className="field-action"
            onClick={() => onChange(freshSeed())}
            aria-label="New seed"
            data-testid={`${id}-new`}
          >
            New
          </button>
        }
      />
    </Field>
  );
}
