import type { Camera, Point2 } from "./camera";

/** Labels at atoms, at most; the rest of MOST_LABELS is for the cell and for measurements. */
export const ATOM_LABELS = 160;

/** Of more atoms than this the frontmost are not looked for: the selected ones have labels. */
const SEARCHED = 20_000;

/**
 * The atoms that get a label and where it stands, CSS pixels of the canvas: the selected ones
 * in a large structure with a selection, else those nearest to the eye that are in the picture.
 */
export function labelled(
  camera: Camera,
  positions: Float64Array,
  selected: readonly number[],
): { atom: number; at: Point2 }[] {
  const n = positions.length / 3;
  const { width, height } = camera.size;
  const seen: { atom: number; at: Point2; depth: number }[] = [];
  const look = (atom: number) => {
    const at = camera.project([
      positions[3 * atom] as number,
      positions[3 * atom + 1] as number,
      positions[3 * atom + 2] as number,
    ]);
    if (at && at.x > 0 && at.x < width && at.y > 0 && at.y < height) seen.push({ atom, at, depth: at.depth });
  };
  if (n > ATOM_LABELS && (selected.length > 0 || n > SEARCHED)) {
    for (const atom of selected.slice(0, SEARCHED)) if (atom < n) look(atom);
  } else for (let atom = 0; atom < n; atom++) look(atom);
  if (seen.length > ATOM_LABELS) seen.sort((a, b) => a.depth - b.depth || a.atom - b.atom);
  return seen.slice(0, ATOM_LABELS);
}
