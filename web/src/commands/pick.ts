import { toolActions } from "../rail/actions";
import type { ToolActions } from "../rail/tool";
import { useUi } from "../state/ui";
import type { ViewEvents } from "../view/View";
import { openMenu } from "./contextMenu";

const actions = (): ToolActions => toolActions[useUi.getState().tool];

/** What clicks, drags and keys in the 3D view do, by the tool of the rail. */
export const pickEvents: ViewEvents = {
  onPick(picked, modifiers, at) {
    if (!(modifiers.again && actions().single)) actions().onPick(picked, modifiers, at);
  },
  onDoublePick: (picked, modifiers) => actions().onDoublePick?.(picked, modifiers),
  onGrab: (picked, at, modifiers) => actions().onGrab?.(picked, at, modifiers) ?? null,
  onArrow: (right, up, fine) => actions().onArrow?.(right, up, fine) ?? false,
  onArrowEnd: () => actions().onArrowEnd?.(),
  cursor: (picked, dragging) => actions().cursor?.(picked, dragging) ?? (picked ? "pointer" : ""),
  onMenu: openMenu,
  onPoint: (picked, at) => actions().onPoint?.(picked, at),
};
