import { useState } from "react";
import { Quantity } from "../../forms/fields/NumberControl";
import { useSelection } from "../../state/selection";
import { Button } from "../../ui/Button";
import type { Vec3 } from "../../view/vec";
import { moveAtoms } from "../tools/move";
import { AxisChoice } from "./AxisChoice";

type Typed = number | string | undefined;
const nothing: readonly Typed[] = [0, 0, 0];

/** Along what to drag, and a move by numbers. */
export function MoveSettings() {
  const [by, setBy] = useState<readonly Typed[]>(nothing);
  const atoms = useSelection((selection) => selection.atoms);
  const numbers = by.map((value) => (value === undefined ? 0 : value));
  const bad = numbers.some((value) => typeof value !== "number");
  const zero = numbers.every((value) => value === 0);
  const apply = () => {
    if (!bad && !zero) void moveAtoms(atoms, numbers as unknown as Vec3);
  };
  return (
    <>
      <AxisChoice label="Along" free="Screen" />
      <form
        className="setting-form"
        aria-label="Move the selection by"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {["x", "y", "z"].map((letter, k) => (
          <span key={letter} className="setting-part">
            <span className={`axis-letter ${letter}`} aria-hidden>
              {letter}
            </span>
            <Quantity
              id={`move-${letter}`}
              testId={`move-${letter}`}
              value={by[k]}
              onChange={(value) => setBy(by.map((old, i) => (i === k ? value : old)))}
              unit="angstrom"
              invalid={typeof by[k] === "string"}
              label={`Move along ${letter}`}
            />
          </span>
        ))}
        <Button type="submit" disabled={atoms.length === 0 || bad || zero} data-testid="move-apply">
          Move
        </Button>
      </form>
    </>
  );
}
