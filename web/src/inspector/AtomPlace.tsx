import { useMemo } from "react";
import { UnitSwitch, useUnit } from "../forms/fields/NumberControl";
import { fromCanonical, parseNumber, toCanonical } from "../forms/units";
import { useDocument } from "../state/document";
import { cellOf } from "../view/periodic";
import type { Vec3 } from "../view/vec";
import { DraftNumber } from "./Draft";
import { moveAtom } from "./edits";
import { positionOf, toCartesian, toFractional } from "./geometry";

/** Where one atom is: x, y, z, and in a cell the fractions of its vectors; each can be changed. */
export function AtomPlace({ atom, disabled }: { atom: number; disabled: boolean }) {
  const positions = useDocument((doc) => doc.arrays.positions);
  const vectors = useDocument((doc) => doc.state?.cell ?? null);
  const cell = useMemo(() => cellOf(vectors), [vectors]);
  const { unit } = useUnit("angstrom");
  const at = positionOf(positions, atom);
  const fractions = cell && toFractional(cell, at);
  const nm = unit?.label === "nm";
  return (
    <div className="inspector-place">
      <span className="inspector-label">
        Position <UnitSwitch of="angstrom" testId="inspector-unit" />
      </span>
      <Three
        names={["x", "y", "z"]}
        values={at.map((value) => fromCanonical(value, unit)) as unknown as Vec3}
        digits={nm ? 5 : 4}
        step={nm ? 0.01 : 0.1}
        disabled={disabled}
        onTake={(k, value) => void moveAtom(atom, at.with(k, toCanonical(value, unit)) as unknown as Vec3)}
      />
      {cell && fractions && (
        <>
          <span className="inspector-label">Fractional</span>
          <Three
            names={["a", "b", "c"]}
            values={fractions}
            digits={5}
            step={0.01}
            disabled={disabled}
            onTake={(k, value) => void moveAtom(atom, toCartesian(cell, fractions.with(k, value) as unknown as Vec3))}
          />
        </>
      )}
    </div>
  );
}

interface ThreeProps {
  names: readonly [string, string, string];
  values: Vec3;
  digits: number;
  step: number;
  disabled: boolean;
  onTake(k: number, value: number): void;
}

function Three({ names, values, digits, step, disabled, onTake }: ThreeProps) {
  return (
    <div className="inspector-three">
      {names.map((name, k) => (
        <span key={name} className="inspector-axis">
          <span className={`axis-letter ${name}`} aria-hidden>
            {name}
          </span>
          <DraftNumber
            id={`inspector-${name}`}
            testId={`inspector-${name}`}
            label={name}
            value={values[k] as number}
            parse={(text) => parseNumber(text)}
            // What is not shown is kept: only what was typed is taken.
            format={(value) => String(Number(value.toFixed(digits)))}
            step={() => step}
            disabled={disabled}
            onTake={(value) => onTake(k, value)}
          />
        </span>
      ))}
    </div>
  );
}
