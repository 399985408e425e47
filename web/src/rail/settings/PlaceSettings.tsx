import { showLibrary } from "../../commands/library";
import { Quantity } from "../../forms/fields/NumberControl";
import { useRail } from "../../state/rail";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { symbolOf } from "../../ui/elements";
import { Segments } from "../../ui/Segments";
import { Select } from "../../ui/Select";
import { chooseStamp, setRandomTurn, stampLinks } from "../tools/place";

/** The molecule that is stamped, and how. */
export function PlaceSettings() {
  const { stamp, onAtoms, height, link, randomTurn, set } = useRail();
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
        <span>On atoms</span>
        <Segments
          label="On atoms"
          value={onAtoms}
          onChange={(next) => set({ onAtoms: next })}
          options={[
            { value: "none", content: "Nothing", testId: "stamp-none" },
            { value: "above", content: "Above", testId: "stamp-above" },
            { value: "bond", content: "Bonded", testId: "stamp-bond" },
          ]}
        />
      </div>
      {onAtoms === "above" && (
        <div className="setting-row">
          <span>Above them along c, else z, by</span>
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
      )}
      {onAtoms === "bond" && stamp && <LinkChoice key={stamp.id} link={link} />}
    </>
  );
}

/** By which of its atoms the molecule is bonded. */
function LinkChoice({ link }: { link: number | null }) {
  const links = stampLinks();
  if (links.length === 0) return <p className="field-help">None of its atoms has a hydrogen that could go.</p>;
  return (
    <div className="setting-row">
      <span>Bonded by</span>
      <span className="setting-number">
        <Select
          label="Bonded by"
          value={String(link ?? links[0]?.atom)}
          onChange={(next) => useRail.getState().set({ link: Number(next) })}
          options={links.map(({ atom, element }) => ({ value: String(atom), label: `${symbolOf(element)} ${atom}` }))}
          testId="stamp-link"
        />
      </span>
    </div>
  );
}
