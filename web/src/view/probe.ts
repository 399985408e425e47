import type { Ray } from "./camera";
import { crosses, nearestImage } from "./periodic";
import type { Drawn } from "./structure";
import { bondReach, lookFor, type Style, type StyleLook } from "./styles";
import type { Vec3 } from "./vec";

/** What a ray met first. `depth` is the distance along the ray, Å. */
export type Hit = { kind: "atom"; atom: number; depth: number } | { kind: "bond"; bond: number; depth: number };

/** Å; a bond is not hit farther beside it than this, however small it is drawn, unless an atom were. */
const BESIDE_BOND = 0.33;

/** Tests balls and sticks against one ray and remembers the best. */
export class Probe {
  readonly #drawn: Drawn;
  readonly #look: StyleLook;
  readonly #slack: number;
  readonly #bondSlack: number;
  readonly #origin: Vec3;
  readonly #direction: Vec3;
  #hit: Hit | null = null;
  /** Depth of the first thing hit exactly. */
  depth = Infinity;
  #near: Hit | null = null;
  #miss = Infinity;

  constructor(drawn: Drawn, ray: Ray, slack: number, bondSlack = slack) {
    this.#drawn = drawn;
    this.#look = lookFor(drawn.style);
    this.#slack = slack;
    this.#bondSlack = bondSlack;
    this.#origin = ray.origin;
    this.#direction = ray.direction;
  }

  result(): Hit | null {
    return this.#hit ?? this.#near;
  }

