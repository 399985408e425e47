import { useDocument } from "../state/document";
import { type ViewAxis, view } from "../state/view";
import type { Command } from "./types";

export const resetView: Command = {
  id: "view.reset",
  label: "Reset view",
  shortcut: "r",
  enabled: () => useDocument.getState().state !== null,
  run: () => view()?.resetCamera(),
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
