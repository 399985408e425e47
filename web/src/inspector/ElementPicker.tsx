import { useState } from "react";
import { changeElement } from "../rail/step";
import { useDocument } from "../state/document";
import { nameOf, symbolOf } from "../ui/elements";
import { PeriodicTable } from "../ui/PeriodicTable";
import { Popover } from "../ui/Popover";

/** The element of the selected atoms, changed in the periodic table; hydrogens follow. */
export function ElementPicker({ atoms, disabled }: { atoms: readonly number[]; disabled: boolean }) {
  const elements = useDocument((doc) => doc.arrays.elements);
  const [open, setOpen] = useState(false);
  const [first = 0] = atoms;
  const z = elements[first] ?? 0;
  const same = atoms.every((atom) => elements[atom] === z);
  const text = same ? `${symbolOf(z)}, ${nameOf(z)}: change to…` : "Change the element to…";
  return (
    <Popover
      label="Change the element"
      open={open && !disabled}
      onOpenChange={setOpen}
      className="periodic-popover"
      testId="inspector-table"
      trigger={
        <button
          type="button"
          className="element-tile"
          disabled={disabled}
          aria-label={text}
          title={text}
          data-testid="inspector-element"
        >
          {same ? symbolOf(z) : "…"}
        </button>
      }
    >
      <PeriodicTable
        value={same ? z : null}
        onPick={(picked) => {
          setOpen(false);
          if (!same || picked !== z) void changeElement(atoms, picked);
        }}
      />
    </Popover>
  );
}
