import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeCore } from "../forms/fakeCore";
import { provideCore } from "../state/core";
import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import type { FromBridge, ToBridge } from "../tools/bridge";
import { BridgeServer } from "../tools/bridgeServer";
import { buttonTool } from "../tools/fakeServer";
import { base64url } from "../tools/relay";
import { allowServer, disallowServer, listServers, openBridge, openSettings, reconnectServer } from "./bridge";
import { disconnectServer, removeServer, serverRunner } from "./connect";
import { callPlain, readMessages } from "./details";
import type { Server } from "./model";
import { allowedServers } from "./remembered";
import { serversSummary } from "./summary";

// The page against a bridge that speaks docs/bridge.md, over a WebSocket that is none.

type Message = Record<string, unknown> & { type: string; id: number; server: string };

/** The network worker without the worker. */
class InlineWorker {
  onmessage: ((event: { data: FromBridge }) => void) | null = null;
  onerror = null;
  readonly server = new BridgeServer((data) => this.onmessage?.({ data }));
  postMessage(message: ToBridge): void {
    this.server.receive(message);
  }
}

/** What stands in the bridge's configuration. */
let entries: Record<string, unknown>[];
/** Answers a message in another way than the bridge of most tests. */
let answer: (message: Message, socket: FakeSocket) => object | null | undefined;
let sockets: FakeSocket[];
let refused = false;

class FakeSocket {
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;
  readonly got: Message[] = [];
  constructor(
    readonly address: string,
    readonly protocols: string[],
  ) {
    sockets.push(this);
    queueMicrotask(() => (refused ? this.onclose({ code: 1006, reason: "" }) : this.onopen()));
  }
  send(text: string): void {
    const message = JSON.parse(text) as Message;
    this.got.push(message);
    const special = answer(message, this);
    if (special === null) return;
    queueMicrotask(() => this.say({ id: message.id, ...(special ?? usual(message)) }));
  }
  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close(): void {}
}

function usual(message: Message): object {
  switch (message.type) {
    case "tools:servers":
      return {
        type: "tools:servers",
        config: "/home/ada/mcp.json",
        problems: ['server "bad", "args": …'],
        servers: entries,
      };
    case "tools:connect":
      return {
        type: "tools:connected",
        server: message.server,
        info: { name: "lab-tools", version: "2.0", title: "Lab tools" },
        protocol: "2025-11-25",
        serverInfo: { name: "lab-tools" },
        capabilities: { tools: { listChanged: true } },
        instructions: "Be careful.",
        ms: 412,
        tools: [buttonTool("box"), { name: "plain", inputSchema: { type: "object" } }],
      };
    case "tools:call":
      return { type: "tools:done", ms: 3, result: { content: [{ type: "text", text: "hi" }], isError: false } };
    default:
      return { type: "tools:disconnected", server: message.server };
  }
}

const lab = (more: object = {}) => ({
  server: "lab",
  title: "The lab",
  kind: "stdio",
  shown: "uvx lab-tools",
  cwd: "/work",
  env: ["KEY"],
  remote: false,
  fingerprint: "f1",
  state: { state: "idle" },
  ...more,
});

let stored: Map<string, string>;

