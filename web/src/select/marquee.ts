import { counted } from "../app/format";
import type { SelectDrag } from "../rail/tools/select";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import { view } from "../state/view";
import type { Point2 } from "../view/camera";
import type { Modifiers } from "../view/controls";

const SVG = "http://www.w3.org/2000/svg";

/** CSS pixels between two points of a lasso. */
const STEP = 3;

/**
 * Atoms that a box or lasso meets, put to those that were selected: Shift adds, Ctrl or ⌘ takes
 * away. `atoms` is how many there are.
 */
export function combined(
  before: readonly number[],
  inside: readonly number[],
  { shift, mod }: Modifiers,
  atoms: number,
): readonly number[] {
  if (!shift && !mod) return inside;
  // A mark per atom: a set of half a million numbers would be felt.
  const met = new Uint8Array(atoms);
  for (const atom of mod ? inside : before) met[atom] = 1;
  if (mod) return before.filter((atom) => !met[atom]);
  const all = before.slice();
  for (const atom of inside) if (!met[atom]) all.push(atom);
  return all;
}

/** The line around what is being selected, over the picture. */
class Outline {
  #layer = document.createElementNS(SVG, "svg");
  #shape = document.createElementNS(SVG, "polygon");

  constructor() {
    this.#layer.setAttribute("class", "marquee");
    this.#layer.setAttribute("data-testid", "marquee");
    this.#layer.setAttribute("aria-hidden", "true");
    this.#layer.append(this.#shape);
    document.querySelector(".view-canvas")?.append(this.#layer);
  }

  show(points: readonly Point2[]): void {
    this.#shape.setAttribute("points", points.map(({ x, y }) => `${x},${y}`).join(" "));
  }

  remove(): void {
    this.#layer.remove();
  }
}

/** A drag of the Select tool that draws a box or a lasso instead of turning the picture. */
export const dragAround: SelectDrag = (_picked, from, pressed) => {
  const { selectMode } = useRail.getState();
  const { state } = useDocument.getState();
  if (selectMode === "click" || !state?.atoms) return null;
  const outline = new Outline();
  const path: Point2[] = [from];
  return {
    move(at) {
      const last = path.at(-1) as Point2;
      if (selectMode === "box") {
        path[1] = at;
        outline.show([from, { x: at.x, y: from.y }, at, { x: from.x, y: at.y }]);
      } else if (Math.abs(at.x - last.x) + Math.abs(at.y - last.y) >= STEP) {
        path.push(at);
        outline.show(path);
      }
    },
    end(at, released) {
      outline.remove();
      if (selectMode === "box") path[1] = at;
      else if (path.length < 3) return;
      const inside = view()?.atomsWithin(path) ?? [];
      const { atoms, select } = useSelection.getState();
      const modifiers = { shift: pressed.shift || released.shift, mod: pressed.mod || released.mod };
      select(combined(atoms, inside, modifiers, state.atoms));
      useNotices.getState().announce(`${counted(useSelection.getState().atoms.length, "atom")} selected`);
    },
    cancel: () => outline.remove(),
  };
};
