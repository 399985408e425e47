import type { ToolDefinition } from "../core/protocol";
import type { BridgeFailure, Connected, FromBridge, ToBridge, ToolAnswer, ToolCall } from "./bridge";

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
  /** The server's tool list changed. */
  onTools: (tools: ToolDefinition[]) => void = () => undefined;

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

  connect(url: string, token: string, version: string, signal: AbortSignal): Promise<Connected> {
    return this.request((id) => ({ type: "tools:connect", id, url, token, version }), [], signal) as Promise<Connected>;
  }

  /** The arrays of `call.bufs` are transferred. */
  call(
    call: ToolCall,
    signal: AbortSignal,
    onProgress: (fraction: number | null, message: string) => void,
  ): Promise<ToolAnswer> {
    const transfer = [...new Set(Object.values(call.bufs).map((array) => array.buffer as ArrayBuffer))];
    return this.request(
      (id) => ({ type: "tools:call", id, ...call }),
      transfer,
      signal,
      onProgress,
    ) as Promise<ToolAnswer>;
  }

  disconnect(): void {
    this.port.post({ type: "tools:disconnect", id: this.nextId++ }, []);
  }

  private request(
    message: (id: number) => ToBridge,
    transfer: Transferable[],
    signal: AbortSignal,
    onProgress?: Waiting["onProgress"],
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new BridgeError({ kind: "cancelled" }));
        return;
      }
      const id = this.nextId++;
      const abort = () => {
        if (!this.waiting.delete(id)) return;
        this.port.post({ type: "tools:cancel", id }, []);
        reject(new BridgeError({ kind: "cancelled" }));
      };
      signal.addEventListener("abort", abort, { once: true });
      const end = () => signal.removeEventListener("abort", abort);
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
    });
  }

  private receive(message: FromBridge): void {
    if (message.type === "tools:changed") {
      this.onTools(message.tools);
      return;
    }
    const request = this.waiting.get(message.id);
    if (!request) return;
    switch (message.type) {
      case "tools:progress":
        request.onProgress?.(message.fraction, message.message);
        return;
      case "tools:failed":
        this.waiting.delete(message.id);
        request.fail(new BridgeError(message.failure));
        return;
      case "tools:connected":
      case "tools:done":
        this.waiting.delete(message.id);
        request.done(message);
    }
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
