import type { Problem } from "./protocol";

/**
 * A call that did not end well. `message` is one line for people. Codes in upper
 * case come from the Go core; three are the client's own: `cancelled`,
 * `core_crashed` (the worker died; nothing was changed) and `core_unavailable`
 * (the core could not be started here).
 */
export class CoreError extends Error {
  override name = "CoreError";

  constructor(
    readonly code: string,
    message: string,
    readonly details: { pointer?: string; problems?: Problem[] } = {},
  ) {
    super(message);
  }

  /** Problems by JSON pointer, for the fields of a form. */
  get problems(): Problem[] {
    return this.details.problems ?? [];
  }
}

export const cancelled = () => new CoreError("cancelled", "Cancelled.");
