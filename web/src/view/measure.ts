import { shortestImage } from "./periodic";
import { atomCount, type Drawn } from "./structure";
import { add, axisAngle, cross, dot, length, normalize, rotate, scale, sub, type Vec3 } from "./vec";

/** What is measured, and how it is drawn; places in Å. */
export interface Measured {
  /** Å of two atoms; degrees of three, 0 to 180, and of four, −180 to 180, IUPAC's sign. */
  value: number;
  unit: "Å" | "°";
  /** From atom to atom, the later ones at the images that were measured to. */
  path: Vec3[];
  /** Of an angle; empty without. */
  arc: Vec3[];
  labelAt: Vec3;
}

/** Å from the corner of an angle to its arc, at most. */
const ARC = 0.7;
const ARC_POINTS = 12;

/**
 * The distance, angle or dihedral of 2, 3 or 4 atoms, each to the nearest image of the one
 * before it where `minimumImage` is on and there is a cell. Null for atoms that are not
 * there and for what has no value: an angle at a place that two atoms share.
 */
export function measure(atoms: readonly number[], drawn: Drawn, minimumImage: boolean): Measured | null {
  const { positions, cell } = drawn;
  if (atoms.length < 2 || atoms.length > 4 || !atoms.every((atom) => atom >= 0 && atom < atomCount(drawn))) return null;
  const place = (i: number): Vec3 => [
    positions[3 * i] as number,
    positions[3 * i + 1] as number,
    positions[3 * i + 2] as number,
  ];
  const path: Vec3[] = [];
  for (const atom of atoms) {
    const last = path.at(-1);
    const at = place(atom);
    path.push(last && minimumImage && cell ? add(last, shortestImage(cell, sub(at, last))) : at);
  }
  const [a, b, c, d] = path as [Vec3, Vec3, Vec3, Vec3];
  if (atoms.length === 2) return { value: length(sub(b, a)), unit: "Å", path, arc: [], labelAt: between(a, b) };
  if (atoms.length === 3) return angle(a, b, c, path);
  return dihedral(a, b, c, d, path);
}

function angle(a: Vec3, b: Vec3, c: Vec3, path: Vec3[]): Measured | null {
  const [u, v] = [sub(a, b), sub(c, b)];
  const [from, to] = [normalize(u), normalize(v)];
  if (!from || !to) return null;
  const turn = Math.atan2(length(cross(from, to)), dot(from, to));
  const reach = Math.min(ARC, 0.5 * Math.min(length(u), length(v)));
  const arc = arcOf(b, from, to, turn, reach);
  const labelAt = add(b, scale(normalize(add(from, to)) ?? from, 1.6 * reach));
  return { value: degrees(turn), unit: "°", path, arc, labelAt };
}

function dihedral(a: Vec3, b: Vec3, c: Vec3, d: Vec3, path: Vec3[]): Measured | null {
  const axis = normalize(sub(c, b));
  if (!axis) return null;
  const across = (v: Vec3) => sub(v, scale(axis, dot(v, axis)));
  const [u, v] = [across(sub(a, b)), across(sub(d, c))];
  const [from, to] = [normalize(u), normalize(v)];
  if (!from || !to) return null;
  const turn = Math.atan2(dot(axis, cross(from, to)), dot(from, to));
  const middle = between(b, c);
  const reach = Math.min(ARC, Math.max(0.25, 0.5 * Math.min(length(u), length(v))));
  const arc = Array.from({ length: ARC_POINTS + 1 }, (_, k) =>
    add(middle, scale(rotate(axisAngle(axis, (turn * k) / ARC_POINTS), from), reach)),
  );
  const labelAt = add(middle, scale(rotate(axisAngle(axis, turn / 2), from), 1.5 * reach));
  return { value: degrees(turn), unit: "°", path, arc: [middle, ...arc, middle], labelAt };
}

function arcOf(corner: Vec3, from: Vec3, to: Vec3, turn: number, reach: number): Vec3[] {
  const axis = normalize(cross(from, to));
  if (!axis) return [];
  return Array.from({ length: ARC_POINTS + 1 }, (_, k) =>
    add(corner, scale(rotate(axisAngle(axis, (turn * k) / ARC_POINTS), from), reach)),
  );
}

/** "1.523 Å", "109.5°", "−60.0°". */
export function measureText({ value, unit }: Pick<Measured, "value" | "unit">): string {
  const text = unit === "Å" ? `${value.toFixed(3)} Å` : `${value.toFixed(1)}°`;
  return text.replace(/^-(?=[0.]*[°])/, "").replace("-", "−");
}

const between = (a: Vec3, b: Vec3): Vec3 => scale(add(a, b), 0.5);
const degrees = (radians: number) => (radians * 180) / Math.PI;
