import { Copy, X } from "lucide-react";
import { useState } from "react";
import { failed } from "../../commands/report";
import { Quantity } from "../../forms/fields/NumberControl";
import { useDocument } from "../../state/document";
import { type Measurement, useMeasure } from "../../state/measure";
import { useNotices } from "../../state/notices";
import { useRail } from "../../state/rail";
import { useSelection } from "../../state/selection";
import { Button, IconButton } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { symbolOf } from "../../ui/elements";
import { Segments } from "../../ui/Segments";
import { measureText } from "../../view/measure";
import { csvOf } from "../csv";
import { setMeasurement } from "../step";
import { addMeasurement, measureNow } from "../tools/measure";

const sizes = [
  { value: 2, content: "Distance", testId: "measure-2" },
  { value: 3, content: "Angle", testId: "measure-3" },
  { value: 4, content: "Dihedral", testId: "measure-4" },
] as const;

/** What is measured, and the measurements there are. */
export function MeasureSettings() {
  const { measureSize, minimumImage, set } = useRail();
  const { list, shown, setShown, clear } = useMeasure();
  const cell = useDocument((doc) => doc.state?.cell != null);
  const selected = useSelection((selection) => selection.atoms);
  // Values follow the positions.
  useDocument((doc) => doc.arrays);
  return (
    <>
      <Segments
        label="What to measure"
        className="wide"
        value={measureSize}
        onChange={(size) => set({ measureSize: size, measuring: [] })}
        options={sizes}
      />
      {cell && (
        <Checkbox
          id="measure-image"
          label="To the nearest periodic image"
          checked={minimumImage}
          onChange={(next) => set({ minimumImage: next })}
          testId="measure-image"
        />
      )}
      {selected.length >= 2 && selected.length <= 4 && (
        <Button onClick={() => addMeasurement(selected)} data-testid="measure-selection">
          Measure the {selected.length} selected atoms
        </Button>
      )}
      {list.length > 0 && (
        <>
          <ul className="measurements" data-testid="measurements">
            {list.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </ul>
          <div className="setting-row">
            <Checkbox id="measure-shown" label="Shown" checked={shown} onChange={setShown} testId="measure-shown" />
            <span className="grow" />
            <Button variant="ghost" icon={Copy} onClick={() => void copy(list)} data-testid="measure-csv">
              Copy CSV
            </Button>
            <Button variant="ghost" onClick={clear} data-testid="measure-clear">
              Clear
            </Button>
          </div>
        </>
      )}
    </>
  );
}

async function copy(list: readonly Measurement[]): Promise<void> {
  const { elements } = useDocument.getState().arrays;
  try {
    await navigator.clipboard.writeText(csvOf(list, elements, measureNow));
    useNotices.getState().announce("Measurements copied");
  } catch (error) {
    failed("Could not copy", error);
  }
}

/** One measurement: its atoms, its value, which can be set. */
function Row({ one }: { one: Measurement }) {
  const elements = useDocument((doc) => doc.arrays.elements);
  const measured = measureNow(one.atoms);
  const [typed, setTyped] = useState<number | string | undefined>(undefined);
  const [editing, setEditing] = useState(false);
  if (!measured) return null;
  const name = one.atoms.map((atom) => `${symbolOf(elements[atom] ?? 0)}${atom}`).join("–");
  const exact = Number(measured.value.toFixed(measured.unit === "Å" ? 3 : 1));
  const finish = async () => {
    setEditing(false);
    if (typeof typed === "number" && typed !== exact)
      await setMeasurement(one.atoms, typed, useRail.getState().minimumImage);
  };
  return (
    <li>
      <span className="measurement-atoms" title={name}>
        {name}
      </span>
      {editing ? (
        <form
          className="setting-number"
          onSubmit={(event) => {
            event.preventDefault();
            void finish();
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            setEditing(false);
          }}
        >
          <Quantity
            id={`measure-value-${one.id}`}
            testId="measure-value"
            value={typed}
            onChange={setTyped}
            unit={measured.unit === "Å" ? "angstrom" : "degree"}
            invalid={typeof typed === "string"}
            label={`Set ${name} to`}
          />
        </form>
      ) : (
        <button
          type="button"
          className="measurement-value"
          title="Set the value"
          onClick={() => {
            setTyped(exact);
            setEditing(true);
          }}
          data-testid="measure-set"
        >
          {measureText(measured)}
        </button>
      )}
      <IconButton
        label={`Remove ${name}`}
        icon={X}
        className="small"
        onClick={() => useMeasure.getState().remove(one.id)}
        data-testid="measure-remove"
      />
    </li>
  );
}
