import { useDocument } from "../../state/document";
import { type AxisLock, useRail } from "../../state/rail";
import { Segments } from "../../ui/Segments";

/** What a move or a turn is bound to. */
export function AxisChoice({ label, free }: { label: string; free: string }) {
  const axis = useRail((rail) => rail.axis);
  const cell = useDocument((doc) => doc.state?.cell != null);
  const axes: AxisLock[] = ["free", "x", "y", "z", ...(cell ? (["a", "b", "c"] as const) : [])];
  const set = (next: AxisLock) => useRail.getState().set({ axis: next });
  return (
    <div className="setting-row">
      <span>{label}</span>
      <Segments
        label={label}
        value={axes.includes(axis) ? axis : "free"}
        onChange={set}
        options={axes.map((one) => ({
          value: one,
          content: one === "free" ? free : <span className={`axis-letter ${one}`}>{one}</span>,
          testId: `axis-${one}`,
        }))}
      />
    </div>
  );
}
