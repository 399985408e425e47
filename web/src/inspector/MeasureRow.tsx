import { Ruler } from "lucide-react";
import { UnitSwitch, useUnit } from "../forms/fields/NumberControl";
import { fromCanonical, parseNumber, toCanonical } from "../forms/units";
import { setMeasurement } from "../rail/step";
import { addMeasurement, measureNow } from "../rail/tools/measure";
import { useDocument } from "../state/document";
import { useRail } from "../state/rail";
import { IconButton } from "../ui/Button";
import { DraftNumber } from "./Draft";

const names: Record<number, string> = { 2: "Distance", 3: "Angle", 4: "Dihedral" };

/** What two, three or four selected atoms measure in the order they were picked; it can be set. */
export function MeasureRow({ atoms, disabled }: { atoms: readonly number[]; disabled: boolean }) {
  // Values follow the positions and the setting.
  useDocument((doc) => doc.arrays);
  const minimumImage = useRail((rail) => rail.minimumImage);
  const measured = measureNow(atoms);
  const of = measured?.unit === "Å" ? "angstrom" : "degree";
  const { unit } = useUnit(of);
  if (!measured) return null;
  const digits = (measured.unit === "Å" ? 3 : 1) + (unit?.label === "nm" ? 1 : unit?.label === "rad" ? 3 : 0);
  return (
    <div className="inspector-grid">
      <label className="inspector-label" htmlFor="inspector-measure">
        {names[atoms.length]} <UnitSwitch of={of} testId="inspector-measure-unit" />
      </label>
      <div className="inspector-charge">
        <DraftNumber
          id="inspector-measure"
          testId="inspector-measure"
          value={fromCanonical(measured.value, unit)}
          parse={(text) => parseNumber(text)}
          format={(value) => value.toFixed(digits).replace("-", "−")}
          step={() => (measured.unit === "Å" ? 0.1 : 5)}
          disabled={disabled}
          onTake={(value) => void setMeasurement(atoms, toCanonical(value, unit), minimumImage)}
        />
        <IconButton
          label="Keep in the view"
          icon={Ruler}
          className="small"
          onClick={() => addMeasurement(atoms)}
          data-testid="inspector-measure-keep"
        />
      </div>
    </div>
  );
}
