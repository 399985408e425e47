import { decodeResult } from "../core/result";
import type { FromBridge, ToBridge } from "./bridge";
import { Session, SessionError } from "./session";

/** Answers the page's bridge messages (contract §8) with one Session. */
export class BridgeServer {
  private session: Session | null = null;
  private readonly running = new Map<number, AbortController>();

  constructor(private readonly post: (message: FromBridge, transfer: Transferable[]) => void) {}

  receive(message: ToBridge): void {
    switch (message.type) {
      case "tools:connect":
        void this.answer(message.id, async (signal) => {
          await this.session?.close();
          const session = new Session(new URL(message.url), message.token, {
            version: message.version,
            decode: decodeResult,
            onTools: (tools) => this.session === session && this.post({ type: "tools:changed", tools }, []),
          });
          const connected = await session.connect(signal);
          this.session = session;
          this.post({ type: "tools:connected", id: message.id, ...connected }, []);
        });
        return;
      case "tools:call":
        void this.answer(message.id, async (signal) => {
          if (!this.session) throw new SessionError({ kind: "server", message: "not connected" });
          const answer = await this.session.call(message, signal, (fraction, text) => {
            if (!signal.aborted) this.post({ type: "tools:progress", id: message.id, fraction, message: text }, []);
          });
          if (signal.aborted) throw new SessionError({ kind: "cancelled" });
          this.post(
            { type: "tools:done", id: message.id, ...answer },
            Object.values(answer.bufs).map((array) => array.buffer as ArrayBuffer),
          );
        });
        return;
      case "tools:cancel":
        this.running.get(message.id)?.abort();
        return;
      case "tools:disconnect":
        for (const run of this.running.values()) run.abort();
        void this.session?.close();
        this.session = null;
    }
  }

  private async answer(id: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.running.set(id, abort);
    try {
      await work(abort.signal);
    } catch (error) {
      const failure =
        error instanceof SessionError
          ? error.failure
          : { kind: "server" as const, message: error instanceof Error ? error.message : String(error) };
      this.post({ type: "tools:failed", id, failure }, []);
    } finally {
      this.running.delete(id);
    }
  }
}
