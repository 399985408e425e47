import { useTools } from "../../state/tools";
import { NumberField } from "../../ui/NumberField";
import { useForm } from "../formApi";
import { chosenUnit, formatNumber, fromCanonical, parseNumber, toCanonical, type Unit, unitsOf } from "../units";
import { useDescription } from "../useDescription";
import { fieldId, testId, type WidgetProps } from "../widget";

/** The unit a quantity is shown in, and how to change it. */
export function useUnit(of: string | undefined): { unit: Unit | undefined; other: Unit | undefined; change(): void } {
  const unit = chosenUnit(
    of,
    useTools((tools) => tools.units),
  );
  const units = unitsOf(of);
  const other = unit && units.length > 1 ? units[(units.indexOf(unit) + 1) % units.length] : undefined;
  return {
    unit,
    other,
    change() {
      const { units: chosen, set } = useTools.getState();
      if (of && other) set({ units: { ...chosen, [of]: other.label } });
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
  /** One switch stands for several fields (UnitSwitch): this one shows no unit of its own. */
  unitApart?: boolean;
  whole?: boolean;
  minimum?: number | undefined;
  maximum?: number | undefined;
  multipleOf?: number | undefined;
  invalid: boolean;
  required?: boolean;
  placeholder?: string | undefined;
  label?: string | undefined;
  describedBy?: string | undefined;
  /** How a number is shown; all its digits by default. */
  format?(value: number): string;
}

/** A number with its unit inside the box; the unit is a button where there is another one to choose. */
export function Quantity(props: QuantityProps) {
  const { value, onChange, whole = false, minimum, maximum, multipleOf } = props;
  const { unit } = useUnit(props.unit);
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
      format={props.format ?? formatNumber}
      step={(from) => (multipleOf && unit ? multipleOf / unit.factor : (multipleOf ?? (whole ? 1 : tenth(from))))}
      minimum={limit(minimum)}
      maximum={limit(maximum)}
      invalid={props.invalid}
      required={props.required ?? false}
      placeholder={props.placeholder}
      label={props.label}
      describedBy={props.describedBy}
      suffix={!props.unitApart && <UnitSwitch of={props.unit} testId={`${props.testId}-unit`} />}
    />
  );
}

/** The unit of a quantity; a button where there is another one to choose. */
export function UnitSwitch({ of, testId }: { of: string | undefined; testId: string }) {
  const { unit, other, change } = useUnit(of);
  if (!unit) return null;
  if (!other) return <span className="unit">{unit.label}</span>;
  return (
    <button
      type="button"
      className="unit-switch"
      onClick={change}
      aria-label={`Unit ${unit.label}, change to ${other.label}`}
      title={`Change to ${other.label}`}
      data-testid={testId}
    >
      {unit.label}
    </button>
  );
}

/** A tenth of the value's order of magnitude: 1.0 steps by 0.1, 23 by 1. */
export function tenth(value: number): number {
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
