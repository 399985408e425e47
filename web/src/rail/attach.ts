import { covalentRadius } from "../view/elements";
import { add, axisAngle, cross, dot, multiply, normalize, type Quat, rotate, scale, sub, type Vec3 } from "../view/vec";

/** Atoms and bonds as the document's arrays have them. */
export interface Atoms {
  positions: ArrayLike<number>;
  elements: ArrayLike<number>;
  bonds: ArrayLike<number>;
}

/** Where a molecule is bonded to: an atom, the direction of the bond, and the hydrogen that goes. */
export interface Site {
  atom: number;
  toward: Vec3;
  /** null: nothing has to go. */
  leaves: number | null;
}

/** How a molecule is bonded: by an atom, whose hydrogen goes. */
export interface Link {
  atom: number;
  leaves: number;
}

/** Turns about the new bond that are tried for room. */
const TURNS = 24;

/** Atoms farther from the new bond than this leave room, Å. */
const NEAR = 9;

const HYDROGEN = 1;

const place = ({ positions }: Pick<Atoms, "positions">, i: number): Vec3 => [
  positions[3 * i] as number,
  positions[3 * i + 1] as number,
  positions[3 * i + 2] as number,
];

export function neighborsOf(atom: number, bonds: ArrayLike<number>): number[] {
  const found: number[] = [];
  for (let k = 0; k + 1 < bonds.length; k += 2) {
    if (bonds[k] === atom) found.push(bonds[k + 1] as number);
    else if (bonds[k + 1] === atom) found.push(bonds[k] as number);
  }
  return found;
}

/** The atoms by which a molecule can be bonded: heavy ones with a hydrogen. */
export function linksOf(molecule: Atoms): Link[] {
  const links: Link[] = [];
  for (let atom = 0; atom < molecule.elements.length; atom++) {
    if (molecule.elements[atom] === HYDROGEN) continue;
    const leaves = neighborsOf(atom, molecule.bonds).find((other) => molecule.elements[other] === HYDROGEN);
    if (leaves !== undefined) links.push({ atom, leaves });
  }
  return links;
}

/**
 * Where a click on an atom bonds a molecule: in place of a hydrogen, which is the one that
 * was clicked or one of the atom's; without hydrogens opposite to its neighbors.
 */
export function siteOf(clicked: number, document: Atoms): Site {
  const neighbors = neighborsOf(clicked, document.bonds);
  const hydrogen = document.elements[clicked] === HYDROGEN && neighbors.length > 0;
  const atom = hydrogen ? (neighbors[0] as number) : clicked;
  const leaves = hydrogen ? clicked : neighbors.find((other) => document.elements[other] === HYDROGEN);
  const at = place(document, atom);
  if (leaves !== undefined) {
    const toward = normalize(sub(place(document, leaves), at));
    if (toward) return { atom, toward, leaves };
  }
  const away = neighbors.reduce<Vec3>((sum, other) => sub(sum, sub(place(document, other), at)), [0, 0, 0]);
  return { atom, toward: normalize(away) ?? [1, 0, 0], leaves: null };
}

/**
 * x y z of a molecule that is bonded to a site: as long a bond as the covalent radii say,
 * in the direction of the hydrogens that go, turned about it to where it has most room.
 */
export function attached(molecule: Atoms, link: Link, site: Site, document: Atoms): Float64Array {
  const d = site.toward;
  const origin = place(molecule, link.atom);
  const leaving = normalize(sub(place(molecule, link.leaves), origin)) ?? [0, 0, 1];
  const length =
    covalentRadius(document.elements[site.atom] as number) + covalentRadius(molecule.elements[link.atom] as number);
  const base = place(document, site.atom);
  const at = add(base, scale(d, length));
  const toSite = between(leaving, scale(d, -1));
  const others = near(document, base, site);
  let best = new Float64Array(0);
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < TURNS; k++) {
    const turn = multiply(axisAngle(d, (2 * Math.PI * k) / TURNS), toSite);
    const out = new Float64Array(3 * molecule.elements.length);
    for (let i = 0; i < molecule.elements.length; i++)
      out.set(add(at, rotate(turn, sub(place(molecule, i), origin))), 3 * i);
    const pressed = crowding(out, link, others);
    // A hair less: of the equal turns of a symmetric molecule the first one is taken.
    if (k === 0 || pressed < least * (1 - 1e-9)) [best, least] = [out, pressed];
  }
  return best;
}

/** The shortest rotation from one unit vector to another. */
function between(from: Vec3, to: Vec3): Quat {
  const cos = dot(from, to);
  const axis = normalize(cross(from, to));
  if (axis) return axisAngle(axis, Math.acos(Math.min(1, Math.max(-1, cos))));
  if (cos > 0) return [0, 0, 0, 1];
  const across = normalize(cross(from, Math.abs(from[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0])) ?? [0, 0, 1];
  return axisAngle(across, Math.PI);
}

/** The document's atoms around a site that a molecule may run into. */
function near(document: Atoms, base: Vec3, site: Site): Vec3[] {
  const found: Vec3[] = [];
  for (let i = 0; i < document.elements.length; i++) {
    if (i === site.atom || i === site.leaves) continue;
    const p = place(document, i);
    const d = sub(p, base);
    if (dot(d, d) < NEAR * NEAR) found.push(p);
  }
  return found;
}

/** How much the molecule, without what leaves, presses on the atoms around it: as 1/r⁶. */
function crowding(positions: Float64Array, link: Link, others: readonly Vec3[]): number {
  let sum = 0;
  for (let i = 0; 3 * i < positions.length; i++) {
    if (i === link.leaves) continue;
    const p = place({ positions }, i);
    for (const other of others) {
      const d = sub(p, other);
      sum += 1 / Math.max(dot(d, d), 0.01) ** 3;
    }
  }
  return sum;
}
