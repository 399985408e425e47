import {
  add,
  axisAngle,
  cross,
  dot,
  fromBasis,
  length,
  multiply,
  normalize,
  type Quat,
  rotate,
  scale,
  sub,
  type Vec3,
} from "./vec";

/** Where the camera is. Å and radians; plain data, so that it can be kept, compared and eased. */
export interface CameraState {
  /** The point it turns about. */
  target: Vec3;
  /** Takes x, y, z to screen right, screen up and toward the viewer. */
  rotation: Quat;
  /** From the target to the eye. */
  distance: number;
}

/** The canvas, in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Parts of the canvas that other things cover, in CSS pixels. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Ray {
  origin: Vec3;
  /** Unit length. */
  direction: Vec3;
}

export interface Point2 {
  x: number;
  y: number;
}

/** Perspective is mild, so that boxes look like boxes: vertical field of view. */
const FIELD_OF_VIEW = (20 * Math.PI) / 180;
const TAN = Math.tan(FIELD_OF_VIEW / 2);

/** Radians that a drag across the shorter side of the canvas turns. */
const TURN = Math.PI;

/** Å; closer than this there is nothing to see. */
const CLOSEST = 1.5;
const FARTHEST = 1e6;

/** Parallel rays begin so far before the eye, Å: what lies there is seen as well. */
const ASIDE = 1e5;

/** Seen from the front right and a little above, y up. */
const START: Quat = multiply(axisAngle([0, 1, 0], -0.62), axisAngle([1, 0, 0], -0.34));

export type Axis = "x" | "y" | "z" | "a" | "b" | "c";
export type Direction = Axis | `-${Axis}`;

/**
 * A camera, of perspective or of parallel rays, that orbits a target. It only computes: pixels in, pixels
 * out. Turning is about the screen's own axes, so a drag does the same wherever
 * it starts and never rolls the picture by itself.
 */
export class Camera {
  state: CameraState = { target: [0, 0, 0], rotation: START, distance: 30 };
  size: Size = { width: 1, height: 1 };
  insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  /** Parallel rays: everything has the size that perspective gives it at the target's depth. */
  parallel = false;

  get right(): Vec3 {
    return rotate(this.state.rotation, [1, 0, 0]);
  }
  get up(): Vec3 {
    return rotate(this.state.rotation, [0, 1, 0]);
  }
  /** Unit vector from the target to the eye. */
  get back(): Vec3 {
    return rotate(this.state.rotation, [0, 0, 1]);
  }
  get position(): Vec3 {
    return add(this.state.target, scale(this.back, this.state.distance));
  }

  /** Å per CSS pixel at a depth of 1 Å. */
  get slope(): number {
    return (2 * TAN) / Math.max(1, this.size.height);
  }

  /** Å per CSS pixel at a depth. */
  perPixel(depth: number): number {
    return this.slope * (this.parallel ? this.state.distance : depth);
  }

  /** The slack of a pick, as an angle, that is so many CSS pixels wide; see Picker. */
  slack(pixels: number): number {
    return pixels * (this.parallel ? (this.slope * this.state.distance) / (this.state.distance + ASIDE) : this.slope);
  }

  /** Turns by a drag of so many CSS pixels. */
  orbit(dx: number, dy: number): void {
    const axis = normalize([-dy, -dx, 0]);
    if (!axis) return;
    const pixels = Math.max(1, Math.min(this.size.width, this.size.height));
    const angle = (Math.sqrt(dx * dx + dy * dy) / pixels) * TURN;
    this.state = { ...this.state, rotation: multiply(this.state.rotation, axisAngle(axis, angle)) };
  }

  /** Moves the picture by so many CSS pixels, exact at the target's depth. */
  pan(dx: number, dy: number): void {
    const perPixel = this.slope * this.state.distance;
    const shift = add(scale(this.right, -dx * perPixel), scale(this.up, dy * perPixel));
    this.state = { ...this.state, target: add(this.state.target, shift) };
  }

