import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import type { ToolDefinition } from "../core/protocol";
import type { BridgeFailure, Connected, Kept, ToolAnswer, ToolCall } from "./bridge";
import { Network } from "./network";
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
import { Traced } from "./traced";

export interface SessionOptions {
  version: string;
  decode: DecodeResult;
  /** The tool list changed, or was read again after a reconnect. */
  onTools(tools: ToolDefinition[]): void;
  network?: Network;
}

/** Long enough for a person to answer the browser's question about local network access. */
const CONNECT_TIMEOUT = 30_000;

/** The page ends a run by itself (contract §6); the library only has to wait longer than that. */
const CALL_TIMEOUT = 2_000_000;

/** How long a server may take to end its session before it is left without, ms. */
const GOODBYE = 2000;

/** What the library needs at most between the end of a stream and the answer that was in it, ms. */
const SETTLE = 500;

/**
 * One connection to one tool server, in whichever protocol revision both sides
 * know. It survives a restart of the server: the next call connects again.
 */
export class Session implements ServerSession {
  private client: Client | null = null;
  private transport: StreamableHTTPClientTransport | null = null;
  private tools: ToolDefinition[] = [];
  private lost = false;
  private readonly network: Network;
  private readonly traced = new Traced();
  /** Of the calls on their way to the transport, in their order: what to do when the stream ends. */
  private readonly streamEnded: (() => void)[] = [];

  constructor(
    private readonly url: URL,
    private readonly token: string,
    private readonly options: SessionOptions,
  ) {
    this.network = options.network ?? new Network();
  }

  /** Rejects with SessionError {kind: "network" | "cancelled"}. */
  async connect(signal: AbortSignal): Promise<Connected> {
    try {
      return await this.open("auto", signal);
    } catch (error) {
      const failure = await this.failure(error, signal, true);
      // The 2026-07-28 probe carries request headers that an older server may not list
      // for CORS; the browser then blocks the probe although the server would answer.
      if (failure.kind !== "network" || !failure.facts.network?.reachable) throw new SessionError(failure);
      try {
        return await this.open("legacy", signal);
      } catch (second) {
        throw new SessionError(await this.failure(second, signal, true));
      }
    }
  }

  private async open(mode: "auto" | "legacy", signal: AbortSignal): Promise<Connected> {
    const start = performance.now();
    await this.close();
    this.network.reset();
    const client = new Client(
      { name: "molsmith", version: this.options.version },
      {
        versionNegotiation: { mode },
        listChanged: {
          tools: {
            onChanged: (error, tools) => {
              if (!error && tools && this.client === client) this.changed(tools);
            },
          },
        },
      },
    );
    const transport = new StreamableHTTPClientTransport(this.url, {
      fetch: this.network.fetch,
      ...(this.token ? { requestInit: { headers: { Authorization: `Bearer ${this.token}` } } } : {}),
    });
    const send = transport.send.bind(transport);
    // The library waits for its timeout when the stream of an answer breaks off.
    transport.send = (message, sending) => {
      this.traced.add(true, message);
      const ended = isCall(message) ? this.streamEnded.shift() : undefined;
      return send(message, ended ? { ...sending, onRequestStreamEnd: ended } : sending);
    };
    this.listen(transport);
    // The library does not look at the signal while it negotiates; closing the
    // transport ends the request, and the race ends the waiting.
    let abort = () => {};
    const aborted = new Promise<never>((_, reject) => {
      abort = () => {
        void transport.close();
        reject(new DOMException("cancelled", "AbortError"));
      };
    });
    signal.addEventListener("abort", abort, { once: true });
    try {
      const handshake = client.connect(transport, { timeout: CONNECT_TIMEOUT, signal });
      handshake.catch(() => undefined);
      await Promise.race([handshake, aborted]);
      // Never from the library's cache: a reconnect is how people ask for a fresh list.
      const { tools } = await client.listTools(undefined, { timeout: CONNECT_TIMEOUT, signal, cacheMode: "refresh" });
      signal.throwIfAborted();
      this.client = client;
      this.transport = transport;
      this.lost = false;
      this.tools = tools as ToolDefinition[];
    } catch (error) {
      void client.close().catch(() => undefined);
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
      aborted.catch(() => undefined);
    }
    const server = client.getServerVersion();
    return {
      server: {
        name: plainLine(server?.name, limits.name) || this.url.host,
        version: plainLine(server?.version, limits.name),
      },
      info: {
        protocol: client.getNegotiatedProtocolVersion() ?? "",
        serverInfo: server ?? null,
        capabilities: client.getServerCapabilities() ?? null,
        instructions: client.getInstructions() ?? "",
        tools: this.tools,
        milliseconds: performance.now() - start,
      },
    };
  }

