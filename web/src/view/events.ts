import type { Point2 } from "./camera";
import type { Gesture, Modifiers } from "./controls";

/** What was clicked. */
export type Picked = { kind: "atom"; atom: number } | { kind: "bond"; bond: number; atoms: [number, number] };

/** What the page does with clicks; the view itself changes nothing but the camera. */
export interface ViewEvents {
  /** `at` is in CSS pixels of the canvas. */
  onPick(picked: Picked | null, modifiers: Modifiers, at: Point2): void;
  onDoublePick(picked: Picked, modifiers: Modifiers): void;
  /**
   * A left drag, or that of one finger, begins on `picked`, at `at` in CSS pixels of the canvas:
   * what takes it over, or null for the camera.
   */
  onGrab?(picked: Picked | null, at: Point2, modifiers: Modifiers): Gesture | null;
  /** The pointer, and what lies under it, once per frame; null: it left. */
  onPoint?(picked: Picked | null, at: Point2 | null): void;
  /** An arrow key, as steps to the right and up; true: it was not for the camera. */
  onArrow?(right: number, up: number, shift: boolean): boolean;
  onArrowEnd?(): void;
  /** What the pointer looks like over something, or while it drags; a CSS cursor, "" for the arrow. */
  cursor?(picked: Picked | null, dragging: boolean): string;
  /** A right click or a long press; `at` is in CSS pixels of the window. */
  onMenu?(picked: Picked | null, at: Point2): void;
}
