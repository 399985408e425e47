import { corners } from "./periodic";
import { type Box, bounds, type Drawn } from "./structure";
import { lookFor } from "./styles";
import { length, sub, type Vec3 } from "./vec";

/** Atoms up to this many are fitted one by one; above it, their box is. */
const FIT_ATOMS = 100_000;

/** A sphere around everything that is drawn, Å. */
export interface Content {
  center: Vec3;
  radius: number;
}

/** `box`: that around the atoms. */
export function contentOf(drawn: Drawn, box: Box | null = bounds(drawn)): Content {
  const points = outline(drawn, box);
  if (points.length === 0) return { center: [0, 0, 0], radius: 1 };
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const p of points) {
    for (const k of [0, 1, 2] as const) {
      low[k] = Math.min(low[k], p[k]);
      high[k] = Math.max(high[k], p[k]);
    }
  }
  const center: Vec3 = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  return { center, radius: Math.max(...points.map((p) => length(sub(p, center)))) + lookFor(drawn.style).largest };
}

/** x y z of the points that stand for everything when the camera is fitted. */
export function pointsToFit(drawn: Drawn): Float64Array {
  const { positions, elements, cell } = drawn;
  if (elements.length > FIT_ATOMS) return Float64Array.from(outline(drawn, bounds(drawn)).flat());
  const points = new Float64Array(positions.length + (cell ? 24 : 0));
  points.set(positions);
  if (cell) points.set(corners(cell).flat(), positions.length);
  return points;
}

/** The corners of the cell and of the box around the atoms. */
function outline(drawn: Drawn, box: Box | null): Vec3[] {
  const cell = drawn.cell ? corners(drawn.cell) : [];
  if (!box) return cell;
  const { low, high } = box;
  const boxed = Array.from(
    { length: 8 },
    (_, k): Vec3 => [k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]],
  );
  return [...cell, ...boxed];
}
