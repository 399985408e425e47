import type {
  BridgeEvent,
  BridgeFailure,
  Connected,
  FromBridge,
  Kept,
  Listed,
  PlainAnswer,
  Target,
  ToBridge,
  ToolAnswer,
  ToolCall,
} from "./bridge";

/** What carries bridge messages: a worker here, a WebSocket or a host's postMessage elsewhere. */
export interface BridgePort {
  post(message: ToBridge, transfer: Transferable[]): void;
  /** Called once; `lost` when nothing will arrive any more. */
  listen(receive: (message: FromBridge) => void, lost: (reason: string) => void): void;
}

/** A refusal from the bridge, as facts. */
export class BridgeError extends Error {
  constructor(readonly failure: BridgeFailure) {
    super(failure.kind);
  }
}

interface Waiting {
  done(message: FromBridge): void;
  fail(error: BridgeError): void;
  onProgress?(fraction: number | null, message: string): void;
}

/**
 * The page's end of the bridge. A request ends once: by its answer, its failure or
 * its abort, whatever comes first; messages for ended requests are dropped.
 */
export class BridgeClient {
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;
  onEvent: (event: BridgeEvent) => void = () => undefined;

  constructor(private readonly port: BridgePort) {
    port.listen(
      (message) => this.receive(message),
      (reason) => {
        const all = [...this.waiting.values()];
        this.waiting.clear();
        for (const request of all) request.fail(new BridgeError({ kind: "server", message: reason }));
      },
    );
  }

  connect(server: string, to: Target, version: string, signal: AbortSignal): Promise<Connected> {
    return this.request((id) => ({ type: "tools:connect", id, server, to, version }), signal);
  }

  /** The arrays of `call.bufs` are transferred. */
  call(
    server: string,
    call: ToolCall,
    signal: AbortSignal,
    onProgress: (fraction: number | null, message: string) => void,
  ): Promise<ToolAnswer> {
    const transfer = [...new Set(Object.values(call.bufs).map((array) => array.buffer as ArrayBuffer))];
    return this.request((id) => ({ type: "tools:call", id, server, ...call }), signal, { transfer, onProgress });
  }

  /** Calls any tool; its answer is not looked at. */
  plain(
    server: string,
    tool: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
    onProgress: (fraction: number | null, message: string) => void,
  ): Promise<PlainAnswer> {
    return this.request((id) => ({ type: "tools:plain", id, server, tool, arguments: args }), signal, { onProgress });
  }

  kept(server: string): Promise<Kept> {
    return this.request((id) => ({ type: "tools:messages", id, server }));
  }

  disconnect(server: string): void {
    this.port.post({ type: "tools:disconnect", id: this.nextId++, server }, []);
  }

  /** Opens the bridge, over its WebSocket or over `port`. */
  open(address: string, token: string, signal: AbortSignal, port?: MessagePort): Promise<unknown> {
    return this.request((id) => ({ type: "tools:open", id, address, token, ...(port ? { port } : {}) }), signal, {
      transfer: port ? [port] : [],
    });
  }

  servers(): Promise<Listed> {
    return this.request((id) => ({ type: "tools:servers", id }));
  }

  /** Where the bridge's configuration is. */
  async settings(): Promise<string> {
    return (await this.request<{ path: string }>((id) => ({ type: "tools:openSettings", id }))).path;
  }

  private request<T>(
    message: (id: number) => ToBridge,
    signal?: AbortSignal,
    { transfer = [], onProgress }: { transfer?: Transferable[]; onProgress?: Waiting["onProgress"] } = {},
  ): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      if (signal?.aborted) {
        reject(new BridgeError({ kind: "cancelled" }));
        return;
      }
      const id = this.nextId++;
      const abort = () => {
        if (!this.waiting.delete(id)) return;
        this.port.post({ type: "tools:cancel", id }, []);
        reject(new BridgeError({ kind: "cancelled" }));
      };
      signal?.addEventListener("abort", abort, { once: true });
      const end = () => signal?.removeEventListener("abort", abort);
      this.waiting.set(id, {
        done(answer) {
          end();
          resolve(answer);
        },
        fail(error) {
          end();
          reject(error);
        },
        ...(onProgress ? { onProgress } : {}),
      });
      this.port.post(message(id), transfer);
    }) as Promise<T>;
  }

  private receive(message: FromBridge): void {
    if (!("id" in message)) {
      this.onEvent(message);
      return;
    }
    const request = this.waiting.get(message.id);
    if (!request) return;
    if (message.type === "tools:progress") {
      request.onProgress?.(message.fraction, message.message);
      return;
    }
    this.waiting.delete(message.id);
    if (message.type === "tools:failed") request.fail(new BridgeError(message.failure));
    else request.done(message);
  }
}

/** The bridge in this page: a worker, started with the first connection. */
export function workerPort(): BridgePort {
  const worker = new Worker(new URL("./net.worker.ts", import.meta.url), { type: "module", name: "tools-net" });
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(receive, lost) {
      worker.onmessage = ({ data }: MessageEvent<FromBridge>) => receive(data);
      worker.onerror = (event) => {
        event.preventDefault();
        lost("the page's network worker stopped");
      };
    },
  };
}
