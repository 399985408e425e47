import type { Typed } from "../cells/useCellEntry";
import { Quantity } from "../forms/fields/NumberControl";

export interface NumberRowProps {
  /** Stem of ids and test ids: "slab-miller" makes "slab-miller-0". */
  id: string;
  label: string;
  /** What each number is called. */
  names: readonly string[];
  values: readonly Typed[];
  onChange(values: Typed[]): void;
  unit?: string;
  whole?: boolean;
  minimum?: number;
  maximum?: number;
  problem?: string;
  help?: string;
  /** The names stand above the boxes; else they are for screen readers alone. */
  named?: boolean;
}

/** Numbers that belong together, side by side under one label. */
export function NumberRow(props: NumberRowProps) {
  const { id, label, names, values, problem = "", help, named = false } = props;
  const described = [problem && `${id}-problem`, help && `${id}-help`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className="structure-field number-row" data-invalid={problem ? "" : undefined}>
      <legend className="field-label">{label}</legend>
      <div className="vector">
        {names.map((name, at) => (
          <div key={name} className="cell-part">
            {named && <span aria-hidden>{name}</span>}
            <Quantity
              id={`${id}-${at}`}
              testId={`${id}-${at}`}
              value={values[at]}
              onChange={(value) => props.onChange(values.map((old, i) => (i === at ? value : old)))}
              unit={props.unit}
              whole={props.whole ?? false}
              minimum={props.minimum}
              maximum={props.maximum}
              invalid={problem !== ""}
              required
              label={`${label}, ${name}`}
              describedBy={described}
            />
          </div>
        ))}
      </div>
      {problem && (
        <p className="field-problem" id={`${id}-problem`} data-testid={`${id}-problem`}>
          {problem}
        </p>
      )}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </fieldset>
  );
}
