import type { RailTool } from "../state/ui";
import type { ToolActions } from "./tool";
import { removeActions } from "./tools/remove";
import { selectActions } from "./tools/select";

/** What each tool of the rail does in the view. */
export const toolActions: Record<RailTool, ToolActions> = {
  select: selectActions,
  move: selectActions,
  rotate: selectActions,
  add: selectActions,
  bond: selectActions,
  element: selectActions,
  delete: removeActions,
  place: selectActions,
  measure: selectActions,
};
