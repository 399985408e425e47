import type { Bufs, ResultHead, StructureHead, ToolDefinition } from "../core/protocol";
import type { BridgeEntry, ServerInfo, Transport, WireMessage } from "../servers/model";

/**
 * The page's side of contract §8: the only messages between the page and what
 * owns the connections to servers, a worker of this page. The worker speaks to servers
 * over HTTP, and to a bridge that spawns and relays the others. Neither ever forwards
 * arbitrary JSON-RPC. `server` is the page's id of a server; answers carry the id of
 * their request.
 */
export type ToBridge =
  | { type: "tools:connect"; id: number; server: string; to: Target; version: string }
  | ({ type: "tools:call"; id: number; server: string } & ToolCall)
  /** Any tool, with its answer as it came. */
  | { type: "tools:plain"; id: number; server: string; tool: string; arguments: Record<string, unknown> }
  | { type: "tools:cancel"; id: number }
  | { type: "tools:disconnect"; id: number; server: string }
  /** What is kept of a server. */
  | { type: "tools:messages"; id: number; server: string }
  /** Opens the bridge; a port, when it is given, stands in the place of its WebSocket. */
  | { type: "tools:open"; id: number; address: string; token: string; port?: MessagePort }
  /** What the bridge's configuration lists. */
  | { type: "tools:servers"; id: number }
  | { type: "tools:openSettings"; id: number };

/** Where a server is. */
export type Target =
  | { via: "http"; url: string; token: string }
  /** In the bridge's configuration under this name; the fingerprint is that of what was allowed. */
  | { via: "bridge"; name: string; fingerprint: string };

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
  | { type: "tools:progress"; id: number; fraction: number | null; message: string }
  | ({ type: "tools:done"; id: number } & ToolAnswer)
  | ({ type: "tools:answer"; id: number } & PlainAnswer)
  | ({ type: "tools:messages"; id: number } & Kept)
  | { type: "tools:opened"; id: number }
  | ({ type: "tools:servers"; id: number } & Listed)
  | { type: "tools:settings"; id: number; path: string }
  | { type: "tools:failed"; id: number; failure: BridgeFailure }
  | BridgeEvent;

/** What nobody asked for. */
export type BridgeEvent =
  /** The list changed, or was read again after a reconnect. */
  | { type: "tools:changed"; server: string; tools: ToolDefinition[] }
  /** What the bridge says of a connection that it holds. */
  | ({ type: "tools:state"; server: string } & RelayState)
  | { type: "tools:log"; server: string; lines: string[] }
  /** The bridge is gone. */
  | { type: "tools:closed"; reason: string };

export interface Connected {
  server: { name: string; version: string };
  /** What it said of itself. */
  info: ServerInfo;
}

/** A CallToolResult as the server sent it. */
export interface PlainAnswer {
  result: unknown;
}

export interface RelayState {
  state: "idle" | "connecting" | "connected" | "waiting" | "ending" | "failed";
  reason?: string;
  attempt?: number;
  of?: number;
}

/** The last messages to and from a server, and what it wrote to standard error, oldest first. */
export interface Kept {
  messages: WireMessage[];
  log: string[];
}

/** What the bridge's configuration lists (docs/bridge.md). */
export interface Listed {
  config: string;
  problems: string[];
  servers: ListedServer[];
}

export interface ListedServer extends BridgeEntry {
  /** Its name in the configuration; `id` is the page's. */
  name: string;
  id: string;
  title: string;
  kind: Exclude<Transport, "http">;
  shown: string;
  host: string;
  remote: boolean;
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
  /** The server said no in the protocol, or the bridge could not reach it. */
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
