import { useDocument } from "../state/document";
import { useRail } from "../state/rail";
import { type RailTool, useUi } from "../state/ui";
import { view } from "../state/view";
import { symbolOf } from "../ui/elements";
import { showLibrary } from "./library";
import type { Command } from "./types";

/** A tool of the rail: what a click in the view does. */
export interface RailCommand extends Command {
  tool: RailTool;
  /** For the status line: what to do with it now. */
  hint(): string;
}

/** Element and index of an atom, "C #4". */
const named = (atom: number) => `${symbolOf(useDocument.getState().arrays.elements[atom] ?? 0)} #${atom}`;
const rail = () => useRail.getState();
const turned = (letter: string) => letter !== "free";

/** Tools that change nothing. */
const looking: readonly RailTool[] = ["select", "measure"];

const choose = (tool: RailTool, label: string, shortcut: string, hint: () => string): RailCommand => ({
  id: `tool.${tool}`,
  tool,
  label,
  shortcut,
  hint,
  // Editing is paused while the original is shown.
  enabled: () => looking.includes(tool) || useDocument.getState().state?.original !== true,
  run() {
    useUi.getState().set({ tool });
    if (tool === "place" && !rail().stamp && showLibrary.enabled?.()) void showLibrary.run();
    // Chosen by its key with the focus nowhere, or where the last menu left it: the arrow keys are for the tool then.
    if (typeof document === "undefined") return;
    const focus = document.activeElement;
    if (focus === document.body || focus?.closest('[role="menubar"]')) view()?.focus();
  },
});

export const selectTool = choose("select", "Select", "s", () => {
  switch (rail().selectMode) {
    case "box":
      return "drag a box around atoms, Shift adds; the right button moves the picture";
    case "lasso":
      return "draw around atoms, Shift adds; the right button moves the picture";
    default:
      return "click an atom or bond, Shift adds, double-click takes the molecule";
  }
});

export const moveTool = choose("move", "Move", "m", () => {
  const { axis } = rail();
  return `drag an atom or the selection${turned(axis) ? ` along ${axis}` : ""}; arrow keys nudge by 0.1 Å, with Shift by 0.01 Å`;
});

export const rotateTool = choose("rotate", "Rotate", "t", () => {
  const { axis, hinge } = rail();
  if (hinge) return `drag to turn about ${named(hinge.from)}–${named(hinge.to)}; click the bond to turn the other side`;
  const about = turned(axis) ? ` about ${axis}` : "";
  return `drag the selection or a molecule to turn it${about}; click a bond to turn about it`;
});

export const addTool = choose("add", "Add atom", "a", () => {
  const symbol = symbolOf(rail().element);
  return `click to add ${symbol}, on an atom to bond it there; type a symbol for another element`;
});

export const bondTool = choose("bond", "Bond", "b", () => {
  const { pending, order } = rail();
  if (pending !== null) return `from ${named(pending)}: click the second atom; Esc drops it`;
  return order === 0 ? "click a bond to take it away" : "click two atoms or drag from one to the other; click a bond";
});

export const elementTool = choose(
  "element",
  "Element",
  "e",
  () => `click an atom to make it ${symbolOf(rail().element)}; type a symbol for another element`,
);

export const deleteTool = choose(
  "delete",
  "Delete",
  "d",
  () => `click an atom or a bond to delete it${rail().fill ? "; hydrogens fill the gaps" : ""}`,
);

export const placeTool = choose("place", "Place", "p", () => {
  const { stamp, onAtoms, height } = rail();
  if (!stamp) return "choose a molecule in the library";
  const where = { none: "", above: `, on an atom ${height} Å above it`, bond: ", on an atom bonded to it" }[onAtoms];
  return `click to place ${stamp.name}${where}; arrow keys turn it`;
});

export const measureTool = choose("measure", "Measure", "g", () => {
  const { measureSize, measuring } = rail();
  const what = { 2: "a distance", 3: "an angle", 4: "a dihedral" }[measureSize];
  const left = measureSize - measuring.length;
  return measuring.length === 0
    ? `click ${measureSize} atoms for ${what}; click a bond for its length`
    : `${left} more ${left === 1 ? "atom" : "atoms"} for ${what}; Esc drops them`;
});

/** In the order of the rail; a line stands between the groups. */
export const railGroups: readonly (readonly RailCommand[])[] = [
  [selectTool, moveTool, rotateTool],
  [addTool, bondTool, elementTool, deleteTool],
  [placeTool, measureTool],
];

export const railTools: readonly RailCommand[] = railGroups.flat();
