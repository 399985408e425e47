import { type Order, useRail } from "../../state/rail";
import { Segments } from "../../ui/Segments";

const names: Record<Order, string> = {
  1: "Single bond",
  2: "Double bond",
  3: "Triple bond",
  4: "Aromatic bond",
  0: "No bond",
};

/** The order of the bonds that a tool makes; `none` offers to take bonds away. */
export function OrderChoice({ none = false }: { none?: boolean }) {
  const order = useRail((rail) => rail.order);
  const orders: Order[] = none ? [1, 2, 3, 4, 0] : [1, 2, 3, 4];
  return (
    <Segments
      label="Bond order"
      className="wide"
      value={!none && order === 0 ? 1 : order}
      onChange={(next) => useRail.getState().set({ order: next })}
      options={orders.map((one) => ({
        value: one,
        label: one === 0 ? names[one] : `${names[one]} (${one})`,
        content: <BondSign order={one} />,
        testId: `order-${one}`,
      }))}
    />
  );
}

const lines: Record<Order, readonly number[]> = { 1: [8], 2: [5.5, 10.5], 3: [4, 8, 12], 4: [5.5, 10.5], 0: [8] };

/** A bond as it is drawn on paper. */
function BondSign({ order }: { order: Order }) {
  return (
    <svg width="28" height="16" viewBox="0 0 28 16" aria-hidden="true" className="bond-sign">
      {lines[order].map((y, k) => (
        <line key={y} x1="4" x2="24" y1={y} y2={y} strokeDasharray={order === 4 && k === 1 ? "4 3" : undefined} />
      ))}
      {order === 0 && <line x1="9" x2="19" y1="13" y2="3" />}
    </svg>
  );
}
