import type { Point2 } from "../view/camera";
import type { Gesture, Modifiers } from "../view/controls";
import type { Picked } from "../view/View";

/** What clicks, drags and keys in the view do while a tool of the rail is chosen. Points are CSS pixels of the canvas. */
export interface ToolActions {
  /** Of a double click only the first one counts: the second would meet what the first has made, or left. */
  single?: boolean;
  onPick(picked: Picked | null, modifiers: Modifiers, at: Point2): void;
  onDoublePick?(picked: Picked, modifiers: Modifiers): void;
  /** A left drag begins: what takes it over; null leaves it to the camera. */
  onGrab?(picked: Picked | null, at: Point2, modifiers: Modifiers): Gesture | null;
  /** The pointer moved without a press; null: it left the view. */
  onPoint?(picked: Picked | null, at: Point2 | null): void;
  /** The pointer over something, or while it drags: a CSS cursor, "" for the arrow. Default: a hand over things. */
  cursor?(picked: Picked | null, dragging: boolean): string;
  /** Arrow keys, as steps to the right and up on the screen; `fine` with Shift. True: taken. */
  onArrow?(right: number, up: number, fine: boolean): boolean;
  /** The arrow keys are released. */
  onArrowEnd?(): void;
  /** Esc: true when there was something to drop. */
  onEscape?(): boolean;
  /** Another tool is chosen, or the document is closed. */
  onLeave?(): void;
}

let drop: () => boolean = () => false;

/** What Esc drops first: what the chosen tool is in the middle of. */
export const escapeTool = (): boolean => drop();

export function provideEscape(next: () => boolean): void {
  drop = next;
}