beforeEach(() => {
  entries = [lab()];
  answer = () => undefined;
  sockets = [];
  refused = false;
  stored = new Map();
  vi.stubGlobal("Worker", InlineWorker);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { href: "http://127.0.0.1:8765/", origin: "http://127.0.0.1:8765" });
  vi.stubGlobal("document", { querySelector: () => ({ content: "/bridge" }) });
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  });
  provideCore(
    new FakeCore({ "form.build": () => ({ model: { fields: [] } }), "result.check": () => ({ result: {} }) }),
  );
  useTools.setState({
    offers: [],
    entries: [],
    servers: [],
    bridge: { link: { state: "locked" }, config: "", problems: [] },
  });
  useNotices.setState({ list: [], current: null });
  useUi.setState({ question: null, dialog: "none" });
});
afterEach(() => {
  for (const { id } of useTools.getState().servers) removeServer(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const id = "bridge:lab";
const server = () => useTools.getState().servers.find((one) => one.id === id) as Server;
const socket = () => sockets.at(-1) as FakeSocket;
const sent = (type: string) => sockets.flatMap(({ got }) => got).filter((message) => message.type === type);
const link = () => useTools.getState().bridge.link;
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("the bridge", () => {
  it("is opened with the token in a subprotocol, and connects nothing that was not allowed", async () => {
    expect(await openBridge({ token: " tökén+/ " })).toBe(true);
    expect(socket().address).toBe("ws://127.0.0.1:8765/bridge");
    expect(socket().protocols).toEqual(["molsmith.bridge.1", `molsmith.token.${base64url("tökén+/")}`]);
    expect(base64url("tökén+/")).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(useTools.getState().bridge).toEqual({
      link: { state: "ready" },
      config: "/home/ada/mcp.json",
      problems: ['server "bad", "args": …'],
    });
    expect(server()).toMatchObject({
      name: "The lab",
      transport: "stdio",
      shown: "uvx lab-tools",
      state: { state: "unconfirmed" },
      entry: { fingerprint: "f1", cwd: "/work", env: ["KEY"], headers: [] },
    });
    expect(sent("tools:connect")).toEqual([]);
    expect(useNotices.getState().current?.title).toBe("The lab waits for your permission.");
    await openBridge({ token: "tökén+/" });
    expect(useNotices.getState().list).toHaveLength(1);
    expect(serversSummary(useTools.getState().servers, useTools.getState().bridge.link).text).toBe(
      "The lab waits for permission",
    );
  });

  it("says who waits for permission until nobody does", async () => {
    entries = [lab(), lab({ server: "shop", title: "The shop", fingerprint: "f3" })];
    const title = () => useNotices.getState().current?.title;
    await openBridge({ token: "t" });
    expect(title()).toBe("2 servers wait for your permission.");
    await allowServer(id);
    expect(title()).toBe("The shop waits for your permission.");
    await allowServer("bridge:shop");
    expect(title()).toBeUndefined();

    // Another notice stays, and one that was dismissed does not come back.
    entries.push(lab({ server: "mill", title: "The mill", fingerprint: "f4" }));
    await openBridge({ token: "t" });
    expect(title()).toBe("The mill waits for your permission.");
    useNotices.getState().notify({ level: "info", title: "Saved." });
    await allowServer("bridge:mill");
    expect(title()).toBe("Saved.");
  });

  it("says where its servers are listed, and leaves unknown messages alone", async () => {
    entries = [null, 7, lab({ server: 7 }), lab()] as never;
    await openBridge({ token: "t" });
    expect(useTools.getState().servers.map((one) => one.id)).toEqual([id]);
    answer = ({ type }) =>
      type === "tools:openSettings" ? { type: "tools:settings", path: "/home/ada/mcp.json" } : undefined;
    expect(await openSettings()).toBe("/home/ada/mcp.json");
    for (const data of ["{", "null", "[]", '{"type":"tools:state"}', '{"type":"tools:done","id":99,"result":{}}'])
      socket().onmessage({ data });
    expect(link()).toEqual({ state: "ready" });
  });

  it("says why it was refused", async () => {
    refused = true;
    const cases: [status: number | null, token: string, reason: string][] = [
      [401, "", "It asks for the token that toolserver serve printed."],
      [401, "wrong", "It refused the token."],
      [503, "t", "Too many pages use it."],
      [null, "t", "Nothing answers; toolserver serve may have ended."],
    ];
    for (const [status, token, reason] of cases) {
      vi.stubGlobal("fetch", async () => {
        if (status === null) throw new TypeError("Failed to fetch");
        return new Response("", { status });
      });
      expect(await openBridge({ token })).toBe(false);
      expect(link()).toEqual({ state: "failed", reason });
    }
  });

  it("that ends is opened again, and its servers keep their tools meanwhile", async () => {
    await openBridge({ token: "t" });
    await allowServer(id);
    vi.useFakeTimers();
    socket().onclose({ code: 1001, reason: "" });
    expect(link()).toMatchObject({ state: "waiting", reason: "the bridge was ended", attempt: 1, seconds: 1 });
    expect(server().state).toMatchObject({ state: "waiting", attempt: 1 });
    expect(useTools.getState().entries.map((entry) => entry.id)).toEqual(["lab:box"]);
    refused = true;
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await vi.advanceTimersByTimeAsync(1000);
    expect(link()).toMatchObject({ state: "waiting", attempt: 2, seconds: 2 });
    refused = false;
    await vi.advanceTimersByTimeAsync(2000);
    expect(link()).toEqual({ state: "ready" });
    expect(server().state).toEqual({ state: "ready" });
    expect(sockets).toHaveLength(3);
  });
});

describe("a server of the bridge", () => {
  it("is connected when it was allowed, and what it said is kept", async () => {
    await openBridge({ token: "t" });
    expect(await allowServer(id)).toBe(true);
    expect(sent("tools:connect")).toMatchObject([{ server: "lab", fingerprint: "f1" }]);
    expect(server()).toMatchObject({
      state: { state: "ready" },
      source: { id: "lab", name: "lab-tools", version: "2.0", loopback: true },
      info: { protocol: "2025-11-25", instructions: "Be careful.", milliseconds: 412 },
    });
    expect(server().info?.tools.map(({ name }) => name)).toEqual(["box", "plain"]);
    expect(useTools.getState().entries.map((entry) => entry.id)).toEqual(["lab:box"]);
    expect(allowedServers().lab).toMatchObject({ fingerprint: "f1", shown: "uvx lab-tools", off: false });
  });

  it("is connected by itself with the next visit, unless it was disconnected by hand", async () => {
    await openBridge({ token: "t" });
    await allowServer(id);
    useTools.setState({ servers: [] });
    await openBridge({ token: "t" });
    await vi.waitFor(() => expect(server().state).toEqual({ state: "ready" }));
    disconnectServer(id);
    useTools.setState({ servers: [] });
    await openBridge({ token: "t" });
    await settled();
    expect(server().state).toEqual({ state: "idle" });
    expect(await reconnectServer(id)).toBe(true);
    expect(allowedServers().lab?.off).toBe(false);
  });

  it("is asked about again when its entry changes, and then has no tools", async () => {
    await openBridge({ token: "t" });
    await allowServer(id);
    entries = [lab({ shown: "uvx other-tools", fingerprint: "f2" })];
    socket().say({
      type: "tools:state",
      server: "lab",
      state: "failed",
      reason: "the entry of the server was changed",
    });
    await vi.waitFor(() => expect(server().state).toEqual({ state: "unconfirmed" }));
    expect(server().shown).toBe("uvx other-tools");
    expect(useTools.getState().entries).toEqual([]);
    expect(allowedServers().lab?.shown).toBe("uvx lab-tools");
    expect(await allowServer(id)).toBe(true);
    disallowServer(id);
    expect(server().state).toEqual({ state: "unconfirmed" });
    expect(allowedServers()).toEqual({});
    entries = [];
    await listServers();
    expect(useTools.getState().servers).toEqual([]);
  });

  it("whose entry changed while it was allowed is asked about as it is now", async () => {
    await openBridge({ token: "t" });
    entries = [lab({ shown: "uvx newer-tools", fingerprint: "f2" })];
    const failure = { kind: "unconfirmed", message: "the server has to be allowed first: uvx newer-tools" };
    answer = ({ type }) => (type === "tools:connect" ? { type: "tools:failed", failure } : undefined);
    expect(await allowServer(id)).toBe(false);
    expect(server()).toMatchObject({ shown: "uvx newer-tools", state: { state: "unconfirmed" } });
  });

  it("on another machine is said to get what it is given; a program is not", async () => {
    const address = "https://tools.example/mcp";
    entries = [
      lab({ kind: "streamable", shown: address, remote: true, host: "tools.example", headers: ["Authorization"] }),
    ];
    await openBridge({ token: "t" });
    expect(server()).toMatchObject({ remote: true, host: "tools.example", entry: { headers: ["Authorization"] } });
    await allowServer(id);
    expect(server().source).toMatchObject({ url: address, loopback: false });
  });

  it("shows what it wrote before this page came", async () => {
    await openBridge({ token: "t" });
    answer = ({ type, server }, socket) => {
      if (type === "tools:servers" && server) return { type, servers: [lab({ log: ["an hour ago", "ready"] })] };
      if (type === "tools:connect") socket.say({ type: "tools:log", server, lines: ["ready"] });
      return undefined;
    };
    await allowServer(id);
    await vi.waitFor(() => expect(server().log[0]).toEqual({ at: 0, from: "server", text: "an hour ago" }));
    const lines = server().log.filter(({ from }) => from === "server");
    expect(lines.map(({ text }) => text)).toEqual(["an hour ago", "ready"]);
  });

  it("that ended is shown as the bridge tries it again, with its log", async () => {
    await openBridge({ token: "t" });
    await allowServer(id);
    socket().say({ type: "tools:log", server: "lab", lines: ["loading\u202e the model", 7] });
    socket().say({ type: "tools:state", server: "lab", state: "waiting", reason: "it ended", attempt: 2, of: 5 });
    expect(server().state).toEqual({ state: "waiting", reason: "it ended", attempt: 2, of: 5, seconds: 2 });
    socket().say({ type: "tools:state", server: "lab", state: "connected" });
    expect(server().state).toEqual({ state: "ready" });
    socket().say({ type: "tools:changed", server: "lab", tools: [buttonTool("new"), null] });
    await vi.waitFor(() => expect(useTools.getState().entries.map((entry) => entry.id)).toEqual(["lab:new"]));
    expect(server().log.map(({ from, text }) => `${from} ${text}`)).toEqual([
      "state connecting",
      "state connected",
      "server loading the model",
      "server ",
      "state lost: it ended; try 2 of 5 in 2 s",
      "state connected",
    ]);
  });

  it("that was left hears nothing more of what was on its way", async () => {
    await openBridge({ token: "t" });
    await allowServer(id);
    disconnectServer(id);
    for (const message of [
      { type: "tools:changed", tools: [buttonTool("late")] },
      { type: "tools:state", state: "waiting", reason: "it ended", attempt: 1, of: 5 },
      { type: "tools:state", state: "connected" },
      { type: "tools:state", state: "failed", reason: "it ended" },
    ])
      socket().say({ server: "lab", ...message });
    await settled();
    expect(server().state).toEqual({ state: "idle" });
    expect(useTools.getState().entries).toEqual([]);
  });

  it("that was given up is connected when another tab has connected it", async () => {
    await openBridge({ token: "t" });
    await allowServer(id);
    socket().say({ type: "tools:state", server: "lab", state: "failed", reason: "it ended five times" });
    expect(server().state).toMatchObject({ state: "failed", problem: { what: "it ended five times" } });
    await settled();
    socket().say({ type: "tools:state", server: "lab", state: "connected" });
    await vi.waitFor(() => expect(server().state).toEqual({ state: "ready" }));
  });

  it("is called: progress, cancel, and an answer that comes too late", async () => {
    await openBridge({ token: "t" });
    await allowServer(id);
    answer = (message) => (message.type === "tools:call" || message.type === "tools:cancel" ? null : undefined);
    const abort = new AbortController();
    const progress = vi.fn();
    const running = callPlain(id, "plain", { text: "x" }, { signal: abort.signal, onProgress: progress });
    await vi.waitFor(() => expect(sent("tools:call")).toMatchObject([{ tool: "plain", arguments: { text: "x" } }]));
    const call = sent("tools:call")[0] as Message;
    socket().say({ type: "tools:progress", id: call.id, progress: 1, total: 4, message: "one\nstep" });
    expect(progress).toHaveBeenCalledWith(0.25, "one step");
    abort.abort();
    await expect(running).rejects.toThrow("Cancelled.");
    expect(sent("tools:cancel")).toMatchObject([{ id: call.id }]);
    socket().say({ type: "tools:done", id: call.id, result: { content: [] } });

    answer = () => undefined;
    const signal = new AbortController().signal;
    const done = await callPlain(id, "plain", {}, { signal, onProgress: progress });
    expect(done.result).toEqual({ content: [{ type: "text", text: "hi" }], isError: false });
  });

  const failures: [failure: unknown, message: string][] = [
    [
      { kind: "network", message: "the server ended (signal: killed)" },
      "The server failed: the server ended (signal: killed)",
    ],
    [{ kind: "server", message: "Unknown tool", code: -32602 }, "The server failed: Unknown tool"],
    [
      { kind: "invalid", message: "the answer is not JSON" },
      "The tool returned an invalid result: the answer is not JSON",
    ],
    [{ kind: "busy", message: "64 requests are under way" }, "The server failed: 64 requests are under way"],
    ["nonsense", "The server failed: it did not say why"],
  ];
  it.each(failures)("that fails with %j says so", async (failure, message) => {
    await openBridge({ token: "t" });
    await allowServer(id);
    answer = ({ type }) => (type === "tools:call" ? { type: "tools:failed", failure } : undefined);
    const [entry] = useTools.getState().entries;
    if (!entry) throw new Error("no tool");
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    await expect(serverRunner("lab").run(entry, {}, options)).rejects.toMatchObject({ message });
  });

  it("shows its last messages when they are asked for", async () => {
    await openBridge({ token: "t" });
    await allowServer(id);
    const messages = [{ out: true, at: 5, bytes: 130, text: '{"jsonrpc":"2.0"}' }];
    answer = ({ type, server }) =>
      type === "tools:servers" && server === "lab"
        ? { type, servers: [lab({ messages: [...messages, null, { at: 1e300 }] })] }
        : undefined;
    await readMessages(id);
    // A time that no clock shows is none.
    expect(server().messages).toEqual([...messages, { out: false, at: 0, bytes: 0, text: "" }]);
  });
});
