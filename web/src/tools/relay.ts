import type { ToolDefinition } from "../core/protocol";
import type { WireMessage } from "../servers/model";
import type {
  BridgeEvent,
  BridgeFailure,
  Connected,
  Kept,
  Listed,
  ListedServer,
  RelayState,
  ToolAnswer,
  ToolCall,
} from "./bridge";
import { LARGEST_ANSWER } from "./network";
import { structureJson } from "./payload";
import {
  type DecodeResult,
  fraction,
  type OnProgress,
  readAnswer,
  type ServerSession,
  SessionError,
} from "./serverSession";
import { limits, plainLine } from "./text";

/** Carries the bridge's messages (docs/bridge.md), each the text of one JSON object. */
export interface RelayPort {
  send(text: string): void;
  close(): void;
}

interface PortEvents {
  open(): void;
  text(text: string): void;
  /** Nothing will arrive any more. */
  closed(reason: string): void;
}

interface Waiting {
  /** The message's kind that answers. */
  kind: string;
  done(answer: Message): void;
  fail(failure: BridgeFailure): void;
  onProgress?: OnProgress;
}

type Message = Record<string, unknown>;

/** What the bridge takes unless told otherwise; a longer message would end the connection. */
const LARGEST_REQUEST = 64 * 1024 * 1024;

/** Of a command line as a person is asked to allow it: what is cut off could be what matters. */
const LONGEST_COMMAND = 100_000;

/** Long enough for a bridge that has much to do. */
const OPEN_TIMEOUT = 15_000;

const kinds = ["stdio", "streamable", "sse", "inmemory"] as const;

/**
 * The bridge of `toolserver serve --mcp-config`: one connection for all its servers.
 * What it sends is read as a stranger's, since most of it comes from the servers.
 */
export class Relay {
  private port: RelayPort | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;
  private ended = false;

  constructor(
    private readonly decode: DecodeResult,
    private readonly tell: (event: BridgeEvent) => void,
  ) {}

  /** Rejects with SessionError. A port, when it is given, stands in the place of a WebSocket. */
  open(to: { address: string; token: string; port?: MessagePort }, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let opened = false;
      const fail = (failure: BridgeFailure) => {
        reject(new SessionError(failure));
        this.close();
      };
      const timer = setTimeout(() => fail({ kind: "network", facts: { message: "", timeout: true } }), OPEN_TIMEOUT);
      signal.addEventListener("abort", () => !opened && fail({ kind: "cancelled" }), { once: true });
      const events: PortEvents = {
        open: () => {
          opened = true;
          clearTimeout(timer);
          resolve();
        },
        text: (text) => this.receive(text),
        closed: (reason) => {
          clearTimeout(timer);
          this.end(reason);
          if (opened) this.tell({ type: "tools:closed", reason });
          else if (to.port) reject(new SessionError({ kind: "server", message: reason }));
          // Why a WebSocket was refused, the browser does not say; the address is asked.
          else void probe(to.address, to.token).then((failure) => reject(new SessionError(failure)));
        },
      };
      this.port = to.port ? messagePort(to.port, events) : webSocket(to.address, to.token, events);
    });
  }

  /** Ends the connection; nothing is told. */
  close(): void {
    const { port } = this;
    this.end("the bridge was left");
    port?.close();
  }

  async servers(signal: AbortSignal): Promise<Listed> {
    return readListed(await this.ask({ type: "tools:servers" }, "tools:servers", signal));
  }

  async settings(signal: AbortSignal): Promise<string> {
    const { path } = await this.ask({ type: "tools:openSettings" }, "tools:settings", signal);
    return plainLine(path, limits.message);
  }

  /** One server of the bridge, by its name in the configuration. */
  session(name: string, fingerprint: string): ServerSession {
    return new RelaySession(this, this.decode, name, fingerprint);
  }

  /** Sends a request; resolves with the answer of that kind. */
  ask(message: Message, kind: string, signal: AbortSignal, onProgress?: OnProgress): Promise<Message> {
    return new Promise((resolve, reject) => {
      if (!this.port || this.ended) {
        reject(new SessionError({ kind: "server", message: "the bridge is not open" }));
        return;
      }
      const id = this.nextId++;
      const text = JSON.stringify({ ...message, id });
      if (text.length > LARGEST_REQUEST) {
        reject(
          new SessionError({ kind: "server", message: "the arguments are larger than the 64 MiB the bridge takes" }),
        );
        return;
      }
      const abort = () => {
        if (!this.waiting.delete(id)) return;
        this.port?.send(JSON.stringify({ type: "tools:cancel", id }));
        reject(new SessionError({ kind: "cancelled" }));
      };
      if (signal.aborted) {
        reject(new SessionError({ kind: "cancelled" }));
        return;
      }
      signal.addEventListener("abort", abort, { once: true });
      const over = () => signal.removeEventListener("abort", abort);
      this.waiting.set(id, {
        kind,
        done(answer) {
          over();
          resolve(answer);
        },
        fail(failure) {
          over();
          reject(new SessionError(failure));
        },
        ...(onProgress ? { onProgress } : {}),
      });
      this.port.send(text);
    });
  }

  /** Says something that nobody waits for. */
  say(message: Message): void {
    if (!this.ended) this.port?.send(JSON.stringify({ ...message, id: this.nextId++ }));
  }

  private end(reason: string): void {
    if (this.ended) return;
    this.ended = true;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const request of all) request.fail({ kind: "server", message: `${reason} before the answer came` });
  }

  private receive(text: string): void {
    // Before it is parsed: an answer of this size is no structure that the page could show.
    if (text.length > LARGEST_ANSWER + 65_536) {
      this.port?.close();
      return;
    }
    let message: Message;
    try {
      const parsed: unknown = JSON.parse(text);
      if (typeof parsed !== "object" || parsed === null) return;
      message = parsed as Message;
    } catch {
      return;
    }
    if (typeof message.id !== "number") {
      this.event(message);
      return;
    }
    const request = this.waiting.get(message.id);
    if (!request) return;
    if (message.type === "tools:progress") {
      request.onProgress?.(fraction(message.progress, message.total), plainLine(message.message, limits.help));
      return;
    }
    if (message.type !== "tools:failed" && message.type !== request.kind) return;
    this.waiting.delete(message.id);
    if (message.type === "tools:failed") request.fail(readFailure(message.failure));
    else request.done(message);
  }

  private event(message: Message): void {
    if (typeof message.server !== "string") return;
    const server = serverId(message.server);
    if (message.type === "tools:changed" && Array.isArray(message.tools))
      this.tell({ type: "tools:changed", server, tools: readToolList(message.tools) });
    else if (message.type === "tools:state") this.tell({ type: "tools:state", server, ...readState(message) });
    else if (message.type === "tools:log" && Array.isArray(message.lines))
      this.tell({ type: "tools:log", server, lines: readLines(message.lines) });
  }
}

