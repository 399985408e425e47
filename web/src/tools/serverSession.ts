import type { Bufs, StructureHead } from "../core/protocol";
import type { BridgeFailure, Connected, Kept, ToolAnswer, ToolCall } from "./bridge";
import { limits, plainLine } from "./text";

export type OnProgress = (fraction: number | null, message: string) => void;

/** The connection to one server, whoever holds it. Everything rejects with SessionError. */
export interface ServerSession {
  connect(signal: AbortSignal): Promise<Connected>;
  call(call: ToolCall, signal: AbortSignal, onProgress: OnProgress): Promise<ToolAnswer>;
  /** The CallToolResult as the server sent it. */
  plain(tool: string, args: Record<string, unknown>, signal: AbortSignal, onProgress: OnProgress): Promise<unknown>;
  kept(): Promise<Kept>;
  /** Never rejects. */
  close(): Promise<void>;
}

/** A refusal with the facts the page needs. */
export class SessionError extends Error {
  constructor(readonly failure: BridgeFailure) {
    super(failure.kind);
  }
}

/** A BuilderResult taken apart; refuses what the contract's JSON shapes do not allow. */
export type DecodeResult = (structuredContent: unknown) => { result: unknown; structure: StructureHead; bufs: Bufs };

/** A CallToolResult as the answer of a Builder tool. Throws SessionError. */
export function readAnswer(result: unknown, decode: DecodeResult): ToolAnswer {
  const { content, isError, structuredContent } =
    typeof result === "object" && result !== null
      ? (result as { content?: unknown; isError?: unknown; structuredContent?: unknown })
      : {};
  const text = firstText(content);
  if (isError)
    throw new SessionError({
      kind: "tool",
      message: plainLine(text, limits.message) || "The tool reported an error without a message.",
    });
  try {
    return { text: plainLine(text, limits.summary), ...decode(structuredContent) };
  } catch (error) {
    throw new SessionError({ kind: "invalid", message: error instanceof Error ? error.message : String(error) });
  }
}

function firstText(content: unknown): string {
  if (!Array.isArray(content)) return "";
  const first = (content as unknown[]).find((item) => (item as { type?: unknown } | null)?.type === "text");
  const text = (first as { text?: unknown } | undefined)?.text;
  return typeof text === "string" ? text : "";
}

/** Progress as the form shows it: known only when the server said how much there is. */
export function fraction(progress: unknown, total: unknown): number | null {
  if (typeof total !== "number" || !(total > 0) || typeof progress !== "number" || !Number.isFinite(progress))
    return null;
  return Math.min(1, Math.max(0, progress / total));
}
