import { X } from "lucide-react";
import { useMemo } from "react";
import { count, decimals } from "../app/format";
import { useDocument } from "../state/document";
import { useInferred } from "../state/inferred";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import { IconButton } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { Select } from "../ui/Select";
import { cellOf } from "../view/periodic";
import { setOrder } from "./edits";
import { bondsOf } from "./geometry";
import { atomName } from "./words";

/** Bonds listed before "and n more". */
const SHOWN = 8;
/** Of a larger selection only the number of bonds is of interest. */
const LARGE = 200;

const orders = [
  { value: "1", label: "single" },
  { value: "2", label: "double" },
  { value: "3", label: "triple" },
  { value: "4", label: "aromatic" },
];

/** The bonds of one atom, or those among the selected ones; their orders can be changed. */
export function BondList({ atoms, disabled }: { atoms: readonly number[]; disabled: boolean }) {
  const arrays = useDocument((doc) => doc.arrays);
  const vectors = useDocument((doc) => doc.state?.cell ?? null);
  const rebalance = useRail((rail) => rail.rebalance);
  const { rows, total } = useMemo(
    () => bondsOf(arrays, cellOf(vectors), atoms, atoms.length > LARGE ? 0 : SHOWN),
    [arrays, vectors, atoms],
  );
  const inferred = useInferred().rows;
  if (total === 0) return null;
  const one = atoms.length === 1;
  return (
    <div data-testid="bonds">
      <h4 className="inspector-title">
        {one ? "Bonds" : "Bonds among them"} <span>{count(total)}</span>
      </h4>
      {rows.length > 0 && (
        <ul className="bond-list">
          {rows.map(({ bond, a, b, order, length }) => {
            const [from, to] = [atomName(arrays.elements, a), atomName(arrays.elements, b)];
            const name = `${from} to ${to}`;
            return (
              <li key={`${a} ${b}`}>
                <button
                  type="button"
                  className="bond-atom"
                  title={one ? `Select ${to}` : `Select ${from} and ${to}`}
                  onClick={() => useSelection.getState().select(one ? [b] : [a, b])}
                >
                  {!one && <span>{from} –</span>} <span>{to}</span>
                </button>
                <span className="bond-length">
                  {inferred[bond] === 1 && (
                    <abbr title="Found by distance: nobody stated this bond" data-testid={`bond-inferred-${a}-${b}`}>
                      ≈
                    </abbr>
                  )}
                  {decimals(length, 3)} Å
                </span>
                <Select
                  label={`Order of the bond ${name}`}
                  value={String(order)}
                  onChange={(next) => void setOrder(a, b, Number(next), rebalance)}
                  options={orders}
                  disabled={disabled}
                  testId={`bond-order-${a}-${b}`}
                />
                <IconButton
                  label={`Remove the bond ${name}`}
                  icon={X}
                  className="small"
                  disabled={disabled}
                  onClick={() => void setOrder(a, b, 0, rebalance)}
                  data-testid={`bond-remove-${a}-${b}`}
                />
              </li>
            );
          })}
        </ul>
      )}
      {rows.length > 0 && total > rows.length && <p className="details-more">and {count(total - rows.length)} more</p>}
      {rows.some(({ bond }) => inferred[bond] === 1) && (
        <p className="details-more">≈ found by distance; another order, or drawing it, states a bond.</p>
      )}
      {rows.length > 0 && (
        <Checkbox
          id="inspector-balance"
          label="Hydrogens follow"
          checked={rebalance}
          onChange={(next) => useRail.getState().set({ rebalance: next })}
          testId="inspector-balance"
        />
      )}
    </div>
  );
}
