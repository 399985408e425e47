import { Grid3x3 } from "lucide-react";
import { useState } from "react";
import { PeriodicTable } from "./PeriodicTable";
import { Popover } from "./Popover";

export interface PeriodicTableButtonProps {
  /** Of the field whose element is picked. */
  label: string;
  value: number | null;
  onPick(z: number): void;
  testId: string;
}

/** The button in an element's field that opens the periodic table beside it. */
export function PeriodicTableButton({ label, value, onPick, testId }: PeriodicTableButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={`${label}: periodic table`}
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="periodic-popover"
      testId="periodic-table"
      trigger={
        <button
          type="button"
          className="field-action"
          aria-label={`${label}: periodic table`}
          title="Periodic table"
          data-testid={testId}
        >
          <Grid3x3 aria-hidden />
        </button>
      }
    >
      <PeriodicTable
        value={value}
        onPick={(z) => {
          onPick(z);
          setOpen(false);
        }}
      />
    </Popover>
  );
}
