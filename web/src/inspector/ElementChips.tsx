import { useMemo } from "react";
import { count } from "../app/format";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";
import { nameOf, symbolOf } from "../ui/elements";
import { elementCounts } from "./geometry";

/**
 * The elements of the document with how many atoms there are; a click selects all of one.
 * Of a selection: a click keeps those of one.
 */
export function ElementChips({ atoms }: { atoms?: readonly number[] }) {
  const elements = useDocument((doc) => doc.arrays.elements);
  const counts = useMemo(() => elementCounts(elements, symbolOf, atoms), [elements, atoms]);
  if (counts.length === 0 || (atoms && counts.length === 1)) return null;
  const pick = (z: number) => {
    const among = atoms ?? elements.keys();
    useSelection.getState().select([...among].filter((atom) => elements[atom] === z));
  };
  return (
    <fieldset className="element-chips" aria-label={atoms ? "Elements of the selection" : "Select by element"}>
      {counts.map((one) => (
        <button
          key={one.z}
          type="button"
          className="element-count"
          title={atoms ? `Keep ${nameOf(one.z)}` : `Select all ${nameOf(one.z)}`}
          // It begins with what is seen, for those who speak to their machine.
          aria-label={`${one.symbol} ${count(one.count)}: ${atoms ? "keep" : "select all"} ${nameOf(one.z)}`}
          onClick={() => pick(one.z)}
          data-testid={`chip-${one.symbol}`}
        >
          <b>{one.symbol}</b> {count(one.count)}
        </button>
      ))}
    </fieldset>
  );
}
