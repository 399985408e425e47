import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeCore } from "../forms/fakeCore";
import { provideCore } from "../state/core";
import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import type { FromBridge, ToBridge } from "./bridge";
import { BridgeServer } from "./bridgeServer";
import {
  connectAtStart,
  connectServer,
  disconnectServer,
  rememberedUrl,
  serverRunner,
  watchToolLinks,
} from "./connect";
import { buttonTool, FakeServer, json } from "./fakeServer";
import { META_KEY } from "./marker";
import { readTools, type ToolSource } from "./registry";

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
  useTools.setState({ offers: [], entries: [], forms: {}, connection: { state: "none", problem: null } });
  useNotices.setState({ list: [], current: null });
  useUi.setState({ question: null, dialog: "none" });
});
afterEach(() => {
  disconnectServer();
  vi.unstubAllGlobals();
});

const connection = () => useTools.getState().connection;
const names = () => useTools.getState().entries.map((entry) => entry.id);

describe("connecting", () => {
  it("puts the server's tools into the menu and remembers the address, never the token", async () => {
    server.options = { ...server.options, token: "secret" };
    expect(await connectServer(` ${loopback} `, " secret ")).toBe(true);
    expect(connection()).toMatchObject({
      state: "connected",
      url: loopback,
      protocol: "2026-07-28",
      source: { id: "fake", name: "fake", version: "1.2.3", loopback: true },
    });
    expect(names()).toEqual(["fake:box"]);
    expect([...stored.values()]).toEqual([JSON.stringify({ url: loopback })]);
    expect(rememberedUrl()).toBe(loopback);
    disconnectServer();
    expect(names()).toEqual([]);
    expect(connection()).toEqual({ state: "none", problem: null });
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
    await connectServer(loopback, "");
    expect(useTools.getState().entries.map((entry) => entry.unusable)).toEqual([
      undefined,
      'Builder cannot build a form: "p" uses oneOf',
    ]);
    expect(useNotices.getState().list.map((notice) => notice.text)).toEqual([
      "Not shown: future needs another contract version.",
    ]);
  });

  it("shows a tool of the same version once", async () => {
    const page: ToolSource = { id: "page", kind: "page", name: "fake", version: "1.2.3", loopback: true };
    useTools.getState().setOffer(readTools(page, [buttonTool("box")]));
    await connectServer(loopback, "");
    expect(names()).toEqual(["page:box"]);
    expect(useTools.getState().entries[0]?.also?.id).toBe("fake");
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
    expect(await connectServer(url, "wrong")).toBe(false);
    expect(connection()).toMatchObject({ state: "none", problem: { cause } });
    expect(stored.size).toBe(0);
    expect(names()).toEqual([]);
  });

  it("names a server that is down", async () => {
    server.down = true;
    expect(await connectServer(loopback, "")).toBe(false);
    expect(connection()).toMatchObject({ problem: { cause: "server-down" } });
  });

  it("marks the connection when a call cannot reach the server", async () => {
    await connectServer(loopback, "");
    server.down = true;
    const [entry] = useTools.getState().entries;
    if (!entry) throw new Error("no tool");
    const running = serverRunner().run(
      entry,
      {},
      { signal: new AbortController().signal, onProgress: () => undefined },
    );
    await expect(running).rejects.toMatchObject({
      kind: "server",
      message: "The server failed: Nothing answers at 127.0.0.1:8765. Start the server: toolserver serve",
    });
    expect(connection()).toMatchObject({ state: "connected", lost: true });
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
    expect(connection().state).toBe("connected");
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
    expect(connection().state).toBe("none");
  });

  it("to a remembered host do not ask", async () => {
    stored.set("molsmith.tools.v1", JSON.stringify({ url: stranger }));
    location.hash = `#tools=${stranger}`;
    watchToolLinks();
    await connectAtStart();
    await vi.waitFor(() => expect(connection().state).toBe("connected"));
    expect(useUi.getState().question).toBeNull();
  });

  it("work on hashchange too; a malformed address opens the dialog with its error", async () => {
    watchToolLinks();
    await connectAtStart();
    location.hash = "#tools=not%20a%20url";
    hashChanged();
    await vi.waitFor(() => expect(useUi.getState().dialog).toBe("server"));
    expect(location.hash).toBe("");
    expect(connection()).toMatchObject({ problem: { cause: "address" } });
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
    expect(rememberedUrl(), text).toBeNull();
  }
});
