import { runCommand } from "../commands/registry";
import { axes, cellAxes, lookAlong, resetView } from "../commands/view";
import { useDocument } from "../state/document";
import type { ViewAxis } from "../state/view";
import { Tooltip } from "../ui/Tooltip";
import { shownShortcut } from "./useCommand";

/** Standard directions; Shift looks from the other side. */
export function AxisButtons() {
  const open = useDocument((doc) => doc.state !== null);
  const cell = useDocument((doc) => doc.state?.cell != null);
  if (!open) return null;
  return (
    <div className="axes" role="toolbar" aria-label="View direction">
      {[...axes, ...(cell ? cellAxes : [])].map((axis) => (
        <Tooltip key={axis} label={`Look along ${axis}; Shift: along −${axis}`}>
          <button
            type="button"
            className="axis-button"
            aria-label={`Look along ${axis}`}
            data-testid={`view-${axis}`}
            onClick={(event) => runCommand(lookAlong(event.shiftKey ? (`-${axis}` as ViewAxis) : axis))}
          >
            {axis}
          </button>
        </Tooltip>
      ))}
      <Tooltip label="Show everything" shortcut={shownShortcut(resetView)}>
        <button
          type="button"
          className="axis-button"
          data-testid="view-reset"
          onClick={() => void runCommand(resetView)}
        >
          Reset
        </button>
      </Tooltip>
    </div>
  );
}