  /** Multiplies the distance; what lies under `at` at the target's depth stays there. */
  zoom(factor: number, at?: Point2): void {
    const { distance } = this.state;
    const next = Math.min(FARTHEST, Math.max(CLOSEST, distance * factor));
    if (at) {
      const center = this.center;
      const shift = (distance - next) * this.slope;
      const move = add(scale(this.right, (at.x - center.x) * shift), scale(this.up, (center.y - at.y) * shift));
      this.state = { ...this.state, target: add(this.state.target, move) };
    }
    this.state = { ...this.state, distance: next };
  }

  /** The state that shows all points (x y z per point, each with the given radius) between the insets. */
  fitted(points: ArrayLike<number>, radius: number, rotation: Quat = this.state.rotation): CameraState {
    if (points.length < 3) return { target: [0, 0, 0], rotation, distance: 30 };
    const { width, height } = this.size;
    const { top, right, bottom, left } = this.insets;
    const tanX = (TAN * Math.max(40, width - left - right)) / Math.max(1, height);
    const tanY = (TAN * Math.max(40, height - top - bottom)) / Math.max(1, height);
    const seen = alongAxes(points, rotation);
    // Start in the middle of the box around the points as seen from this side; then
    // move so that what perspective makes larger does not push the rest aside.
    let [x, y, z] = [0, 1, 2].map((k) => middle(seen, k)) as [number, number, number];
    let distance = CLOSEST;
    for (let round = 0; round < 4; round++) {
      distance = CLOSEST;
      for (let i = 0; i + 2 < seen.length; i += 3) {
        const aside = (Math.abs((seen[i] as number) - x) + radius) / tanX;
        const above = (Math.abs((seen[i + 1] as number) - y) + radius) / tanY;
        const before = this.parallel ? 0 : (seen[i + 2] as number) - z;
        distance = Math.max(distance, before + Math.max(aside, above));
      }
      if (this.parallel) break;
      const [dx, dy] = imageMiddle(seen, x, y, z, distance);
      x += dx;
      y += dy;
    }
    const target = rotate(rotation, [x, y, z]);
    return { target, rotation, distance: Math.min(FARTHEST, distance) };
  }

  /** The rotation for a fresh document. */
  static get startRotation(): Quat {
    return START;
  }

  /** The rotation that looks along an axis: `x` points at the viewer, `-x` away. */
  static rotationAlong(direction: Direction, vectors: readonly [Vec3, Vec3, Vec3] | null): Quat | null {
    const away = direction.startsWith("-");
    const axes: Record<Axis, { to: Vec3; up: Vec3 }> = {
      x: { to: [1, 0, 0], up: [0, 0, 1] },
      y: { to: [0, 1, 0], up: [0, 0, 1] },
      z: { to: [0, 0, 1], up: [0, 1, 0] },
      a: { to: vectors?.[0] ?? [0, 0, 0], up: vectors?.[2] ?? [0, 0, 0] },
      b: { to: vectors?.[1] ?? [0, 0, 0], up: vectors?.[2] ?? [0, 0, 0] },
      c: { to: vectors?.[2] ?? [0, 0, 0], up: vectors?.[1] ?? [0, 0, 0] },
    };
    const axis = axes[direction.replace("-", "") as Axis];
    const back = normalize(scale(axis.to, away ? -1 : 1));
    const right = back && normalize(cross(axis.up, back));
    return back && right ? fromBasis(right, cross(back, right), back) : null;
  }

  /** Where the target is drawn, CSS pixels of the canvas. */
  get center(): Point2 {
    const { width, height } = this.size;
    const { top, right, bottom, left } = this.insets;
    return { x: (width + left - right) / 2, y: (height + top - bottom) / 2 };
  }

  /** Canvas pixels of a point; null behind the eye. `depth` is the distance along the view direction. */
  project(p: Vec3): (Point2 & { depth: number }) | null {
    const d = sub(p, this.position);
    const depth = -dot(d, this.back);
    if (depth <= 0 && !this.parallel) return null;
    const { x, y } = this.center;
    const perPixel = this.perPixel(depth);
    return { x: x + dot(d, this.right) / perPixel, y: y - dot(d, this.up) / perPixel, depth };
  }