/** The page's id of a server of the bridge. */
export const serverId = (name: string): string => `bridge:${name}`;

class RelaySession implements ServerSession {
  constructor(
    private readonly relay: Relay,
    private readonly decode: DecodeResult,
    private readonly server: string,
    private readonly fingerprint: string,
  ) {}

  async connect(signal: AbortSignal): Promise<Connected> {
    const { server, fingerprint } = this;
    const answer = await this.relay.ask({ type: "tools:connect", server, fingerprint }, "tools:connected", signal);
    const info = (answer.info ?? {}) as { name?: unknown; version?: unknown };
    return {
      server: {
        name: plainLine(info.name, limits.name) || plainLine(server, limits.name),
        version: plainLine(info.version, limits.name),
      },
      info: {
        protocol: plainLine(answer.protocol, limits.name),
        serverInfo: answer.serverInfo ?? null,
        capabilities: answer.capabilities ?? null,
        instructions: typeof answer.instructions === "string" ? answer.instructions : "",
        tools: readToolList(answer.tools),
        milliseconds: typeof answer.ms === "number" ? answer.ms : 0,
      },
    };
  }

  async call(call: ToolCall, signal: AbortSignal, onProgress: OnProgress): Promise<ToolAnswer> {
    const { tool, arguments: given, document, bufs } = call;
    const args = document ? { ...given, [document.key]: structureJson(document.head, bufs) } : given;
    return readAnswer(await this.plain(tool, args, signal, onProgress), this.decode);
  }

