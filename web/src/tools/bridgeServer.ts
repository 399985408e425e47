import { decodeResult } from "../core/result";
import type { BridgeEvent, FromBridge, Target, ToBridge } from "./bridge";
import { Relay } from "./relay";
import { type ServerSession, SessionError } from "./serverSession";
import { Session } from "./session";

/** Answers the page's bridge messages (contract §8): one session a server, and one bridge. */
export class BridgeServer {
  private readonly sessions = new Map<string, ServerSession>();
  private relay: Relay | null = null;
  private readonly running = new Map<number, { server: string; abort: AbortController }>();

  constructor(private readonly post: (message: FromBridge, transfer: Transferable[]) => void) {}

  receive(message: ToBridge): void {
    const { id } = message;
    switch (message.type) {
      case "tools:connect": {
        const { server, to, version } = message;
        void this.answer(id, server, async (signal) => {
          // What another connection left is ended first; a server of the bridge stays connected.
          if (to.via === "http") await this.sessions.get(server)?.close();
          // Given up while a server took its time to say goodbye: another attempt may be there already.
          if (signal.aborted) throw new SessionError({ kind: "cancelled" });
          const session = this.session(server, to, version);
          this.sessions.set(server, session);
          const connected = await session.connect(signal);
          this.post({ type: "tools:connected", id, ...connected }, []);
        });
        return;
      }
      case "tools:call":
        void this.answer(id, message.server, async (signal) => {
          const answer = await this.find(message.server).call(message, signal, this.progress(id, signal));
          if (signal.aborted) throw new SessionError({ kind: "cancelled" });
          this.post(
            { type: "tools:done", id, ...answer },
            Object.values(answer.bufs).map((array) => array.buffer as ArrayBuffer),
          );
        });
        return;
      case "tools:plain":
        void this.answer(id, message.server, async (signal) => {
          const { server, tool, arguments: args } = message;
          const result = await this.find(server).plain(tool, args, signal, this.progress(id, signal));
          if (signal.aborted) throw new SessionError({ kind: "cancelled" });
          this.post({ type: "tools:answer", id, result }, []);
        });
        return;
      case "tools:messages":
        void this.answer(id, message.server, async () => {
          this.post({ type: "tools:messages", id, ...(await this.find(message.server).kept()) }, []);
        });
        return;
      case "tools:cancel":
        this.running.get(id)?.abort.abort();
        return;
      case "tools:disconnect":
        for (const run of this.running.values()) if (run.server === message.server) run.abort.abort();
        void this.sessions.get(message.server)?.close();
        this.sessions.delete(message.server);
        return;
      case "tools:open":
        void this.answer(id, "", async (signal) => {
          this.relay?.close();
          const relay = new Relay(decodeResult, (event) => this.relay === relay && this.tell(event));
          this.relay = relay;
          await relay.open(message, signal);
          this.post({ type: "tools:opened", id }, []);
        });
        return;
      case "tools:servers":
        void this.answer(id, "", async (signal) => {
          this.post({ type: "tools:servers", id, ...(await this.theRelay().servers(signal)) }, []);
        });
        return;
      case "tools:openSettings":
        void this.answer(id, "", async (signal) => {
          this.post({ type: "tools:settings", id, path: await this.theRelay().settings(signal) }, []);
        });
    }
  }

  private session(server: string, to: Target, version: string): ServerSession {
    if (to.via === "bridge") return this.theRelay().session(to.name, to.fingerprint);
    const session: Session = new Session(new URL(to.url), to.token, {
      version,
      decode: decodeResult,
      onTools: (tools) => this.sessions.get(server) === session && this.tell({ type: "tools:changed", server, tools }),
    });
    return session;
  }

  private tell(event: BridgeEvent): void {
    this.post(event, []);
  }

  private find(server: string): ServerSession {
    const session = this.sessions.get(server);
    if (!session) throw new SessionError({ kind: "server", message: "not connected" });
    return session;
  }

  private theRelay(): Relay {
    if (!this.relay) throw new SessionError({ kind: "server", message: "the bridge is not open" });
    return this.relay;
  }

  private progress(id: number, signal: AbortSignal) {
    return (fraction: number | null, message: string) => {
      if (!signal.aborted) this.post({ type: "tools:progress", id, fraction, message }, []);
    };
  }

  private async answer(id: number, server: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.running.set(id, { server, abort });
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
