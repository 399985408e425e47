/** How much a frame is worth: pixels of the drawing per pixel of the canvas, along one side, and whether sticks are drawn. */
export interface Level {
  scale: number;
  bonds: boolean;
}

/** A frame slower than this makes dragging feel heavy, ms. */
const SMOOTH = 33;

/** A single change (a click, an edit) may take this long to show, ms. */
const PROMPT = 100;

/** A still picture may take this long to become finer than one sample per pixel, ms. */
const PATIENT = 600;

/**
 * Chooses how finely to draw from how long frames took. While things move, the
 * finest level that stays smooth; otherwise every pixel and every stick, and on
 * coarse screens four samples per pixel where that is not too slow.
 */
export class Quality {
  readonly levels: readonly Level[];
  /** The level of one sample per pixel. */
  readonly #full: number;
  /** Measured ms per level; null before the first frame of it. */
  #cost: (number | null)[];

  /** `supersample`: worth drawing with more samples than pixels. */
  constructor(supersample: boolean) {
    this.levels = [
      ...(supersample ? [{ scale: 2, bonds: true }] : []),
      { scale: 1, bonds: true },
      { scale: 0.5, bonds: true },
      { scale: 0.5, bonds: false },
    ];
    this.#full = supersample ? 1 : 0;
    this.#cost = this.levels.map(() => null);
  }

  /** Another scene: `atoms` is all that is known about its cost. */
  forget(atoms: number): void {
    this.#cost = this.levels.map(() => null);
    // A guess that keeps the first picture of a very large structure from being the slowest.
    if (atoms > 100_000) this.#cost[this.#full] = 10 * SMOOTH;
  }

  /** The level while things move. */
  moving(): number {
    for (let k = 0; k < this.levels.length; k++) if (this.expected(k) <= SMOOTH) return k;
    return this.levels.length - 1;
  }

  /** The level for a single change. */
  prompt(): number {
    return this.expected(0) <= PROMPT ? 0 : this.#full;
  }

  /** The level at rest. */
  still(): number {
    return this.expected(0) <= PATIENT ? 0 : this.#full;
  }

  /** A frame of that level took so long. The newest frame counts most: scenes and machines change. */
  measured(level: number, ms: number): void {
    const before = this.#cost[level];
    this.#cost[level] = before == null ? ms : before + 0.6 * (ms - before);
    // What was believed of finer levels must not stay below a coarser one that was just measured.
    for (let k = 0; k < level; k++) {
      const cost = this.#cost[k];
      if (cost != null && cost < ms) this.#cost[k] = ms;
    }
  }

  /**
   * How long a frame of a level will take, ms; 0 when nothing is known. From the
   * nearest measured level: time grows a little more slowly than the number of samples.
   */
  expected(level: number): number {
    const known = this.#cost[level];
    if (known != null) return known;
    const samples = (k: number) => (this.levels[k] as Level).scale ** 2;
    for (let distance = 1; distance < this.levels.length; distance++) {
      for (const other of [level + distance, level - distance]) {
        const cost = this.#cost[other];
        if (cost == null) continue;
        // A coarser level may not be faster at all, but is worth a try.
        return cost * (samples(level) / samples(other)) ** 0.8;
      }
    }
    return 0;
  }
}