  async plain(
    tool: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<unknown> {
    const message = { type: "tools:call", server: this.server, tool, arguments: args };
    return (await this.relay.ask(message, "tools:done", signal, onProgress)).result;
  }

  async kept(): Promise<Kept> {
    const about = { type: "tools:servers", server: this.server };
    const { servers } = await this.relay.ask(about, "tools:servers", new AbortController().signal);
    const entry = objects(servers).find((one) => one.server === this.server);
    return { messages: readMessages(entry?.messages), log: readLines(entry?.log) };
  }

  async close(): Promise<void> {
    this.relay.say({ type: "tools:disconnect", server: this.server });
  }
}

function webSocket(address: string, token: string, events: PortEvents): RelayPort {
  const protocols = ["molsmith.bridge.1", ...(token ? [`molsmith.token.${base64url(token)}`] : [])];
  const socket = new WebSocket(address.replace(/^http/, "ws"), protocols);
  socket.onopen = () => events.open();
  socket.onmessage = ({ data }) => typeof data === "string" && events.text(data);
  socket.onclose = ({ code, reason }) => events.closed(plainLine(reason, limits.help) || closedText(code));
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

const closedText = (code: number): string => {
  switch (code) {
    case 1001:
      return "the bridge was ended";
    case 1009:
      return "a message was larger than the bridge takes (--max-body)";
    default:
      return "the connection to the bridge ended";
  }
};

/** A host that the page is embedded in: it has the other end once it says that it is ready (docs/host-api.md). */
function messagePort(port: MessagePort, events: PortEvents): RelayPort {
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "string") return;
    if (/^\s*\{\s*"type"\s*:\s*"tools:ready"/.test(data)) events.open();
    else if (/^\s*\{\s*"type"\s*:\s*"tools:closed"/.test(data))
      events.closed("the page that this one is embedded in has ended the connection");
    else events.text(data);
  };
  return {
    send: (text) => port.postMessage(text),
    close() {
      port.close();
      // A port says nothing of its own end, as a WebSocket does, which is not at once either.
      setTimeout(() => events.closed("the connection to the page that this one is embedded in ended"), 0);
    },
  };
}

/** Asks the address of the WebSocket over HTTP, which says why it was refused. */
async function probe(address: string, token: string): Promise<BridgeFailure> {
  try {
    const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
    const { status } = await fetch(address, { cache: "no-store", ...(headers ? { headers } : {}) });
    return { kind: "network", facts: { status, message: `the bridge answered with HTTP ${status}` } };
  } catch {
    return { kind: "network", facts: { message: "", network: { reachable: false } } };
  }
}

/** Base64 for URLs without padding, of the UTF-8 of a text. */
export function base64url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** The objects of a list; what else a stranger put into it is left out. */
const objects = (list: unknown): Message[] =>
  (Array.isArray(list) ? (list as unknown[]) : []).filter(
    (one): one is Message => typeof one === "object" && one !== null,
  );

const readToolList = (tools: unknown) => objects(tools) as unknown as ToolDefinition[];

const readLines = (lines: unknown): string[] =>
  (Array.isArray(lines) ? (lines as unknown[]) : []).map((line) => plainLine(line, limits.message));

function readFailure(failure: unknown): BridgeFailure {
  const { kind, message } = (typeof failure === "object" && failure !== null ? failure : {}) as Message;
  const text = plainLine(message, limits.message) || "it did not say why";
  if (kind === "cancelled") return { kind };
  if (kind === "invalid") return { kind, message: text };
  return { kind: "server", message: text };
}

const states = ["idle", "connecting", "connected", "waiting", "ending", "failed"] as const;

function readState({ state, reason, attempt, of }: Message): RelayState {
  return {
    state: states.find((one) => one === state) ?? "failed",
    ...(typeof reason === "string" ? { reason: plainLine(reason, limits.message) } : {}),
    ...(typeof attempt === "number" ? { attempt } : {}),
    ...(typeof of === "number" ? { of } : {}),
  };
}

function readListed(answer: Message): Listed {
  return {
    config: plainLine(answer.config, limits.message),
    problems: readLines(answer.problems),
    servers: objects(answer.servers).flatMap((one): ListedServer[] => {
      const kind = kinds.find((known) => known === one.kind);
      if (typeof one.server !== "string" || typeof one.fingerprint !== "string" || !kind) return [];
      return [
        {
          name: one.server,
          id: serverId(one.server),
          title: plainLine(one.title, limits.name) || plainLine(one.server, limits.name),
          kind,
          shown: plainLine(one.shown, LONGEST_COMMAND),
          host: plainLine(one.host, limits.name),
          remote: one.remote === true,
          fingerprint: one.fingerprint,
          ...(kind === "stdio" && typeof one.command === "string"
            ? { command: plainLine(one.command, limits.message), args: readLines(one.args ?? []) }
            : {}),
          cwd: plainLine(one.cwd, limits.message),
          env: readLines(one.env),
          headers: readLines(one.headers),
        },
      ];
    }),
  };
}

/** The last time that a Date can be, milliseconds since 1970. */
const LATEST = 8.64e15;

function readMessages(messages: unknown): WireMessage[] {
  return objects(messages).map(({ out, at, bytes, text }) => ({
    out: out === true,
    at: typeof at === "number" && Math.abs(at) <= LATEST ? at : 0,
    bytes: typeof bytes === "number" ? bytes : 0,
    text: typeof text === "string" ? text : "",
  }));
}
