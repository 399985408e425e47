import { add, axisAngle, type Quat, rotate, scale, sub, type Vec3 } from "./vec";

/** A move and turn of space: every place is turned about the origin, then shifted; Å. */
export interface Rigid {
  turn: Quat;
  shift: Vec3;
}

const still: Quat = [0, 0, 0, 1];

export const shiftBy = (shift: Vec3): Rigid => ({ turn: still, shift });

/** About a unit axis through a point, degrees, right-handed. */
export function turnAround(origin: Vec3, axis: Vec3, angle: number): Rigid {
  const turn = axisAngle(axis, (angle * Math.PI) / 180);
  return { turn, shift: sub(origin, rotate(turn, origin)) };
}

export const moved = ({ turn, shift }: Rigid, place: Vec3): Vec3 => add(rotate(turn, place), shift);

/** Where x, y and z turn to: the columns of the matrix. */
export const columnsOf = ({ turn }: Rigid): [Vec3, Vec3, Vec3] => [
  rotate(turn, [1, 0, 0]),
  rotate(turn, [0, 1, 0]),
  rotate(turn, [0, 0, 1]),
];

/** The same in coordinates that count from an origin. */
export const seenFrom = (origin: Vec3, { turn, shift }: Rigid): Rigid => ({
  turn,
  shift: add(shift, add(rotate(turn, origin), scale(origin, -1))),
});
