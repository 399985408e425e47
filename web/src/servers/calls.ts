import { create } from "zustand";
import { BridgeError } from "../tools/bridgeClient";
import { ToolFailure } from "../tools/runner";

/** How one call of a tool went. */
export interface CallRecord {
  tool: string;
  /** Milliseconds since 1970. */
  at: number;
  ms: number;
  end: "done" | "refused" | "failed" | "cancelled";
}

/** The last calls of each server's tools, oldest first. */
export const useCalls = create<{ calls: Record<string, CallRecord[]> }>()(() => ({ calls: {} }));

/** Calls that are kept of one server. */
const MOST_CALLS = 50;

/** Times a call and keeps how it went; a result with `isError` is a refusal. */
export async function recorded<T>(id: string, tool: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  const at = Date.now();
  const start = performance.now();
  const keep = (end: CallRecord["end"]) => {
    const record = { tool, at, ms: performance.now() - start, end };
    useCalls.setState(({ calls }) => ({
      calls: { ...calls, [id]: [...(calls[id] ?? []), record].slice(-MOST_CALLS) },
    }));
  };
  try {
    const answer = await call();
    const { isError } = ((answer as { result?: unknown }).result ?? {}) as { isError?: unknown };
    keep(isError === true ? "refused" : "done");
    return answer;
  } catch (error) {
    const refused =
      (error instanceof BridgeError && error.failure.kind === "tool") ||
      (error instanceof ToolFailure && error.kind === "tool");
    keep(signal.aborted ? "cancelled" : refused ? "refused" : "failed");
    throw error;
  }
}
