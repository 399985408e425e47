import { useDocument } from "../state/document";
import { useRail } from "../state/rail";
import { type RailTool, useUi } from "../state/ui";
import { useView } from "../state/view";
import { provideEscape, type ToolActions } from "./tool";
import { addActions, bondActions, elementActions } from "./tools/build";
import { measureActions } from "./tools/measure";
import { moveActions } from "./tools/move";
import { placeActions } from "./tools/place";
import { removeActions } from "./tools/remove";
import { rotateActions } from "./tools/rotate";
import { selectActions } from "./tools/select";

/** What each tool of the rail does in the view. */
export const toolActions: Record<RailTool, ToolActions> = {
  select: selectActions,
  move: moveActions,
  rotate: rotateActions,
  add: addActions,
  bond: bondActions,
  element: elementActions,
  delete: removeActions,
  place: placeActions,
  measure: measureActions,
};

provideEscape(() => toolActions[useUi.getState().tool].onEscape?.() ?? false);

useUi.subscribe((now, before) => {
  if (now.tool === before.tool) return;
  toolActions[before.tool].onLeave?.();
  useView.getState().setLines([]);
});

// What a tool is in the middle of names atoms by their index: it is dropped when atoms came or
// went. Undo drops what was picked too.
useDocument.subscribe((now, before) => {
  if (now.arrays === before.arrays) return;
  const { pending, measuring, hinge, set } = useRail.getState();
  if (pending === null && measuring.length === 0 && !hinge) return;
  const same = now.opened === before.opened && now.state?.atoms === before.state?.atoms;
  const undone = (now.state?.steps.length ?? 0) < (before.state?.steps.length ?? 0);
  const picked = pending !== null || measuring.length > 0;
  if (same && !(undone && picked)) return;
  set({ pending: null, measuring: [], hinge: null });
  useView.getState().setLines([]);
});
