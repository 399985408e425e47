import { afterEach, describe, expect, it, vi } from "vitest";
import type { StructureHead, ToolDefinition } from "../core/protocol";
import { buttonTool, type FakeOptions, FakeServer, json } from "./fakeServer";
import { Network } from "./network";
import { type DecodeResult, SessionError } from "./serverSession";
import { Session } from "./session";

const url = new URL("http://127.0.0.1:8765/mcp");
const decode: DecodeResult = (value) => {
  if (value === undefined) throw new Error("structuredContent is missing");
  return { result: value, structure: { atoms: 1, bonds: 0, cell: null }, bufs: { elements: new Uint8Array([1]) } };
};
const live = () => new AbortController().signal;
const open: Session[] = [];

function start(options: FakeOptions, { token = "", largest = 1e6 } = {}) {
  const server = new FakeServer(options);
  const lists: ToolDefinition[][] = [];
  const session = new Session(url, token, {
    version: "0.1.0",
    decode,
    onTools: (tools) => lists.push(tools),
    network: new Network(server.fetch as typeof fetch, largest),
  });
  open.push(session);
  return { server, session, lists };
}

const facts = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SessionError)) throw error ?? new Error("it did not fail");
  return error.failure;
};
const call = (tool = "box", args: Record<string, unknown> = {}) => ({ tool, arguments: args, bufs: {} });

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()));
});

