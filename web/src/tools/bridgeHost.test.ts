import { afterEach, describe, expect, it, vi } from "vitest";
import { decodeResult } from "../core/result";
import type { BridgeEvent } from "./bridge";
import { portToHost, readHost } from "./bridgeHost";
import { Relay } from "./relay";

const around = { origin: "https://builder.example", embedded: true, allowed: ["https://lab.example"] };

describe("the page around this one", () => {
  it.each([
    ["", "none"],
    ["#tools=http://127.0.0.1:1/mcp", "none"],
    ["#host=https://lab.example", "host"],
    ["#host=https%3A%2F%2Flab.example", "host"],
    ["#host=https://builder.example", "host"],
    ["#host=https://lab.example/", "refused"],
    ["#host=https://lab.example:8443", "refused"],
    ["#host=http://lab.example", "refused"],
    ["#host=https://lab.example.evil.example", "refused"],
    ["#host=https://LAB.example", "refused"],
    ["#host=*", "refused"],
    ["#host=null", "refused"],
    ["#host=data:text/html,x", "refused"],
  ])("%s: %s", (hash, kind) => {
    expect(readHost({ ...around, hash }).kind).toBe(kind);
  });

  it("is nobody where the page is not embedded, whatever a link says", () => {
    expect(readHost({ ...around, hash: "#host=https://lab.example", embedded: false })).toEqual({ kind: "none" });
  });

  it("is refused without a word of the deployment", () => {
    expect(readHost({ ...around, hash: "#host=https://lab.example", allowed: [] })).toEqual({
      kind: "refused",
      reason: "https://lab.example is not among the hosts that this page was set up for.",
    });
  });

  it("gets one end of a channel, under its own origin only", () => {
    const host = { postMessage: vi.fn() };
    const port = portToHost("https://lab.example", host);
    expect(host.postMessage).toHaveBeenCalledExactlyOnceWith(
      { type: "molsmith:bridge", protocol: "molsmith.bridge.1" },
      { targetOrigin: "https://lab.example", transfer: [expect.any(MessagePort)] },
    );
    port.close();
  });
});

/** The host of docs/example-host, in this process: what it answers is what any host has to. */
describe("a host's side", () => {
  const builder = "https://builder.example";
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    vi.unstubAllGlobals();
  });

  const row = {
    name: "row",
    description: "A row.",
    inputSchema: { type: "object" },
    async run({ count }: { count: number }, { signal, progress }: { signal: AbortSignal; progress: Progress }) {
      progress(1, 4, "a quarter");
      if (count === 0) throw new Error("nothing to put");
      if (count < 0) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      const structure = { elements: [18], positions: [0, 0, 0], cell: null, bonds: [] };
      return {
        content: [{ type: "text", text: "Put." }],
        structuredContent: { contract: 1, name: "row", structure, warnings: [], provenance: {} },
      };
    },
  };
  type Progress = (progress: number, total: number, message: string) => void;

  async function offered() {
    const window = new EventTarget();
    vi.stubGlobal("window", window);
    vi.stubGlobal("location", new URL("https://lab.example/portal"));
    const frame = { contentWindow: {} };
    const file = new URL("../../../docs/example-host/bridge.mjs", import.meta.url).href;
    const { offerTools } = (await import(/* @vite-ignore */ file)) as { offerTools(...args: unknown[]): void };
    offerTools(frame, builder, { title: "Lab", version: "1", tools: [row] });
    const knock = (change: object = {}) => {
      const port = portToHost("https://lab.example", {
        postMessage(data: unknown, { transfer }: { transfer: MessagePort[] }) {
          const event = { data, ports: transfer, source: frame.contentWindow, origin: builder, ...change };
          window.dispatchEvent(Object.assign(new Event("message"), event));
        },
      } as never);
      ends.push(() => port.close());
      return port;
    };
    return knock;
  }

  async function open(port: MessagePort, events: BridgeEvent[] = []): Promise<Relay> {
    const relay = new Relay(decodeResult, (event) => events.push(event));
    await relay.open({ address: "", token: "", port }, new AbortController().signal);
    return relay;
  }

  const live = () => new AbortController().signal;

  it("lists, connects, calls with progress, refuses and cancels", async () => {
    const relay = await open((await offered())());
    const { servers } = await relay.servers(live());
    expect(servers).toMatchObject([
      { name: "host", title: "Lab", kind: "inmemory", fingerprint: "Lab 1", remote: false },
    ]);
    await expect(relay.session("host", "Lab 0").connect(live())).rejects.toMatchObject({
      failure: { kind: "server", message: "the server has to be allowed first" },
    });
    const session = relay.session("host", "Lab 1");
    expect((await session.connect(live())).info).toMatchObject({ protocol: "2025-11-25", tools: [{ name: "row" }] });

    const progress = vi.fn();
    const call = (count: number) => ({ tool: "row", arguments: { count }, bufs: {} });
    const answer = await session.call(call(1), live(), progress);
    expect([answer.text, answer.structure.atoms]).toEqual(["Put.", 1]);
    expect(progress).toHaveBeenCalledWith(0.25, "a quarter");
    await expect(session.call(call(0), live(), progress)).rejects.toMatchObject({
      failure: { kind: "server", message: "nothing to put" },
    });
    const abort = new AbortController();
    const cancelled = session.call(call(-1), abort.signal, () => abort.abort());
    await expect(cancelled).rejects.toMatchObject({ failure: { kind: "cancelled" } });
    await expect(session.plain("none", {}, live(), progress)).rejects.toMatchObject({ failure: { kind: "server" } });
    expect(await relay.settings(live())).toBe("https://lab.example/portal");
    await session.close();
  });

  it.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { source: {} },
    { data: { type: "molsmith:bridge", protocol: "molsmith.bridge.2" } },
    { data: null },
    { ports: [] },
  ])("answers nobody else: %j", async (change) => {
    vi.useFakeTimers();
    try {
      const port = (await offered())(change);
      const opened = open(port);
      const refused = expect(opened).rejects.toMatchObject({ failure: { kind: "network", facts: { timeout: true } } });
      await vi.advanceTimersByTimeAsync(15_000);
      await refused;
    } finally {
      vi.useRealTimers();
    }
  });

  it("is asked nothing more when its answer is too long", async () => {
    const { port1, port2 } = new MessageChannel();
    ends.push(() => port2.close());
    const events: BridgeEvent[] = [];
    port2.postMessage('{"type":"tools:ready"}');
    const relay = await open(port1, events);
    const waiting = relay.servers(live());
    const refused = expect(waiting).rejects.toMatchObject({ failure: { kind: "server" } });
    // What a message of that length would be: only its length is looked at.
    (relay as unknown as { receive(text: { length: number }): void }).receive({ length: 2 ** 30 });
    await refused;
    await vi.waitFor(() => expect(events).toMatchObject([{ type: "tools:closed" }]));
  });

  it("may end the connection", async () => {
    const { port1, port2 } = new MessageChannel();
    ends.push(() => port2.close());
    const events: BridgeEvent[] = [];
    port2.postMessage('{"type":"tools:ready"}');
    const relay = await open(port1, events);
    const waiting = relay.servers(live());
    port2.postMessage('{"type":"tools:closed"}');
    await expect(waiting).rejects.toMatchObject({ failure: { kind: "server" } });
    expect(events).toEqual([{ type: "tools:closed", reason: expect.stringContaining("embedded") }]);
  });
});
