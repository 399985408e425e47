import { add, axisAngle, cross, dot, length, multiply, normalize, type Quat, scale, sub, type Vec3 } from "../view/vec";

/** How the person sees: unit vectors to the right, up and toward the eye. */
export interface Screen {
  right: Vec3;
  up: Vec3;
  back: Vec3;
  /** Å per CSS pixel where the drag happens. */
  perPixel: number;
  /** CSS pixels of the shorter side of the view. */
  size: number;
}

/** A turn as one op: about a unit axis, degrees, right-handed. */
export interface Turn {
  axis: Vec3;
  angle: number;
}

/** Moves snap to so many Å, turns to so many degrees, while Ctrl is down. */
export const SNAP = { move: 0.1, turn: 15 };

/** How nearly an axis may point at the viewer before a drag along it uses the height of the drag. */
const END_ON = 0.15;

/** Radians that a drag across the view turns; as the camera does. */
const TURN = Math.PI;

const snapped = (value: number, step: number) => Math.round(value / step) * step;

/**
 * The move of a drag of so many pixels (y down): in the plane of the screen, or as far
 * along a unit axis that what was grabbed stays under the pointer as nearly as it can.
 */
export function moveBy(dx: number, dy: number, axis: Vec3 | null, screen: Screen, snap: boolean): Vec3 {
  const across = add(scale(screen.right, dx * screen.perPixel), scale(screen.up, -dy * screen.perPixel));
  if (!axis) return snap ? (across.map((v) => snapped(v, SNAP.move)) as unknown as Vec3) : across;
  const seen = sub(axis, scale(screen.back, dot(axis, screen.back)));
  const seen2 = dot(seen, seen);
  // An axis that points at the viewer has no direction on the screen: up is away.
  const along =
    seen2 < END_ON * END_ON ? dy * screen.perPixel * (dot(axis, screen.back) > 0 ? 1 : -1) : dot(across, seen) / seen2;
  return scale(axis, snap ? snapped(along, SNAP.move) : along);
}

/** A drag without an axis turns as it does the camera's sphere: the side toward the eye follows the pointer. */
export function turnFreely(before: Quat, dx: number, dy: number, screen: Screen): Quat {
  const axis = normalize(add(scale(screen.right, dy), scale(screen.up, dx)));
  if (!axis) return before;
  return multiply(axisAngle(axis, (Math.sqrt(dx * dx + dy * dy) / screen.size) * TURN), before);
}

/**
 * The angle (degrees) that a step of the pointer from `from` to `to` adds about an axis whose
 * origin is drawn at `center`. An axis toward the viewer is turned as a wheel, one across
 * the screen as a roller.
 */
export function turnAbout(axis: Vec3, center: Point, from: Point, to: Point, screen: Screen): number {
  const facing = dot(axis, screen.back);
  const reach = Math.min(distance(from, center), distance(to, center));
  if (Math.abs(facing) > 0.5 && reach > 8) {
    const polar = (p: Point) => Math.atan2(center.y - p.y, p.x - center.x);
    let turn = polar(to) - polar(from);
    if (turn > Math.PI) turn -= 2 * Math.PI;
    if (turn < -Math.PI) turn += 2 * Math.PI;
    return degrees(facing > 0 ? turn : -turn);
  }
  const way = cross(axis, screen.back);
  const [x, y] = [dot(way, screen.right), -dot(way, screen.up)];
  const n = Math.sqrt(x * x + y * y);
  if (n < 1e-6) return 0;
  return degrees(((((to.x - from.x) * x + (to.y - from.y) * y) / n) * TURN) / screen.size);
}

/** Degrees, to a multiple of SNAP.turn when `snap` is on. */
export const snappedTurn = (angle: number, snap: boolean): number => (snap ? snapped(angle, SNAP.turn) : angle);

/** A rotation as axis and angle, 0 to 180 degrees; null for none. */
export function asTurn([x, y, z, w]: Quat): Turn | null {
  const sign = w < 0 ? -1 : 1;
  const axis = normalize([sign * x, sign * y, sign * z]);
  const angle = degrees(2 * Math.atan2(Math.sqrt(x * x + y * y + z * z), Math.abs(w)));
  return axis && angle > 1e-7 ? { axis, angle } : null;
}

/** x y z of atoms, one after the other. */
export function placesOf(atoms: ArrayLike<number>, positions: ArrayLike<number>): Float64Array {
  const out = new Float64Array(3 * atoms.length);
  for (let k = 0; k < atoms.length; k++) {
    const row = 3 * (atoms[k] as number);
    for (let c = 0; c < 3; c++) out[3 * k + c] = positions[row + c] as number;
  }
  return out;
}

/** Every place moved. */
export function shifted(places: Float64Array, by: Vec3): Float64Array {
  return places.map((value, i) => value + (by[i % 3] as number));
}

/** The mean of places; the origin without any. */
export function centroid(places: Float64Array): Vec3 {
  const n = places.length / 3;
  if (n === 0) return [0, 0, 0];
  const sum = [0, 0, 0];
  for (let i = 0; i < places.length; i++) sum[i % 3] = (sum[i % 3] as number) + (places[i] as number);
  return [(sum[0] as number) / n, (sum[1] as number) / n, (sum[2] as number) / n];
}

export const isZero = (v: Vec3): boolean => length(v) < 1e-9;

interface Point {
  x: number;
  y: number;
}
const distance = (a: Point, b: Point) => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
const degrees = (radians: number) => (radians * 180) / Math.PI;
