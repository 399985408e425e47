import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeCore } from "../forms/fakeCore";
import { provideCore } from "../state/core";
import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import type { FromBridge, ToBridge } from "../tools/bridge";
import { BridgeServer } from "../tools/bridgeServer";
import { connectAtStart, watchToolLinks } from "../tools/connect";
import { buttonTool, FakeServer, json } from "../tools/fakeServer";
import { META_KEY } from "../tools/marker";
import { readTools, type ToolSource } from "../tools/registry";
import { addServer, connectServer, disconnectServer, editServer, removeServer, serverRunner } from "./connect";
import { rememberedServers } from "./remembered";
import { serversSummary } from "./summary";

const loopback = "http://127.0.0.1:8765/mcp";
const stranger = "https://tools.example.org/mcp";

/** The network worker without the worker: the same code, called directly. */
class InlineWorker {
  onmessage: ((event: { data: FromBridge }) => void) | null = null;
  onerror = null;
  readonly server = new BridgeServer((data) => this.onmessage?.({ data }));
  postMessage(message: ToBridge): void {
    this.server.receive(message);
  }
  terminate(): void {}
}

let server: FakeServer;
let stored: Map<string, string>;
let location: { hash: string; pathname: string; search: string; href: string; origin: string };
let hashChanged: () => void;

beforeEach(() => {
  server = new FakeServer({ era: "2026-07-28" });
  stored = new Map();
  location = { hash: "", pathname: "/", search: "", href: "https://page.example/", origin: "https://page.example" };
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  vi.stubGlobal("Worker", InlineWorker);
  vi.stubGlobal("fetch", (...args: Parameters<typeof fetch>) => server.fetch(...args));
  vi.stubGlobal("location", location);
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("history", {
    state: null,
    replaceState() {
      location.hash = "";
    },
  });
  vi.stubGlobal("window", {
    localStorage,
    addEventListener: (_: string, listener: () => void) => {
      hashChanged = listener;
    },
  });
  provideCore(
    new FakeCore({
      "form.build": ({ inputSchema }) => {
        if ((inputSchema as { bad?: boolean }).bad) throw new Error('Builder cannot build a form: "p" uses oneOf');
        return { model: { fields: [] } };
      },
      "result.check": () => ({ result: { name: "x" } }),
    }),
  );
  useTools.setState({ offers: [], entries: [], forms: {}, servers: [], draft: null });
  useNotices.setState({ list: [], current: null });
  useUi.setState({ question: null, dialog: "none" });
});
afterEach(() => {
  for (const { id } of useTools.getState().servers) removeServer(id);
  vi.unstubAllGlobals();
});

const first = () => useTools.getState().servers[0];
const id = `http:${loopback}`;
const names = () => useTools.getState().entries.map((entry) => entry.id);

