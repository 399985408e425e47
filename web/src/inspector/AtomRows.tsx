import { count, decimals } from "../app/format";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";
import { symbolOf } from "../ui/elements";
import { atomName } from "./words";

/** Atoms listed before "and n more". */
const SHOWN = 6;

/** The selected atoms with their positions; a click selects one of them. */
export function AtomRows({ atoms }: { atoms: readonly number[] }) {
  const { elements, positions } = useDocument((doc) => doc.arrays);
  return (
    <div>
      <table className="atoms">
        <thead>
          <tr>
            <th scope="col">Atom</th>
            <th scope="col">x / Å</th>
            <th scope="col">y / Å</th>
            <th scope="col">z / Å</th>
          </tr>
        </thead>
        <tbody>
          {atoms.slice(0, SHOWN).map((atom) => (
            <tr key={atom}>
              <th scope="row">
                <button
                  type="button"
                  className="bond-atom"
                  title={`Select ${atomName(elements, atom)}`}
                  onClick={() => useSelection.getState().select([atom])}
                >
                  {symbolOf(elements[atom] ?? 0)} <span className="index">#{atom}</span>
                </button>
              </th>
              {[0, 1, 2].map((k) => (
                <td key={k}>{decimals(positions[3 * atom + k] ?? 0, 3)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {atoms.length > SHOWN && <p className="details-more">and {count(atoms.length - SHOWN)} more</p>}
    </div>
  );
}
