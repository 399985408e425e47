import { useTools } from "../../state/tools";
import { NumberField } from "../../ui/NumberField";
import { useForm } from "../formApi";
import { formatNumber, fromCanonical, parseNumber, toCanonical, type Unit, unitsOf } from "../units";
import { useDescription } from "../useDescription";
import { fieldId, testId, type WidgetProps } from "../widget";

/** The unit a person has chosen for a quantity, and how to change it. */
export function useUnit(of: string | undefined): { unit: Unit | undefined; units: readonly Unit[]; next(): void } {
  const chosen = useTools((tools) => (of ? tools.units[of] : undefined));
  const units = unitsOf(of);
  const at = Math.max(
    0,
    units.findIndex((unit) => unit.label === chosen),
  );
  return {
    unit: units[at],
    units,
    next() {
      const label = units[(at + 1) % units.length]?.label;
      if (of && label) useTools.getState().set({ units: { ...useTools.getState().units, [of]: label } });
    },
  };
}

export interface QuantityProps {
  id: string;
  testId: string;
  /** Canonical. */
  value: unknown;
  onChange(value: number | string | undefined): void;
  unit?: string | undefined;
  whole?: boolean;
  minimum?: number | undefined;
  maximum?: number | undefined;
  multipleOf?: number | undefined;
  invalid: boolean;
  required?: boolean;
  placeholder?: string | undefined;
  label?: string | undefined;
  describedBy?: string | undefined;
}

/** A number with its unit inside the box; the unit is a button where there is another one to choose. */
export function Quantity(props: QuantityProps) {
  const { value, onChange, whole = false, minimum, maximum, multipleOf } = props;
  const { unit, units, next } = useUnit(props.unit);
  const other = units.find((one) => one !== unit);
  const shown = typeof value === "number" ? fromCanonical(value, unit) : typeof value === "string" ? value : undefined;
  const limit = (canonical: number | undefined) =>
    canonical === undefined ? undefined : fromCanonical(canonical, unit);
  return (
    <NumberField
      id={props.id}
      testId={props.testId}
      value={shown}
      onChange={(typed) => onChange(typeof typed === "number" ? toCanonical(typed, unit) : typed)}
      parse={(text) => parseNumber(text, whole)}
      format={formatNumber}
      step={(from) => (multipleOf && unit ? multipleOf / unit.factor : (multipleOf ?? (whole ? 1 : tenth(from))))}
      minimum={limit(minimum)}
      maximum={limit(maximum)}
      invalid={props.invalid}
      required={props.required ?? false}
      placeholder={props.placeholder}
      label={props.label}
      describedBy={props.describedBy}
      suffix={
        unit &&
        (other ? (
          <button
            type="button"
            className="unit-switch"
            onClick={next}
            aria-label={`Unit ${unit.label}, change to ${other.label}`}
            title={`Change to ${other.label}`}
            data-testid={`${props.testId}-unit`}
          >
            {unit.label}
          </button>
        ) : (
          <span className="unit">{unit.label}</span>
        ))
      }
    />
  );
}

/** A tenth of the value's order of magnitude: 1.0 steps by 0.1, 23 by 1. */
function tenth(value: number): number {
  return value === 0 ? 0.1 : 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
}

export function NumberControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const description = useDescription(field, pointer);
  return (
    <Quantity
      id={fieldId(pointer)}
      testId={testId(pointer)}
      value={form.value(pointer)}
      onChange={(value) => form.set(pointer, value)}
      unit={field.unit}
      whole={field.control === "integer"}
      minimum={field.minimum}
      maximum={field.maximum}
      multipleOf={field.multipleOf}
      invalid={form.problem(pointer) !== undefined}
      required={!field.optional}
      label={name}
      describedBy={description}
    />
  );
}