describe("connecting", () => {
  it("puts the server's tools into the menu and remembers the address, never the token", async () => {
    server.options = { ...server.options, token: "secret" };
    expect(await addServer(` ${loopback} `, " secret ")).toBe(true);
    expect(first()).toMatchObject({
      id,
      name: "fake",
      transport: "http",
      shown: loopback,
      remote: false,
      state: { state: "ready" },
      source: { id: "fake", name: "fake", version: "1.2.3", loopback: true },
      info: { protocol: "2026-07-28", capabilities: { tools: {} } },
    });
    expect(first()?.log.map(({ text }) => text)).toEqual(["connecting", "connected"]);
    expect(names()).toEqual(["fake:box"]);
    expect([...stored.values()]).toEqual([JSON.stringify({ servers: [{ url: loopback, name: "fake", auto: false }] })]);
    disconnectServer(id);
    expect(names()).toEqual([]);
    expect(first()?.state).toEqual({ state: "idle" });
    removeServer(id);
    expect(first()).toBeUndefined();
    expect(rememberedServers()).toEqual([]);
  });

  it("to several at once: each has its tools, and an id of its own", async () => {
    const other = "http://127.0.0.1:9000/mcp";
    await Promise.all([addServer(loopback, ""), addServer(other, "")]);
    expect(names().sort()).toEqual(["fake-2:box", "fake:box"]);
    expect(rememberedServers().map(({ url, auto }) => [url, auto])).toEqual([
      [loopback, true],
      [other, true],
    ]);
    expect(serversSummary(useTools.getState().servers, useTools.getState().bridge.link)).toEqual({
      text: "2 tool servers",
      level: "good",
    });
    await editServer(`http:${other}`, "http://127.0.0.1:9001/mcp", "");
    expect(useTools.getState().servers.map(({ shown }) => shown)).toEqual([loopback, "http://127.0.0.1:9001/mcp"]);
    expect(names()).toHaveLength(2);
  });

  it("again reads the tools again, and an open form's tool stays the same object", async () => {
    await addServer(loopback, "");
    const [before] = useTools.getState().entries;
    server.options = { ...server.options, tools: [buttonTool("new"), buttonTool("box")] };
    expect(await connectServer(id)).toBe(true);
    expect(names()).toEqual(["fake:new", "fake:box"]);
    expect(useTools.getState().entries[1]).toBe(before);
  });

  it("shows why a form cannot be built, and says once what is hidden", async () => {
    const marker = { contract: 9, category: "bulk", apply: "new_document" };
    server.options = {
      ...server.options,
      tools: [
        buttonTool("good"),
        buttonTool("bad", { inputSchema: { type: "object", bad: true } }),
        buttonTool("future", { _meta: { [META_KEY]: marker } }),
      ],
    };
    await addServer(loopback, "");
    expect(useTools.getState().entries.map((entry) => entry.unusable)).toEqual([
      undefined,
      'Builder cannot build a form: "p" uses oneOf',
    ]);
    expect(useNotices.getState().list.map((notice) => notice.text)).toEqual([
      "Not usable here: future needs another contract version.",
    ]);
  });

  it("shows a tool of the same version once", async () => {
    const page: ToolSource = { id: "page", kind: "page", name: "fake", version: "1.2.3", loopback: true };
    useTools.getState().setOffer(readTools(page, [buttonTool("box")]));
    await addServer(loopback, "");
    expect(names()).toEqual(["page:box"]);
    expect(useTools.getState().entries[0]?.also?.map(({ id }) => id)).toEqual(["fake"]);
  });

  const refusing = (options: Partial<FakeServer["options"]>) => {
    server.options = { ...server.options, ...options };
  };
  const failures: [name: string, prepare: () => void, url: string, cause: string][] = [
    ["a wrong token", () => refusing({ token: "right" }), loopback, "token"],
    ["a refusal", () => refusing({ refuse: () => json({}, 403) }), loopback, "forbidden"],
    ["a text that is no address", () => undefined, "not a url", "address"],
    ["nothing", () => undefined, "  ", "address"],
  ];
  it.each(failures)("%s", async (_, prepare, url, cause) => {
    prepare();
    expect(await addServer(url, "wrong")).toBe(false);
    const { draft } = useTools.getState();
    const { state } = first() ?? { state: { state: "failed", problem: draft?.problem } };
    expect(state).toMatchObject({ state: "failed", problem: { cause } });
    expect(stored.size).toBe(0);
    expect(names()).toEqual([]);
  });

  it("names a server that is down", async () => {
    server.down = true;
    expect(await addServer(loopback, "")).toBe(false);
    expect(first()?.state).toMatchObject({ state: "failed", problem: { cause: "server-down" } });
  });

  const run = (signal = new AbortController().signal) => {
    const [entry] = useTools.getState().entries;
    if (!entry) throw new Error("no tool");
    return serverRunner("fake").run(entry, {}, { signal, onProgress: () => undefined });
  };

  it("that is lost is tried again, later and later; its tools stay in the menu", async () => {
    await addServer(loopback, "");
    server.down = true;
    const running = run();
    await expect(running).rejects.toMatchObject({
      kind: "server",
      message: "The server failed: Nothing answers at 127.0.0.1:8765. Start the server: toolserver serve",
    });
    expect(first()?.state).toMatchObject({ state: "waiting", attempt: 1, of: 5, seconds: 1 });
    expect(names()).toEqual(["fake:box"]);
    await vi.waitFor(() => expect(first()?.state).toMatchObject({ attempt: 2, seconds: 2 }), 3000);
    server.down = false;
    await vi.waitFor(() => expect(first()?.state).toEqual({ state: "ready" }), 4000);
  });

  it("that is left ends what runs on it, and says so", async () => {
    server.options = { ...server.options, call: () => new Promise(() => undefined) };
    await addServer(loopback, "");
    const running = run();
    await vi.waitFor(() => expect(server.count("tools/call")).toBe(1));
    disconnectServer(id);
    await expect(running).rejects.toMatchObject({
      kind: "server",
      message: "fake was disconnected before its result came; it is not taken over.",
    });
  });

  it("that is left while its failure is looked into is not tried again", async () => {
    let allow: (permission: { state: string }) => void = () => undefined;
    const query = vi.fn(() => new Promise((resolve) => (allow = resolve)));
    vi.stubGlobal("navigator", { permissions: { query } });
    await addServer(loopback, "");
    server.down = true;
    const running = run().catch(() => undefined);
    await vi.waitFor(() => expect(query).toHaveBeenCalled());
    disconnectServer(id);
    allow({ state: "granted" });
    await running;
    expect(first()?.state).toEqual({ state: "idle" });
  });

  it("again does not wait for a server that does not say goodbye, nor for an attempt that was given up", async () => {
    server.options = { ...server.options, era: "2025-06-18" };
    const goodbyes: (() => void)[] = [];
    vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
      init?.method === "DELETE"
        ? new Promise((resolve) => goodbyes.push(() => resolve(new Response(null, { status: 200 }))))
        : server.fetch(input, init),
    );
    await addServer(loopback, "");
    const given = connectServer(id);
    await vi.waitFor(() => expect(goodbyes).toHaveLength(1));
    expect(await connectServer(id)).toBe(true);
    expect(await given).toBe(false);
    // The attempt that was given up goes on here, and takes nothing over.
    goodbyes[0]?.();
    await vi.waitFor(() => expect(server.count("initialize")).toBe(2));
    await expect(run()).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("result is missing"),
    });
    // Nobody answers this one.
    expect(await connectServer(id)).toBe(true);
    expect(goodbyes).toHaveLength(2);
  });
});

