import { ballRadii, LARGEST_BALL } from "./elements";

/** How atoms and bonds are drawn. */
export type Style = "ballStick" | "licorice" | "space" | "line";

/** Radius of a stick and how far beside the axis of its bond it lies, Å; see `style` in bondRows.ts. */
export type Stick = readonly [radius: number, beside: number];

export interface StyleLook {
  /** Å by atomic number, of balls with bonds and of those without. */
  balls: Float32Array;
  lone: Float32Array;
  /** The least radius of a marked ball, and of one that is picked, Å. */
  least: number;
  /** No ball is larger, Å. */
  largest: number;
  /** By kind: single, left, right, inner, middle, far left, far right. Null: no bonds. */
  sticks: readonly Stick[] | null;
  /** So much of a bond at each end is picked as the atom there, where the balls do not stand out. */
  ends: number;
  /** Half of the width of every stick in CSS pixels, in place of its radius. */
  pixels: number;
}

/**
 * Van der Waals radii of elements 1–118, Å: Blue Obelisk Data Repository, as in
 * chem/elem (RDKit, commit 24e5443, BSD-3-Clause).
 */
const vdwRadii = `
    1.2 1.4
    2.2 1.9 1.8 1.7 1.6 1.55 1.5 1.54
    2.4 2.2 2.1 2.1 1.95 1.8 1.8 1.88
    2.8 2.4 2.3 2.15 2.05 2.05 2.05 2.05 2 2 2 2.1 2.1 2.1 2.05 1.9 1.9 2.02
    2.9 2.55 2.4 2.3 2.15 2.1 2.05 2.05 2 2.05 2.1 2.2 2.2 2.25 2.2 2.1 2.1 2.16
    3 2.7 2.5 2.48 2.47 2.45 2.43 2.42 2.4 2.38 2.37 2.35 2.33 2.32 2.3 2.28 2.27 2.25 2.2 2.1 2.05 2 2 2.05
  2.1 2.05 2.2 2.3 2.3 2 2 2
    2 2 2 2.4 2 2.3 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
`;

const byElement = (radius: (z: number) => number) => Float32Array.from({ length: 119 }, (_, z) => radius(z));
const vdw = vdwRadii.trim().split(/\s+/).map(Number);

const spheres = byElement((z) => vdw[z - 1] ?? 2);
const rods = byElement(() => 0.21);
const dots = byElement((z) => (z === 1 ? 0.12 : 0.16));

export const looks: Record<Style, StyleLook> = {
  ballStick: {
    balls: ballRadii,
    lone: ballRadii,
    least: 0,
    largest: LARGEST_BALL,
    sticks: [
      [0.085, 0],
      [0.06, 0.115],
      [0.06, -0.115],
      [0.04, 0.19],
      [0.045, 0],
      [0.045, 0.15],
      [0.045, -0.15],
    ],
    ends: 0,
    pixels: 0,
  },
  // The lines of a multiple bond end inside of the balls.
  licorice: {
    balls: rods,
    lone: ballRadii,
    least: 0,
    largest: LARGEST_BALL,
    sticks: [
      [0.21, 0],
      [0.085, 0.12],
      [0.085, -0.12],
      [0.05, 0.28],
      [0.06, 0],
      [0.06, 0.145],
      [0.06, -0.145],
    ],
    ends: 0.3,
    pixels: 0,
  },
  space: { balls: spheres, lone: spheres, least: 0, largest: Math.max(...spheres), sticks: null, ends: 0, pixels: 0 },
  line: {
    balls: byElement(() => 0),
    lone: dots,
    least: 0.14,
    largest: 0.2,
    sticks: [
      [0.02, 0],
      [0.02, 0.07],
      [0.02, -0.07],
      [0.02, 0.13],
      [0.02, 0],
      [0.02, 0.11],
      [0.02, -0.11],
    ],
    ends: 0.3,
    pixels: 1,
  },
};

export const lookFor = (style: Style | undefined): StyleLook => looks[style ?? "ballStick"];

/** How far from its axis a bond of an order is drawn, Å: to the outside of its lines. */
export function bondReach(order: number, style?: Style): number {
  const { sticks } = lookFor(style);
  if (!sticks) return 0;
  const kind = { 2: 1, 3: 5, 4: 0 }[order] ?? 0;
  const [radius, beside] = sticks[kind] as Stick;
  return radius + beside;
}
