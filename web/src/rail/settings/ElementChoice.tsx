import { useRail } from "../../state/rail";
import { ElementField } from "../../ui/ElementField";
import { nameOf, symbolOf } from "../../ui/elements";

/** The elements of most molecules: C H N O F P S Cl Br Si. */
const quick = [6, 1, 7, 8, 9, 15, 16, 17, 35, 14];

/** The element that the tools add or change to: a few at hand, the others typed or from the table. */
export function ElementChoice() {
  const element = useRail((rail) => rail.element);
  const choose = (z: number) => useRail.getState().set({ element: z });
  return (
    <div className="element-choice">
      <div className="chips" role="radiogroup" aria-label="Element">
        {quick.map((z) => (
          <label key={z} className="element-chip" data-checked={z === element ? "" : undefined} title={nameOf(z)}>
            <input
              type="radio"
              name="rail-element"
              checked={z === element}
              onChange={() => choose(z)}
              aria-label={`${symbolOf(z)}, ${nameOf(z)}`}
              data-testid={`element-${symbolOf(z)}`}
            />
            {symbolOf(z)}
          </label>
        ))}
      </div>
      <ElementField
        label="Element: symbol, number or name"
        value={element}
        onChange={choose}
        numbered
        testId="element-field"
      />
    </div>
  );
}
