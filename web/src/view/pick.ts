import type { Ray } from "./camera";
import { Grid } from "./grid";
import { type Hit, Probe } from "./probe";
import type { Drawn } from "./structure";

/**
 * How far beside a thing one may point: an angle, as Å per Å of distance. What is
 * hit exactly wins over what is near.
 */
export interface PickOptions {
  slack?: number;
  /** The same of bonds, where they are thin; never more than a third of an Å. Default: as of atoms. */
  bondSlack?: number;
}

/** Atoms above this are picked by a grid, which `prepare` has to build first. */
export const GRID_FROM = 50_000;

/**
 * Finds the ball or stick under a ray, on the CPU, from the same numbers that the
 * shaders draw. It does not change while it lives: make another for another structure.
 */
export class Picker {
  readonly #drawn: Drawn;
  #grid: Grid | null = null;

  constructor(drawn: Drawn) {
    this.#drawn = drawn;
  }

  /** Whether a pick is fast enough for every move of the pointer. */
  get ready(): boolean {
    return this.#grid !== null || this.#drawn.elements.length <= GRID_FROM;
  }

  /** Builds the grid of a large structure; the work of some ten milliseconds. */
  prepare(): void {
    this.#grid ??= new Grid(this.#drawn);
  }

  pick(ray: Ray, { slack = 0, bondSlack = slack }: PickOptions = {}): Hit | null {
    const probe = new Probe(this.#drawn, ray, slack, Math.max(slack, bondSlack));
    if (this.#grid) {
      this.#grid.along(ray, slack, probe);
    } else {
      const { elements, bonds } = this.#drawn;
      for (let i = 0; i < elements.length; i++) probe.atom(i);
      for (let k = 0; k < bonds.length / 2; k++) probe.bond(k);
    }
    return probe.result();
  }
}
