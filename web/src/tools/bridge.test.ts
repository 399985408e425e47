import { describe, expect, it, vi } from "vitest";
import { FakeCore, withBufs } from "../forms/fakeCore";
import type { BridgeFailure, FromBridge, ToBridge } from "./bridge";
import { BridgeClient, BridgeError, type BridgePort } from "./bridgeClient";
import { META_KEY } from "./marker";
import { readTools, type ToolSource } from "./registry";
import { remoteRunner } from "./remote";
import { ToolFailure } from "./runner";

/** The far end of a bridge, driven by the test. */
class FakePort implements BridgePort {
  readonly sent: ToBridge[] = [];
  receive: (message: FromBridge) => void = () => undefined;
  lost: (reason: string) => void = () => undefined;
  post(message: ToBridge): void {
    this.sent.push(message);
  }
  listen(receive: (message: FromBridge) => void, lost: (reason: string) => void): void {
    this.receive = receive;
    this.lost = lost;
  }
  last(): ToBridge & { id: number } {
    const last = this.sent.at(-1);
    if (!last) throw new Error("nothing was sent");
    return last;
  }
}

const done = (id: number): FromBridge => ({
  type: "tools:done",
  id,
  text: "Built.",
  result: { contract: 1 },
  structure: { atoms: 1, bonds: 0, cell: null },
  bufs: { elements: new Uint8Array([1]) },
});
const call = { tool: "box", arguments: { n: 1 }, bufs: {} };
const live = () => new AbortController().signal;

describe("the page's end of the bridge", () => {
  it("pairs answers with their requests", async () => {
    const port = new FakePort();
    const bridge = new BridgeClient(port);
    const progress = vi.fn();
    const first = bridge.call("lab", call, live(), progress);
    const second = bridge.call("lab", call, live(), () => undefined);
    const [a, b] = port.sent.map((message) => message.id) as [number, number];
    port.receive({ type: "tools:progress", id: a, fraction: 0.5, message: "half" });
    port.receive({ type: "tools:failed", id: b, failure: { kind: "tool", message: "no" } });
    port.receive(done(a));
    expect((await first).text).toBe("Built.");
    await expect(second).rejects.toMatchObject({ failure: { kind: "tool", message: "no" } });
    expect(progress.mock.calls).toEqual([[0.5, "half"]]);
  });

  it("drops what arrives after a cancel", async () => {
    const port = new FakePort();
    const bridge = new BridgeClient(port);
    const abort = new AbortController();
    const progress = vi.fn();
    const running = bridge.call("lab", call, abort.signal, progress);
    const { id } = port.last();
    abort.abort();
    await expect(running).rejects.toMatchObject({ failure: { kind: "cancelled" } });
    expect(port.last()).toEqual({ type: "tools:cancel", id });
    port.receive({ type: "tools:progress", id, fraction: 1, message: "late" });
    port.receive(done(id));
    expect(progress).not.toHaveBeenCalled();
  });

  it("does not send what was cancelled before", async () => {
    const port = new FakePort();
    const abort = new AbortController();
    abort.abort();
    await expect(new BridgeClient(port).call("lab", call, abort.signal, () => undefined)).rejects.toBeInstanceOf(
      BridgeError,
    );
    expect(port.sent).toEqual([]);
  });

  it("fails what waits when the bridge is lost", async () => {
    const port = new FakePort();
    const running = new BridgeClient(port).connect("lab", { via: "http", url: "http://x/mcp", token: "" }, "1", live());
    port.lost("it stopped");
    await expect(running).rejects.toMatchObject({ failure: { kind: "server", message: "it stopped" } });
  });

  it("passes on what nobody asked for", () => {
    const port = new FakePort();
    const bridge = new BridgeClient(port);
    const seen = vi.fn();
    bridge.onEvent = seen;
    const event = { type: "tools:changed" as const, server: "lab", tools: [{ name: "a", inputSchema: {} }] };
    port.receive(event);
    expect(seen).toHaveBeenCalledWith(event);
  });
});

describe("a tool on a server", () => {
  const source: ToolSource = { id: "lab", kind: "server", name: "lab", version: "1", loopback: true };
  const marker = { contract: 1, category: "bulk", apply: "new_document", document: "none", stochastic: false };
  const [entry] = readTools(source, [{ name: "box", inputSchema: {}, _meta: { [META_KEY]: marker } }]).entries;
  if (!entry) throw new Error("the tool is no button");

  function setUp(
    check: () => unknown = () => withBufs({ result: { name: "water" } }, { elements: new Uint8Array([1]) }),
  ) {
    const port = new FakePort();
    const life = new AbortController();
    const runner = remoteRunner(
      new BridgeClient(port),
      { id: "lab", life: life.signal },
      new FakeCore({ "result.check": check }),
      async (facts) => `explained ${facts.status}`,
    );
    const abort = new AbortController();
    const running = runner.run(
      entry as NonNullable<typeof entry>,
      { n: 1 },
      { signal: abort.signal, onProgress: () => undefined },
    );
    return { port, running, abort, life };
  }

  it("gives a result that the core has checked", async () => {
    const { port, running } = setUp();
    port.receive(done(port.last().id));
    expect(await running).toMatchObject({ text: "Built.", result: { name: "water" } });
  });

  it("refuses what the core refuses", async () => {
    const { port, running } = setUp(() => {
      throw new Error("/structure/bonds/0: atom 3 does not exist");
    });
    port.receive(done(port.last().id));
    await expect(running).rejects.toMatchObject({
      kind: "invalid",
      message: "The tool returned an invalid result: /structure/bonds/0: atom 3 does not exist",
    });
  });

  const failures: [failure: BridgeFailure, kind: string, message: string][] = [
    [{ kind: "tool", message: "too dense" }, "tool", "too dense"],
    [
      { kind: "invalid", message: "contract is missing" },
      "invalid",
      "The tool returned an invalid result: contract is missing",
    ],
    [{ kind: "server", message: "internal error" }, "server", "The server failed: internal error"],
    [{ kind: "network", facts: { message: "", status: 401 } }, "server", "The server failed: explained 401"],
  ];
  it.each(failures)("%j", async (failure, kind, message) => {
    const { port, running } = setUp();
    port.receive({ type: "tools:failed", id: port.last().id, failure });
    await expect(running).rejects.toMatchObject({ kind, message });
  });

  it("ends with its server, and says so; what comes later is dropped", async () => {
    const { port, running, life } = setUp();
    const { id } = port.last();
    life.abort(new ToolFailure("server", "lab was disconnected before its result came."));
    await expect(running).rejects.toMatchObject({ message: "lab was disconnected before its result came." });
    expect(port.last()).toEqual({ type: "tools:cancel", id });
    port.receive(done(id));
  });

  it("ends with the reason of the abort", async () => {
    const { running, abort } = setUp();
    abort.abort(new ToolFailure("timeout", "No result within 60 s."));
    await expect(running).rejects.toMatchObject({ kind: "timeout", message: "No result within 60 s." });
  });
});
