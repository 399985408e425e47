import { Quantity, UnitSwitch } from "../forms/fields/NumberControl";
import { CellField } from "../ui/CellField";
import type { CellEntryState } from "./useCellEntry";

const names = ["a", "b", "c", "alpha", "beta", "gamma"];

/** Characters that a field has room for. */
const ROOM = 8;

/** What has more digits than fit is shown with six, and stays what it is. */
const format = (value: number) => {
  const full = String(Number(value.toPrecision(10)));
  return full.length <= ROOM ? full : String(Number(value.toPrecision(6)));
};

/** The fields of a cell, by lengths and angles or by vectors. */
export function CellInputs({ cell, testId }: { cell: CellEntryState; testId: string }) {
  const input = (part: string, label: string) => {
    const at = names.indexOf(part);
    const index = at < 0 ? Number(part) : at;
    return (
      <Quantity
        id={`${testId}-${part}`}
        testId={`${testId}-${part}`}
        value={cell.values(cell.entry)[index]}
        onChange={(value) => cell.set(index, value)}
        unit={at >= 3 ? "degree" : "angstrom"}
        unitApart={at < 0}
        format={format}
        invalid={cell.problem !== ""}
        required
        label={`Cell, ${label}`}
        describedBy={cell.problem ? `${testId}-problem` : undefined}
      />
    );
  };
  return (
    <fieldset aria-label="Cell" className="structure-field">
      <CellField
        entry={cell.entry}
        onEntry={(entry) => void cell.setEntry(entry)}
        input={input}
        unit={<UnitSwitch of="angstrom" testId={`${testId}-vectors-unit`} />}
        testId={testId}
      />
      {cell.problem && (
        <p className="field-problem" id={`${testId}-problem`} data-testid={`${testId}-problem`}>
          {cell.problem}
        </p>
      )}
    </fieldset>
  );
}