  /** Keeps what arrives, before the library takes it. */
  private listen(transport: StreamableHTTPClientTransport): void {
    let take: Transport["onmessage"];
    Object.defineProperty(transport, "onmessage", {
      get: () => take,
      set: (handler: NonNullable<Transport["onmessage"]> | undefined) => {
        take =
          handler &&
          ((message, extra) => {
            this.traced.add(false, message, this.network.taken());
            handler(message, extra);
          });
      },
    });
  }

  async kept(): Promise<Kept> {
    return { messages: this.traced.all(), log: [] };
  }

  private changed(tools: unknown): void {
    this.tools = tools as ToolDefinition[];
    this.options.onTools(this.tools);
  }

  async call(call: ToolCall, signal: AbortSignal, onProgress: OnProgress): Promise<ToolAnswer> {
    const { tool, arguments: given, document, bufs } = call;
    // Written once: a call that has to be sent again sends the same.
    const args = document ? { ...given, [document.key]: structureJson(document.head, bufs) } : given;
    return readAnswer(await this.plain(tool, args, signal, onProgress), this.options.decode);
  }

  /** Rejects with SessionError of any kind. */
  async plain(
    tool: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<unknown> {
    if (this.lost) await this.reconnect(signal);
    try {
      return await this.send(tool, args, signal, onProgress);
    } catch (error) {
      const hadSession = this.transport?.sessionId !== undefined;
      const failure = await this.failure(error, signal);
      if (failure.kind !== "network") throw new SessionError(failure);
      this.lost = true;
      // 404 with a session id means: the session is gone, the call was not looked at.
      if (!hadSession || failure.facts.status !== 404) throw new SessionError(failure);
    }
    await this.reconnect(signal);
    try {
      return await this.send(tool, args, signal, onProgress);
    } catch (error) {
      throw new SessionError(await this.failure(error, signal));
    }
  }

  private async reconnect(signal: AbortSignal): Promise<void> {
    const { info } = await this.connect(signal);
    this.options.onTools(info.tools);
  }

  private async send(
    tool: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<unknown> {
    const client = this.client;
    if (!client) throw new SdkError(SdkErrorCode.NotConnected, "not connected");
    this.network.reset();
    const definition = this.tools.find((known) => known.name === tool);
    const ended = new AbortController();
    // The stream has ended, with or without its answer.
    this.streamEnded.push(() => setTimeout(() => ended.abort(), SETTLE));
    const answer = client.callTool(
      { name: tool, arguments: args },
      {
        signal: AbortSignal.any([signal, ended.signal]),
        timeout: CALL_TIMEOUT,
        onprogress: ({ progress, total, message }) => onProgress(fraction(progress, total), message ?? ""),
        // Without an outputSchema, so that no general validator walks 500 000 atoms: the
        // page checks results by the contract's own rules (contract §6).
        ...(definition ? { toolDefinition: { name: tool, inputSchema: { ...objectSchema(definition) } } } : {}),
      },
    );
    return answer.catch((error: unknown) => {
      throw ended.signal.aborted && !signal.aborted ? new Error("the connection ended before the answer came") : error;
    });
  }

  /** Ends the connection; a legacy session is ended on the server too. Never rejects. */
  async close(): Promise<void> {
    const { client, transport } = this;
    this.client = null;
    this.transport = null;
    if (transport?.sessionId && !this.lost) {
      const ended = transport.terminateSession().catch(() => undefined);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, GOODBYE))]);
    }
    await client?.close().catch(() => undefined);
  }

  private async failure(error: unknown, signal: AbortSignal, connecting = false): Promise<BridgeFailure> {
    if (signal.aborted) return { kind: "cancelled" };
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
      return { kind: "network", facts: { message: error.message, timeout: true } };
    if (error instanceof ProtocolError)
      return { kind: "server", message: plainLine(error.message, limits.message) || `error ${error.code}` };
    const facts = await this.network.facts(error, this.url);
    if (facts.status === undefined || facts.status >= 400 || this.network.tooLarge) return { kind: "network", facts };
    // A good status, and still no answer that the library could use.
    if (connecting) return { kind: "network", facts: { ...facts, notMcp: true } };
    if (await this.network.reachable(this.url))
      return { kind: "server", message: plainLine(facts.message, limits.message) };
    return { kind: "network", facts: { message: facts.message, network: { reachable: false } } };
  }
}

const isCall = (message: object): boolean => "method" in message && message.method === "tools/call";

function objectSchema(tool: ToolDefinition): { type: "object" } {
  return tool.inputSchema as { type: "object" };
}
