import { Grid3x3 } from "lucide-react";
import { useState } from "react";
import { useRail } from "../../state/rail";
import { isElement, nameOf, parseElement, symbolOf } from "../../ui/elements";
import { PeriodicTable } from "../../ui/PeriodicTable";
import { Popover } from "../../ui/Popover";
import { TextField } from "../../ui/TextField";

/** The elements of most molecules: C H N O F P S Cl Br Si. */
const quick = [6, 1, 7, 8, 9, 15, 16, 17, 35, 14];

/** The element that the tools add or change to: a few at hand, the others typed or from the table. */
export function ElementChoice() {
  const element = useRail((rail) => rail.element);
  const choose = (z: number) => useRail.getState().set({ element: z });
  return (
    <div className="element-choice">
      <div className="chips" role="radiogroup" aria-label="Element">
        {quick.map((z) => (
          <label key={z} className="element-chip" data-checked={z === element ? "" : undefined} title={nameOf(z)}>
            <input
              type="radio"
              name="rail-element"
              checked={z === element}
              onChange={() => choose(z)}
              aria-label={`${symbolOf(z)}, ${nameOf(z)}`}
              data-testid={`element-${symbolOf(z)}`}
            />
            {symbolOf(z)}
          </label>
        ))}
      </div>
      <ElementField element={element} onChange={choose} />
    </div>
  );
}

function ElementField({ element, onChange }: { element: number; onChange(z: number): void }) {
  const [typing, setTyping] = useState<string | null>(null);
  const [table, setTable] = useState(false);
  const invalid = typing !== null && typing.trim() !== "" && parseElement(typing) === null;
  return (
    <TextField
      aria-label="Element: symbol, number or name"
      value={typing ?? symbolOf(element)}
      onChange={(text) => {
        setTyping(text);
        const z = parseElement(text);
        if (isElement(z)) onChange(z);
      }}
      onFocus={(event) => event.target.select()}
      onBlur={() => setTyping(null)}
      invalid={invalid}
      data-testid="element-field"
      suffix={
        <>
          <span className="element-name">{invalid ? "no element" : `${nameOf(element)} ${element}`}</span>
          <Popover
            label="Periodic table"
            open={table}
            onOpenChange={setTable}
            align="end"
            className="periodic-popover"
            testId="periodic-table"
            trigger={
              <button
                type="button"
                className="field-action"
                aria-label="Periodic table"
                title="Periodic table"
                data-testid="element-table"
              >
                <Grid3x3 aria-hidden />
              </button>
            }
          >
            <PeriodicTable
              value={element}
              onPick={(z) => {
                setTyping(null);
                onChange(z);
                setTable(false);
              }}
            />
          </Popover>
        </>
      }
    />
  );
}
