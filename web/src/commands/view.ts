import { useDocument } from "../state/document";
import { type Notice, useNotices } from "../state/notices";
import { type ViewAxis, view } from "../state/view";
import type { Command } from "./types";

/** What a notice offers about atoms beside the picture. */
export const showEverything: NonNullable<Notice["action"]> = {
  label: "Show everything",
  run: () => view()?.showAll(),
};

/** The camera that a document begins with, which shows everything. */
export function resetCamera(): void {
  view()?.resetCamera();
  useNotices.getState().withdraw(showEverything);
}

export const resetView: Command = {
  id: "view.reset",
  label: "Reset view",
  shortcut: "r",
  enabled: () => useDocument.getState().state !== null,
  run: resetCamera,
};

/** Turns the camera so that it looks along an axis. */
export function lookAlong(axis: ViewAxis): Command {
  const lattice = /[abc]$/.test(axis);
  return {
    id: `view.along.${axis}`,
    label: `Along ${axis.replace("-", "−")}`,
    enabled: () => {
      const { state } = useDocument.getState();
      return state !== null && (!lattice || state.cell !== null);
    },
    run: () => view()?.lookAlong(axis),
  };
}

export const axes = ["x", "y", "z"] as const;
export const cellAxes = ["a", "b", "c"] as const;

/** Every direction to look along, in the groups of the menu. */
export const directions: readonly (readonly ViewAxis[])[] = [
  axes,
  axes.map((axis) => `-${axis}` as const),
  cellAxes,
  cellAxes.map((axis) => `-${axis}` as const),
];