  /** The ray through a point of the canvas. */
  ray({ x, y }: Point2): Ray {
    const center = this.center;
    if (this.parallel) {
      const perPixel = this.perPixel(0);
      const aside = add(scale(this.right, (x - center.x) * perPixel), scale(this.up, (center.y - y) * perPixel));
      return { origin: add(add(this.position, scale(this.back, ASIDE)), aside), direction: scale(this.back, -1) };
    }
    const toward = add(
      add(scale(this.right, (x - center.x) * this.slope), scale(this.up, (center.y - y) * this.slope)),
      scale(this.back, -1),
    );
    return { origin: this.position, direction: scale(toward, 1 / length(toward)) };
  }

  /** What lies under a pixel: on the plane across the view direction through a point, else through the target. */
  pointAt({ x, y }: Point2, through: Vec3 = this.state.target): Vec3 {
    const depth = dot(sub(this.position, through), this.back);
    const center = this.center;
    const perPixel = this.perPixel(depth);
    const aside = add(scale(this.right, (x - center.x) * perPixel), scale(this.up, (center.y - y) * perPixel));
    return add(sub(this.position, scale(this.back, depth)), aside);
  }

  /** World to eye, column-major, for coordinates relative to `origin`. */
  viewMatrix(origin: Vec3): number[] {
    const [r, u, b] = [this.right, this.up, this.back];
    const eye = sub(this.position, origin);
    return [r[0], u[0], b[0], 0, r[1], u[1], b[1], 0, r[2], u[2], b[2], 0, -dot(r, eye), -dot(u, eye), -dot(b, eye), 1];
  }

  /** Eye to clip space, column-major. */
  projectionMatrix(near: number, far: number): number[] {
    const { width, height } = this.size;
    const center = this.center;
    const shiftX = (2 * center.x) / width - 1;
    const shiftY = 1 - (2 * center.y) / height;
    const y = 1 / (this.parallel ? TAN * this.state.distance : TAN);
    const x = (y * height) / width;
    const range = near - far;
    if (this.parallel) return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, 2 / range, 0, shiftX, shiftY, (near + far) / range, 1];
    return [x, 0, 0, 0, 0, y, 0, 0, -shiftX, -shiftY, (near + far) / range, -1, 0, 0, (2 * near * far) / range, 0];
  }
}

/** The points' coordinates along screen right, screen up and toward the eye. */
function alongAxes(points: ArrayLike<number>, rotation: Quat): Float64Array {
  const axes = [rotate(rotation, [1, 0, 0]), rotate(rotation, [0, 1, 0]), rotate(rotation, [0, 0, 1])];
  const out = new Float64Array(points.length);
  for (let i = 0; i + 2 < points.length; i += 3) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    const z = points[i + 2] as number;
    for (let k = 0; k < 3; k++) {
      const [ax, ay, az] = axes[k] as Vec3;
      out[i + k] = ax * x + ay * y + az * z;
    }
  }
  return out;
}

/** Half way between the least and the greatest coordinate k. */
function middle(points: Float64Array, k: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = k; i < points.length; i += 3) {
    low = Math.min(low, points[i] as number);
    high = Math.max(high, points[i] as number);
  }
  return (low + high) / 2;
}

/** How far beside the target, at its depth, the middle of the picture lies. */
function imageMiddle(seen: Float64Array, x: number, y: number, z: number, distance: number): [number, number] {
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i + 2 < seen.length; i += 3) {
    const enlarged = distance / Math.max(1e-6, distance - ((seen[i + 2] as number) - z));
    const px = ((seen[i] as number) - x) * enlarged;
    const py = ((seen[i + 1] as number) - y) * enlarged;
    x0 = Math.min(x0, px);
    x1 = Math.max(x1, px);
    y0 = Math.min(y0, py);
    y1 = Math.max(y1, py);
  }
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}