describe.each(["2026-07-28", "2025-06-18"] as const)("a session in %s", (era) => {
  it("connects, lists every page and keeps annotations and order", async () => {
    const tools = ["c", "a", "b", "d", "e"].map((name) => buttonTool(name));
    const { session } = start({ era, tools, pageSize: 2, token: "secret" }, { token: "secret" });
    const connected = await session.connect(live());
    expect(connected.server).toEqual({ name: "fake", version: "1.2.3" });
    expect(connected.info.protocol).toBe(era);
    expect(connected.info.tools.map((tool) => tool.name)).toEqual(["c", "a", "b", "d", "e"]);
    expect(connected.info.tools[0]).toEqual(tools[0]);
  });

  it("calls a tool: text, progress, decoded result", async () => {
    const { session } = start({
      era,
      progress: [{ progress: 1, total: 4, message: "packing" }, { progress: 2 }],
      call: (_, args) => ({ content: [{ type: "text", text: " Built\n it. " }], structuredContent: { got: args } }),
    });
    await session.connect(live());
    const progress: unknown[] = [];
    const answer = await session.call(call("box", { n: 2 }), live(), (...event) => progress.push(event));
    expect(answer.text).toBe("Built it.");
    expect(answer.result).toEqual({ got: { n: 2 } });
    expect(answer.structure.atoms).toBe(1);
    expect(progress).toEqual([
      [0.25, "packing"],
      [null, ""],
    ]);
  });

  it("does not let a general validator see the result", async () => {
    const tool = buttonTool("box", {
      outputSchema: { type: "object", properties: { n: { type: "string" } }, required: ["n"] },
    });
    const { session } = start({ era, tools: [tool], call: () => ({ content: [], structuredContent: { n: 1 } }) });
    await session.connect(live());
    expect((await session.call(call(), live(), () => undefined)).result).toEqual({ n: 1 });
  });

  it("sends the document in place of its key", async () => {
    let sent: Record<string, unknown> = {};
    const { session } = start({
      era,
      call(_, args) {
        sent = args;
        return { content: [], structuredContent: {} };
      },
    });
    await session.connect(live());
    const head: StructureHead = {
      atoms: 2,
      bonds: 1,
      cell: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      residueNameTable: ["WAT"],
      scalarNames: ["q"],
    };
    const bufs = {
      elements: new Uint8Array([8, 1]),
      positions: new Float64Array([0, 0, 0, 0.96, 0, 0.00001]),
      bonds: new Uint32Array([0, 1]),
      residueNames: new Uint32Array([0, 0]),
      "scalars.0": new Float64Array([-0.8, 0.4]),
    };
    await session.call(
      { tool: "box", arguments: { n: 1 }, document: { key: "doc", head }, bufs },
      live(),
      () => undefined,
    );
    expect(JSON.stringify(sent)).toBe(
      '{"n":1,"doc":{"elements":[8,1],"positions":[0,0,0,0.96,0,0.00001],"cell":[1,0,0,0,1,0,0,0,1],"bonds":[[0,1]],' +
        '"residueNames":["WAT","WAT"],"scalars":{"q":[-0.8,0.4]}}}',
    );
  });

  const failures: [name: string, answer: () => unknown, want: unknown][] = [
    [
      "a tool error is its first text",
      () => ({
        isError: true,
        content: [
          { type: "image", data: "", mimeType: "image/png" },
          { type: "text", text: "too dense" },
        ],
      }),
      { kind: "tool", message: "too dense" },
    ],
    [
      "a tool error without text",
      () => ({ isError: true, content: [] }),
      { kind: "tool", message: "The tool reported an error without a message." },
    ],
    ["a JSON-RPC error", () => ({ code: -32603, message: "it broke" }), { kind: "server", message: "it broke" }],
    ["no structured content", () => ({ content: [] }), { kind: "invalid", message: "structuredContent is missing" }],
  ];
  it.each(failures)("%s", async (_, answer, want) => {
    const { session } = start({ era, call: answer });
    await session.connect(live());
    expect(await facts(session.call(call(), live(), () => undefined))).toEqual(want);
  });

  it("refuses an answer above the byte limit before parsing it", async () => {
    const { session } = start(
      { era, call: () => ({ content: [], structuredContent: { text: "x".repeat(200_000) } }) },
      { largest: 100_000 },
    );
    await session.connect(live());
    const failure = await facts(session.call(call(), live(), () => undefined));
    expect(failure).toMatchObject({ kind: "network", facts: { tooLarge: 100_000 / (1024 * 1024) } });
  });

  it("tells the server about a cancel and rejects at once", async () => {
    let seen: AbortSignal | null | undefined;
    const { session, server } = start({
      era,
      call: (_, __, signal) => {
        seen = signal;
        return new Promise((_resolve, reject) =>
          signal?.addEventListener("abort", () => reject(new TypeError("aborted"))),
        );
      },
    });
    await session.connect(live());
    const abort = new AbortController();
    const running = facts(session.call(call(), abort.signal, () => undefined));
    await vi.waitFor(() => expect(server.count("tools/call")).toBe(1));
    abort.abort();
    expect(await running).toEqual({ kind: "cancelled" });
    if (era === "2026-07-28") await vi.waitFor(() => expect(seen?.aborted).toBe(true));
    else await vi.waitFor(() => expect(server.count("notifications/cancelled")).toBe(1));
  });

  it("says that a server is gone when it ends in the middle of an answer", async () => {
    const broken = () => {
      server.down = true;
      const body = new ReadableStream({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode('event: message\ndata: {"jsonrpc'));
          setTimeout(() => stream.error(new TypeError("network error")), 5);
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
    const { session, server } = start({ era, call: broken });
    await session.connect(live());
    expect(await facts(session.call(call(), live(), () => undefined))).toMatchObject({
      kind: "network",
      facts: { network: { reachable: false } },
    });
  });

  it("reports a dead server, and reaches it again with the next call", async () => {
    const { session, server, lists } = start({ era, call: () => ({ content: [], structuredContent: { ok: true } }) });
    await session.connect(live());
    server.down = true;
    expect(await facts(session.call(call(), live(), () => undefined))).toMatchObject({
      kind: "network",
      facts: { network: { reachable: false } },
    });
    server.down = false;
    server.restart();
    server.options = { ...server.options, tools: [buttonTool("box"), buttonTool("new")] };
    expect((await session.call(call(), live(), () => undefined)).result).toEqual({ ok: true });
    expect(lists.map((list) => list.map((tool) => tool.name))).toEqual([["box", "new"]]);
  });
});

it("connects again by itself when the server forgot the session", async () => {
  const { session, server, lists } = start({
    era: "2025-06-18",
    call: () => ({ content: [], structuredContent: { n: 1 } }),
  });
  await session.connect(live());
  server.restart();
  expect((await session.call(call(), live(), () => undefined)).result).toEqual({ n: 1 });
  expect(server.count("initialize")).toBe(2);
  expect(lists).toHaveLength(1);
});

it("falls back to the old handshake when a browser blocks the probe", async () => {
  const { session, server } = start({ era: "2025-06-18" });
  const answer = server.fetch;
  // CORS without Mcp-Method in its allow list: the browser refuses to send the probe.
  const browser = async (input: string | URL | Request, init?: RequestInit) => {
    if (new Headers(init?.headers).has("mcp-method")) throw new TypeError("Failed to fetch");
    return answer(input, init);
  };
  const strict = new Session(url, "", {
    version: "1",
    decode,
    onTools: () => undefined,
    network: new Network(browser as typeof fetch),
  });
  open.push(session, strict);
  expect((await strict.connect(live())).info.protocol).toBe("2025-06-18");
});

describe("a connection that fails", () => {
  const html = () => new Response("<!doctype html><title>x</title>", { headers: { "content-type": "text/html" } });
  const cases: [name: string, refuse: () => Response, want: unknown][] = [
    ["401", () => json({ error: "unauthorized" }, 401), { status: 401, body: "unauthorized" }],
    [
      "403 with a JSON-RPC body",
      () => json({ error: { message: "origin https://x" } }, 403),
      { status: 403, body: "origin https://x" },
    ],
    ["404", () => new Response("no such page", { status: 404 }), { status: 404, body: "no such page" }],
    ["421", () => json({ message: "host" }, 421), { status: 421, body: "host" }],
    ["500", () => new Response("boom", { status: 500 }), { status: 500, body: "boom" }],
    ["a web page", html, { status: 200, notMcp: true }],
    ["JSON of another kind", () => json({ hello: 1 }), { status: 200, notMcp: true }],
    ["an empty answer", () => new Response("", { headers: { "content-type": "application/json" } }), { notMcp: true }],
  ];
  it.each(cases)("%s", async (_, refuse, want) => {
    const { session } = start({ era: "2026-07-28", refuse });
    const failure = await facts(session.connect(live()));
    expect(failure).toMatchObject({ kind: "network", facts: want });
  });

  it("nothing there", async () => {
    const { session, server } = start({ era: "2026-07-28" });
    server.down = true;
    expect(await facts(session.connect(live()))).toMatchObject({
      kind: "network",
      facts: { network: { reachable: false } },
    });
  });

  it("something there that CORS hides", async () => {
    const blocked = async (_: unknown, init?: RequestInit) => {
      if (init?.mode === "no-cors") return Response.error();
      throw new TypeError("Failed to fetch");
    };
    const session = new Session(url, "", {
      version: "1",
      decode,
      onTools: () => undefined,
      network: new Network(blocked as typeof fetch),
    });
    expect(await facts(session.connect(live()))).toMatchObject({
      kind: "network",
      facts: { network: { reachable: true } },
    });
  });

  it("an aborted one is cancelled, not failed", async () => {
    const hang = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
      );
    const session = new Session(url, "", {
      version: "1",
      decode,
      onTools: () => undefined,
      network: new Network(hang as typeof fetch),
    });
    const abort = new AbortController();
    const failing = facts(session.connect(abort.signal));
    setTimeout(() => abort.abort(), 5);
    expect(await failing).toEqual({ kind: "cancelled" });
  });
});