  atom(i: number): void {
    const { positions, elements } = this.#drawn;
    const [ox, oy, oz] = this.#origin;
    const [dx, dy, dz] = this.#direction;
    const x = (positions[3 * i] as number) - ox;
    const y = (positions[3 * i + 1] as number) - oy;
    const z = (positions[3 * i + 2] as number) - oz;
    const along = x * dx + y * dy + z * dz;
    if (along <= 0) return;
    const radius = Math.max(this.#look.balls[elements[i] as number] as number, this.#look.least);
    // From the closest point of the ray, as in the shader.
    const bx = x - along * dx;
    const by = y - along * dy;
    const bz = z - along * dz;
    const beside2 = bx * bx + by * by + bz * bz;
    const reach = radius + this.#slack * along;
    if (beside2 > reach * reach) return;
    const inside = radius * radius - beside2;
    if (inside >= 0) {
      const depth = along - Math.sqrt(inside);
      // An eye inside of a ball does not see it.
      if (depth <= 0 || depth >= this.depth) return;
      this.depth = depth;
      this.#hit = { kind: "atom", atom: i, depth };
    } else this.#close((Math.sqrt(beside2) - radius) / along, this.#slack, { kind: "atom", atom: i, depth: along });
  }

  bond(k: number): void {
    const { positions, bonds, elements, bondOrders, cell } = this.#drawn;
    const i = bonds[2 * k] as number;
    const j = bonds[2 * k + 1] as number;
    if (i >= elements.length || j >= elements.length) return;
    const px = positions[3 * i] as number;
    const py = positions[3 * i + 1] as number;
    const pz = positions[3 * i + 2] as number;
    const dx = (positions[3 * j] as number) - px;
    const dy = (positions[3 * j + 1] as number) - py;
    const dz = (positions[3 * j + 2] as number) - pz;
    if (!this.#look.sticks) return;
    const radius = bondReach(bondOrders[k] ?? 1, this.#drawn.style);
    if (!cell || !crosses(cell, dx, dy, dz)) {
      this.#segment(k, px, py, pz, dx, dy, dz, radius, i, j);
      return;
    }
    const [ix, iy, iz] = nearestImage(cell, [dx, dy, dz]);
    this.#segment(k, px, py, pz, ix / 2, iy / 2, iz / 2, radius, i, -1);
    this.#segment(k, px + dx, py + dy, pz + dz, -ix / 2, -iy / 2, -iz / 2, radius, j, -1);
  }

  /** The stick from p along d; from atom i to j, or half of the way when j is −1. */
  #segment(
    k: number,
    px: number,
    py: number,
    pz: number,
    dx: number,
    dy: number,
    dz: number,
    radius: number,
    i: number,
    j: number,
  ): void {
    const [rx, ry, rz] = this.#direction;
    const wx = px - this.#origin[0];
    const wy = py - this.#origin[1];
    const wz = pz - this.#origin[2];
    const dd = dx * dx + dy * dy + dz * dz;
    const dr = dx * rx + dy * ry + dz * rz;
    const wr = wx * rx + wy * ry + wz * rz;
    // A stick far beside the ray is the common case: its first end is off by more than it is long.
    const off2 = wx * wx + wy * wy + wz * wz - wr * wr;
    const reach = radius + this.#besideBond(wr + Math.sqrt(dd));
    const far = Math.sqrt(dd) + reach;
    if (off2 > far * far) return;
    // Closest points of the stick's axis p + s d and the ray.
    const wd = wx * dx + wy * dy + wz * dz;
    const across = dd - dr * dr;
    const s0 = across > 1e-9 * dd ? (wr * dr - wd) / across : 0;
    const axis2 = this.#beside2(wx, wy, wz, dx, dy, dz, s0, wr + s0 * dr);
    if (axis2 < radius * radius && across > 1e-9 * dd) {
      // Where the ray enters the cylinder; its ends lie in balls and are open, as they are drawn.
      const half = Math.sqrt(((radius * radius - axis2) * dd) / across);
      const depth = wr + s0 * dr - half;
      const s = s0 - (half * dr) / dd;
      if (depth > 0 && s >= 0 && s <= 1) {
        if (depth < this.depth) {
          this.depth = depth;
          this.#hit = this.#part(k, s, depth, i, j);
        }
        return;
      }
    }
    const s = Math.min(1, Math.max(0, s0));
    const along = wr + s * dr;
    if (along <= 0) return;
    const beside = Math.sqrt(this.#beside2(wx, wy, wz, dx, dy, dz, s, along));
    this.#close((beside - radius) / along, this.#besideBond(along) / along, this.#part(k, s, along, i, j));
  }

  /** A bond, or near its ends the atoms, in styles whose balls do not stand out. */
  #part(k: number, s: number, depth: number, i: number, j: number): Hit {
    const ends = j < 0 ? 2 * this.#look.ends : this.#look.ends;
    if (s < ends) return { kind: "atom", atom: i, depth };
    if (j >= 0 && 1 - s < ends) return { kind: "atom", atom: j, depth };
    return { kind: "bond", bond: k, depth };
  }

  /** How far beside a bond still counts, Å. */
  #besideBond(along: number): number {
    return Math.max(this.#slack * along, Math.min(this.#bondSlack * along, BESIDE_BOND));
  }

  /** Squared distance of w + s d from the point `along` the ray. */
  #beside2(wx: number, wy: number, wz: number, dx: number, dy: number, dz: number, s: number, along: number): number {
    const x = wx + s * dx - along * this.#direction[0];
    const y = wy + s * dy - along * this.#direction[1];
    const z = wz + s * dz - along * this.#direction[2];
    return x * x + y * y + z * z;
  }

  /** Something just beside the ray, by an angle. */
  #close(miss: number, slack: number, hit: Hit): void {
    if (miss > slack || miss >= this.#miss) return;
    this.#miss = miss;
    this.#near = hit;
  }
}

/** A bond is in the grid by its middle: so far may it be from there to a hit, Å. */
export const LONGEST_IN_GRID = 3;

/** No ball or stick in the grid reaches farther from its place, Å. */
export const gridReach = (style?: Style): number =>
  Math.max(lookFor(style).largest, LONGEST_IN_GRID / 2 + bondReach(3, style));