describe("launch links", () => {
  const question = () => vi.waitFor(() => expect(useUi.getState().question).not.toBeNull());

  it("leave the address bar at once and connect to this machine without a question", async () => {
    location.hash = `#tools=${loopback}&token=secret`;
    server.options = { ...server.options, token: "secret" };
    watchToolLinks();
    expect(location.hash).toBe("");
    expect(server.seen).toEqual([]);
    await connectAtStart();
    expect(first()?.state).toEqual({ state: "ready" });
  });

  it("to a stranger ask first, with the address", async () => {
    location.hash = `#tools=${stranger}&token=x`;
    watchToolLinks();
    const starting = connectAtStart();
    await question();
    expect(useUi.getState().question?.body).toContain(stranger);
    expect(server.seen).toEqual([]);
    useUi.getState().question?.answer("cancel");
    await starting;
    expect(server.seen).toEqual([]);
    expect(first()).toBeUndefined();
  });

  it("to a remembered host do not ask", async () => {
    stored.set("molsmith.tools.v1", JSON.stringify({ servers: [{ url: stranger, name: "far", auto: false }] }));
    location.hash = `#tools=${stranger}`;
    watchToolLinks();
    await connectAtStart();
    await vi.waitFor(() => expect(first()?.state).toEqual({ state: "ready" }));
    expect(useUi.getState().question).toBeNull();
  });

  it("work on hashchange too; a malformed address opens the dialog with its error", async () => {
    watchToolLinks();
    await connectAtStart();
    location.hash = "#tools=not%20a%20url";
    hashChanged();
    await vi.waitFor(() => expect(useUi.getState().dialog).toBe("server"));
    expect(location.hash).toBe("");
    expect(useTools.getState().draft).toMatchObject({ problem: { cause: "address" } });
  });

  it("leave other fragments alone", () => {
    location.hash = "#about";
    watchToolLinks();
    expect(location.hash).toBe("#about");
  });
});

it("what was stored by someone else is not trusted", () => {
  for (const text of ["", "{", "null", "7", '{"url":7}', '{"url":"javascript:alert(1)"}']) {
    stored.set("molsmith.tools.v1", text);
    expect(rememberedServers(), text).toEqual([]);
  }
});

it("the single address of an earlier version is remembered", () => {
  stored.set("molsmith.tools.v1", JSON.stringify({ url: loopback }));
  expect(rememberedServers()).toEqual([{ url: loopback, name: "", auto: false }]);
});
