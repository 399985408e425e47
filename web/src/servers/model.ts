import type { ToolDefinition } from "../core/protocol";
import type { ConnectProblem } from "../tools/connectProblem";
import type { ToolSource } from "../tools/registry";

/** How a server is reached: `http` by this page, the others by the bridge. */
export type Transport = "http" | "stdio" | "streamable" | "sse" | "inmemory";

/** Where the connection to a server stands. */
export type ServerState =
  /** Nobody has asked for it. */
  | { state: "idle" }
  /** A server of the bridge that nobody has allowed as it is now. */
  | { state: "unconfirmed" }
  | { state: "connecting" }
  | { state: "ready" }
  /** It was lost and is tried again after `seconds`. */
  | { state: "waiting"; reason: string; attempt: number; of: number; seconds: number }
  | { state: "failed"; problem: ConnectProblem };

/** A tool server the page knows of, connected or not. */
export interface Server {
  /** "http:<address>", or "bridge:<name in the bridge's configuration>". */
  id: string;
  /** A stranger's text, already one plain line. */
  name: string;
  transport: Transport;
  /** The address, or the command line. */
  shown: string;
  /** Whether structures sent to it leave this machine; then `host` says where to. */
  remote: boolean;
  host: string;
  state: ServerState;
  /** What its tools are listed under while it is connected or is connected again. */
  source: ToolSource | null;
  /** What it said of itself when it was connected last. */
  info: ServerInfo | null;
  /** The last 50 messages to and from it; as they were when readDetails was called last. */
  messages: WireMessage[];
  /** Oldest first, at most 500. */
  log: LogLine[];
  /** What the bridge's configuration says of it. */
  entry: BridgeEntry | null;
}

/** What a server says of itself; all of it is a stranger's text. */
export interface ServerInfo {
  /** The protocol revision that was agreed on. */
  protocol: string;
  serverInfo: unknown;
  capabilities: unknown;
  instructions: string;
  /** tools/list as it was sent, tools for language models included. */
  tools: ToolDefinition[];
  /** How long connecting and listing took. */
  milliseconds: number;
}

/** A JSON-RPC message; its text is cut at 4 KiB. */
export interface WireMessage {
  /** To the server. */
  out: boolean;
  /** Milliseconds since 1970. */
  at: number;
  bytes: number;
  text: string;
}

export interface LogLine {
  /** Milliseconds since 1970; 0 for what was written before this page came. */
  at: number;
  /** `state`: written by the page when the connection changed; `server`: what the program wrote. */
  from: "state" | "server";
  text: string;
}

/** An entry of the bridge's configuration: names of variables and headers, never their values. */
export interface BridgeEntry {
  fingerprint: string;
  /** Of a program: where it was found, and its arguments. */
  command?: string;
  args?: string[];
  cwd: string;
  env: string[];
  headers: string[];
}

/** The bridge of this page, when the page has one. */
export type BridgeLink =
  | { state: "none" }
  /** It needs the token that `toolserver serve` printed. */
  | { state: "locked" }
  | { state: "connecting" }
  | { state: "ready" }
  | { state: "waiting"; reason: string; attempt: number; of: number; seconds: number }
  | { state: "failed"; reason: string };

export interface Bridge {
  link: BridgeLink;
  /** The configuration file, and what is wrong in it. */
  config: string;
  problems: string[];
}

export const mostMessages = 50;
export const mostLines = 500;

/** The colour and the words of a state. */
export function stateText(state: ServerState): string {
  switch (state.state) {
    case "idle":
      return "Not connected";
    case "unconfirmed":
      return "Waits for your permission";
    case "connecting":
      return "Connecting…";
    case "ready":
      return "Connected";
    case "waiting":
      return `Trying again in ${state.seconds} s (${state.attempt} of ${state.of})`;
    case "failed":
      return "Not reached";
  }
}
