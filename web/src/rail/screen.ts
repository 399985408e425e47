import { useDocument } from "../state/document";
import { type AxisLock, useRail } from "../state/rail";
import { useView, view } from "../state/view";
import { cellOf } from "../view/periodic";
import { dot, normalize, rotate, sub, type Vec3 } from "../view/vec";
import type { Screen } from "./motion";

/** The screen as drags see it, at the depth of a place; null without a view. */
export function screenAt(place: Vec3): Screen | null {
  const handle = view();
  if (!handle) return null;
  const { rotation } = handle.camera();
  const back = rotate(rotation, [0, 0, 1]);
  const [a, b] = [handle.pointAt({ x: 0, y: 0 }, place), handle.pointAt({ x: 1, y: 0 }, place)];
  const perPixel = Math.sqrt(dot(sub(b, a), sub(b, a)));
  return { right: rotate(rotation, [1, 0, 0]), up: rotate(rotation, [0, 1, 0]), back, perPixel, size: handle.size() };
}

const cartesian: Partial<Record<AxisLock, Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** The unit vector of an axis; null for none, and for a vector of the cell without a cell. */
export function axisVector(axis: AxisLock): Vec3 | null {
  const fixed = cartesian[axis];
  if (fixed || axis === "free") return fixed ?? null;
  const cell = cellOf(useDocument.getState().state?.cell ?? null);
  const vector = cell?.vectors["abc".indexOf(axis)];
  return (vector && normalize(vector)) ?? null;
}

/** The axis the tools are bound to now. */
export const lockedAxis = (): Vec3 | null => axisVector(useRail.getState().axis);

/** A line along the axis through a place, as long as the picture is wide; none without an axis. */
export function showAxis(through: Vec3, axis: Vec3 | null, text: string, at?: { x: number; y: number }): void {
  const lines = [];
  const screen = screenAt(through);
  if (axis && screen) {
    const reach = 0.35 * screen.size * screen.perPixel;
    const end = (sign: number): Vec3 => [
      through[0] + sign * reach * axis[0],
      through[1] + sign * reach * axis[1],
      through[2] + sign * reach * axis[2],
    ];
    lines.push({ through: [end(-1), end(1)], look: "axis" as const });
  }
  if (at) lines.push({ through: [], to: at, look: "band" as const, text });
  useView.getState().setLines(lines);
}
