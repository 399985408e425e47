/** The longest a run may take, whatever it expects (contract §6). */
export const LONGEST_SECONDS = 1800;

/** max(60 s, 5 × expectedSeconds), and at most 30 minutes (contract §6). */
export function timeoutSeconds(expectedSeconds: number | undefined): number {
  return Math.min(LONGEST_SECONDS, Math.max(60, 5 * (expectedSeconds ?? 0)));
}

/**
 * The time a run has left. It calls `expire` once when the time is over, unless
 * the person asked to keep waiting: each time adds the first allowance again, up
 * to 30 minutes in all.
 */
export class Deadline {
  readonly started = Date.now();
  private readonly allowance: number;
  private seconds: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    expectedSeconds: number | undefined,
    private readonly expire: (seconds: number) => void,
  ) {
    this.allowance = timeoutSeconds(expectedSeconds);
    this.seconds = this.allowance;
    this.arm();
  }

  /** Seconds from the start at which the run ends. */
  get limit(): number {
    return this.seconds;
  }

  /** True while keepWaiting would still give more time. */
  get extendable(): boolean {
    return this.timer !== undefined && this.seconds < LONGEST_SECONDS;
  }

  keepWaiting(): void {
    if (!this.extendable) return;
    this.seconds = Math.min(LONGEST_SECONDS, this.seconds + this.allowance);
    this.arm();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private arm(): void {
    clearTimeout(this.timer);
    const left = this.started + 1000 * this.seconds - Date.now();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.expire(this.seconds);
    }, left);
  }
}
