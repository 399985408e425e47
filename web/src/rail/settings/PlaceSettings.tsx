import { showLibrary } from "../../commands/library";
import { Quantity } from "../../forms/fields/NumberControl";
import { useRail } from "../../state/rail";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { chooseStamp, setRandomTurn } from "../tools/place";

/** The molecule that is stamped, and how. */
export function PlaceSettings() {
  const { stamp, onAtoms, height, randomTurn, set } = useRail();
  return (
    <>
      <div className="setting-row">
        <span className="stamp-name" data-testid="stamp-name">
          {stamp ? <b>{stamp.name}</b> : "No molecule chosen"}
        </span>
        <Button onClick={() => void showLibrary.run()} data-testid="stamp-choose">
          {stamp ? "Another…" : "Choose…"}
        </Button>
        {stamp && (
          <Button variant="ghost" onClick={() => chooseStamp(null)} data-testid="stamp-clear">
            None
          </Button>
        )}
      </div>
      <Checkbox
        id="stamp-random"
        label="Each turned at random"
        checked={randomTurn}
        onChange={setRandomTurn}
        testId="stamp-random"
      />
      <div className="setting-row">
        <Checkbox
          id="stamp-atoms"
          label="On atoms, above along c by"
          checked={onAtoms}
          onChange={(next) => set({ onAtoms: next })}
          testId="stamp-atoms"
        />
        <span className="setting-number">
          <Quantity
            id="stamp-height"
            testId="stamp-height"
            value={height}
            onChange={(value) => typeof value === "number" && set({ height: value })}
            unit="angstrom"
            invalid={false}
            label="Height above the atom"
          />
        </span>
      </div>
    </>
  );
}
