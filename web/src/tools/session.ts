import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { Bufs, StructureHead, ToolDefinition } from "../core/protocol";
import type { BridgeFailure, Connected, ToolAnswer, ToolCall } from "./bridge";
import { Network } from "./network";
import { structureJson } from "./payload";
import { limits, plainLine } from "./text";

/** A BuilderResult taken apart; refuses what the contract's JSON shapes do not allow. */
export type DecodeResult = (structuredContent: unknown) => { result: unknown; structure: StructureHead; bufs: Bufs };

/** A refusal with the facts the page needs; thrown by everything in Session. */
export class SessionError extends Error {
  constructor(readonly failure: BridgeFailure) {
    super(failure.kind);
  }
}

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

/** What the library needs at most between the end of a stream and the answer that was in it, ms. */
const SETTLE = 500;

/**
 * One connection to one tool server, in whichever protocol revision both sides
 * know. It survives a restart of the server: the next call connects again.
 */
export class Session {
  private client: Client | null = null;
  private transport: StreamableHTTPClientTransport | null = null;
  private tools: ToolDefinition[] = [];
  private lost = false;
  private readonly network: Network;
  /** The stream of the running call has ended, with or without its answer. */
  private streamEnded: () => void = () => undefined;

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
    transport.send = (message, sending) =>
      send(message, isCall(message) ? { ...sending, onRequestStreamEnd: () => this.streamEnded() } : sending);
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
      protocol: client.getNegotiatedProtocolVersion() ?? "",
      tools: this.tools,
    };
  }

  private changed(tools: unknown): void {
    this.tools = tools as ToolDefinition[];
    this.options.onTools(this.tools);
  }

  /** Rejects with SessionError of any kind. */
  async call(
    call: ToolCall,
    signal: AbortSignal,
    onProgress: (fraction: number | null, message: string) => void,
  ): Promise<ToolAnswer> {
    if (this.lost) await this.reconnect(signal);
    try {
      return await this.send(call, signal, onProgress);
    } catch (error) {
      if (error instanceof SessionError) throw error;
      const hadSession = this.transport?.sessionId !== undefined;
      const failure = await this.failure(error, signal);
      if (failure.kind !== "network") throw new SessionError(failure);
      this.lost = true;
      // 404 with a session id means: the session is gone, the call was not looked at.
      if (!hadSession || failure.facts.status !== 404) throw new SessionError(failure);
    }
    await this.reconnect(signal);
    try {
      return await this.send(call, signal, onProgress);
    } catch (error) {
      if (error instanceof SessionError) throw error;
      throw new SessionError(await this.failure(error, signal));
    }
  }

  private async reconnect(signal: AbortSignal): Promise<void> {
    const { tools } = await this.connect(signal);
    this.options.onTools(tools);
  }

  private async send(
    { tool, arguments: given, document, bufs }: ToolCall,
    signal: AbortSignal,
    onProgress: (fraction: number | null, message: string) => void,
  ): Promise<ToolAnswer> {
    const client = this.client;
    if (!client) throw new SdkError(SdkErrorCode.NotConnected, "not connected");
    this.network.reset();
    const args = document ? { ...given, [document.key]: structureJson(document.head, bufs) } : given;
    const definition = this.tools.find((known) => known.name === tool);
    const ended = new AbortController();
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
    this.streamEnded = () => setTimeout(() => ended.abort(), SETTLE);
    const { content, isError, structuredContent } = await answer.catch((error: unknown) => {
      throw ended.signal.aborted && !signal.aborted ? new Error("the connection ended before the answer came") : error;
    });
    this.streamEnded = () => undefined;
    const text = firstText(content);
    if (isError)
      throw new SessionError({
        kind: "tool",
        message: plainLine(text, limits.message) || "The tool reported an error without a message.",
      });
    let decoded: ReturnType<DecodeResult>;
    try {
      decoded = this.options.decode(structuredContent);
    } catch (error) {
      throw new SessionError({ kind: "invalid", message: error instanceof Error ? error.message : String(error) });
    }
    return { text: plainLine(text, limits.summary), ...decoded };
  }

  /** Ends the connection; a legacy session is ended on the server too. Never rejects. */
  async close(): Promise<void> {
    const { client, transport } = this;
    this.client = null;
    this.transport = null;
    if (transport?.sessionId && !this.lost) await transport.terminateSession().catch(() => undefined);
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

/** Progress as the form shows it: known only when the server said how much there is. */
function fraction(progress: number, total: number | undefined): number | null {
  if (total === undefined || !(total > 0) || !Number.isFinite(progress)) return null;
  return Math.min(1, Math.max(0, progress / total));
}

function firstText(content: readonly { type: string }[] | undefined): string {
  const first = content?.find((item) => item.type === "text") as { text?: unknown } | undefined;
  return typeof first?.text === "string" ? first.text : "";
}

function objectSchema(tool: ToolDefinition): { type: "object" } {
  return tool.inputSchema as { type: "object" };
}
