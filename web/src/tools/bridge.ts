import type { Bufs, ResultHead, StructureHead, ToolDefinition } from "../core/protocol";

/**
 * The page's side of contract §8: the only messages between the page and what
 * owns the connection to a server. Here that is a worker of this page; a bridge
 * behind a WebSocket or another host's postMessage can stand in its place. A
 * bridge never forwards arbitrary JSON-RPC. Answers carry the id of their request.
 */
export type ToBridge =
  | { type: "tools:connect"; id: number; url: string; token: string; version: string }
  | ({ type: "tools:call"; id: number } & ToolCall)
  | { type: "tools:cancel"; id: number }
  | { type: "tools:disconnect"; id: number };

export interface ToolCall {
  tool: string;
  /** Without the document argument. */
  arguments: Record<string, unknown>;
  /** The document argument: its key, and the structure in `bufs`. */
  document?: { key: string; head: StructureHead };
  bufs: Bufs;
}

export type FromBridge =
  | ({ type: "tools:connected"; id: number } & Connected)
  /** The list changed, or was read again after a reconnect. */
  | { type: "tools:changed"; tools: ToolDefinition[] }
  | { type: "tools:progress"; id: number; fraction: number | null; message: string }
  | ({ type: "tools:done"; id: number } & ToolAnswer)
  | { type: "tools:failed"; id: number; failure: BridgeFailure };

export interface Connected {
  server: { name: string; version: string };
  /** The protocol revision that was agreed on. */
  protocol: string;
  tools: ToolDefinition[];
}

/** A decoded but unchecked answer: the core worker still has to run result.check on it. */
export interface ToolAnswer {
  text: string;
  /** structuredContent without its structure. */
  result: unknown;
  structure: StructureHead;
  bufs: Bufs;
}

/** A checked answer, whoever gave it. */
export interface ToolResult {
  text: string;
  result: ResultHead;
  bufs: Bufs;
}

/** What went wrong, as facts; the page makes the words. */
export type BridgeFailure =
  /** The tool ran and said no (isError). */
  | { kind: "tool"; message: string }
  /** The answer broke the contract. */
  | { kind: "invalid"; message: string }
  /** A JSON-RPC error: the server said no in the protocol. */
  | { kind: "server"; message: string }
  | { kind: "cancelled" }
  /** HTTP said no, or nothing could be reached. */
  | { kind: "network"; facts: ConnectFacts };

/** What the network layer saw when a request failed. */
export interface ConnectFacts {
  /** The last HTTP status, when an answer could be read. */
  status?: number;
  /** Text of a refusal, cut. */
  body?: string;
  /** fetch failed without an answer. `reachable`: a probe without CORS got through. */
  network?: { reachable: boolean };
  /** An answer came, but not the protocol's. */
  notMcp?: boolean;
  timeout?: boolean;
  /** The answer was cut off at this many MiB. */
  tooLarge?: number;
  /** The library's own words, for everything else. */
  message: string;
}
