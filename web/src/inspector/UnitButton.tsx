import { useUnit } from "../forms/fields/NumberControl";

/** The unit of several fields in the words before them; a press changes it everywhere. */
export function UnitButton({ of, testId }: { of: string; testId: string }) {
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
