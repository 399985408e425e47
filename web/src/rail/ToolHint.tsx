import { railTools } from "../commands/railTools";
import { useDocument } from "../state/document";
import { useRail } from "../state/rail";
import { useUi } from "../state/ui";

/** What to do with the chosen tool, as it is set and as far as it got. */
export function ToolHint() {
  const tool = useUi((ui) => ui.tool);
  // The words follow the tool's state and name atoms of the document.
  useRail();
  useDocument((doc) => doc.state?.revision);
  return <span className="status-hint">{railTools.find((command) => command.tool === tool)?.hint()}</span>;
}
