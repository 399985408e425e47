import type { Typed } from "../cells/useCellEntry";
import type { AtomStyle } from "../core/protocol";
import { tolerances } from "../crystals/symmetry";
import { Quantity } from "../forms/fields/NumberControl";
import { Checkbox } from "../ui/Checkbox";
import { describedBy, Field } from "../ui/Field";
import { Select } from "../ui/Select";

const styles: { value: AtomStyle; label: string; detail: string }[] = [
  { value: "full", label: "full", detail: "bonds, molecules, charges" },
  { value: "molecular", label: "molecular", detail: "bonds, molecules" },
  { value: "charge", label: "charge", detail: "charges" },
  { value: "atomic", label: "atomic", detail: "only atoms" },
];

/** What the atom lines of a LAMMPS file hold. */
export function StyleOption({ value, onChange }: { value: AtomStyle; onChange(style: AtomStyle): void }) {
  return (
    <Field id="save-style" label="Atom style">
      <Select
        id="save-style"
        value={value}
        onChange={(style) => onChange(style as AtomStyle)}
        options={styles}
        testId="save-style"
      />
    </Field>
  );
}

interface SymmetryProps {
  /** Å; null: every atom is written. */
  tolerance: Typed | null;
  onChange(tolerance: Typed | null): void;
  problem: string;
}

/** Whether a CIF holds the sites that differ and the space group, and how it is found. */
export function SymmetryOption({ tolerance, onChange, problem }: SymmetryProps) {
  return (
    <>
      <div className="save-symmetry">
        <Checkbox
          id="save-symmetry"
          label="With symmetry"
          checked={tolerance !== null}
          onChange={(on) => onChange(on ? tolerances.usual : null)}
          describedBy="save-symmetry-help"
          testId="save-symmetry"
        />
        <p className="field-help" id="save-symmetry-help">
          The space group and its sites, not every atom.
        </p>
      </div>
      {tolerance !== null && (
        <Field
          id="save-tolerance"
          label="Tolerance"
          problem={problem || undefined}
          help="How far atoms may lie from where symmetry puts them."
        >
          <Quantity
            id="save-tolerance"
            testId="save-tolerance"
            value={tolerance}
            onChange={onChange}
            unit="angstrom"
            minimum={tolerances.least}
            maximum={tolerances.most}
            invalid={problem !== ""}
            required
            describedBy={describedBy("save-tolerance", true, problem)}
          />
        </Field>
      )}
    </>
  );
}
