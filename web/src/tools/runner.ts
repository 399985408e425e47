import type { Bufs, StructureHead } from "../core/protocol";
import type { ToolResult } from "./bridge";
import type { ToolEntry } from "./registry";

/** One way to run tools: in this page, or on a server. */
export interface ToolRunner {
  /**
   * Runs one tool. `args` has no document argument; `document` has it, and its
   * arrays are transferred. Rejects with ToolFailure; never resolves after
   * `signal` aborted.
   */
  run(entry: ToolEntry, args: Record<string, unknown>, options: RunOptions): Promise<ToolResult>;
}

export interface RunOptions {
  document?: { key: string; head: StructureHead; bufs: Bufs };
  signal: AbortSignal;
  onProgress(fraction: number | null, message: string): void;
}

/** A failed run; `message` is the line for the form. */
export class ToolFailure extends Error {
  override name = "ToolFailure";
  constructor(
    readonly kind: "tool" | "server" | "invalid" | "cancelled" | "timeout",
    message: string,
  ) {
    super(message);
  }
}

export const cancelled = () => new ToolFailure("cancelled", "Cancelled.");

/** Why an abort happened decides what the form says; AbortController.abort takes one of these. */
export function abortFailure(signal: AbortSignal): ToolFailure {
  return signal.reason instanceof ToolFailure ? signal.reason : cancelled();
}
