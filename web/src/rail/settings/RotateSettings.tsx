import { useState } from "react";
import { Quantity } from "../../forms/fields/NumberControl";
import { useRail } from "../../state/rail";
import { useSelection } from "../../state/selection";
import { useView, view } from "../../state/view";
import { Button } from "../../ui/Button";
import { rotate } from "../../view/vec";
import { showHinge, turnAtoms, turning } from "../tools/rotate";
import { AxisChoice } from "./AxisChoice";

/** About what to turn, and a turn by a number. */
export function RotateSettings() {
  const [angle, setAngle] = useState<number | string | undefined>(90);
  const hinge = useRail((rail) => rail.hinge);
  const some = useSelection((selection) => selection.atoms.length > 0);
  const apply = async () => {
    const what = turning();
    const handle = view();
    if (!what || !handle || typeof angle !== "number") return;
    // Without an axis the turn is that of the screen: counterclockwise as it is seen.
    const axis = what.axis ?? rotate(handle.camera().rotation, [0, 0, 1]);
    await turnAtoms(what, { axis, angle });
    if (useRail.getState().hinge) showHinge();
    else useView.getState().setLines([]);
  };
  return (
    <>
      {hinge ? (
        <div className="setting-row">
          <span>
            About the bond #{hinge.from}–#{hinge.to}
          </span>
          <Button
            variant="link"
            onClick={() => {
              useRail.getState().set({ hinge: null });
              useView.getState().setLines([]);
            }}
            data-testid="hinge-drop"
          >
            Use an axis
          </Button>
        </div>
      ) : (
        <AxisChoice label="About" free="Screen" />
      )}
      <form
        className="setting-form"
        aria-label="Rotate by"
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <span className="setting-part">
          <span>by</span>
          <Quantity
            id="rotate-angle"
            testId="rotate-angle"
            value={angle}
            onChange={setAngle}
            unit="degree"
            invalid={typeof angle === "string"}
            label="Angle"
          />
        </span>
        <Button type="submit" disabled={!(some || hinge) || typeof angle !== "number"} data-testid="rotate-apply">
          Rotate
        </Button>
      </form>
    </>
  );
}
