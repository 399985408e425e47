import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "@playwright/test";
import { ToolServer } from "../fixtures/toolserver.js";
import { root } from "../scripts/run.mjs";

// The official TypeScript clients, both generations and both eras, against the
// binary over both transports. No browser takes part.

const token = "a-token-for-the-tests";
const command = join(root, "bin/toolserver");
const box = {
  name: "liquid_box",
  arguments: { components: [{ molecule: { name: "water", smiles: "O" }, count: 100 }], density: 1, seed: 42 },
};

interface Answer {
  isError?: boolean;
  content: { type: string; text?: string }[];
  structuredContent?: { contract: number; structure: { elements: number[]; bonds: number[][] } };
}

/** What every client must see: the tools in order, the forms, 100 waters, a tool error. */
async function exercise(client: {
  listTools(): Promise<{ tools: { name: string; inputSchema: unknown; _meta?: Record<string, unknown> }[] }>;
  callTool(params: typeof box): Promise<unknown>;
}): Promise<string> {
  const { tools } = await client.listTools();
  expect(tools.slice(0, 2).map((tool) => tool.name)).toEqual(["molecule_library", "adsorb"]);
  const liquid = tools.find((tool) => tool.name === "liquid_box");
  expect(liquid?._meta?.["io.github.megane-labs/builder"]).toMatchObject({ contract: 1, apply: "new_document" });
  // In the order of the form, which is not that of the alphabet.
  expect(Object.keys((liquid?.inputSchema as { properties?: object } | undefined)?.properties ?? {})).toEqual([
    ...["components", "size_by", "density", "edge", "cell", "temperature", "pressure", "shape", "aspect", "layout"],
    ...["tolerance", "seed"],
  ]);
  const answer = (await client.callTool(box)) as Answer;
  expect(answer.isError ?? false).toBe(false);
  expect(answer.structuredContent?.structure.elements).toHaveLength(300);
  expect(answer.structuredContent?.structure.bonds).toHaveLength(200);
  expect(answer.content[0]?.text).toContain("300 atoms");
  const refused = (await client.callTool({ ...box, arguments: { ...box.arguments, density: 5 } })) as Answer;
  expect(refused.isError).toBe(true);
  expect(refused.content[0]?.text).not.toContain("\n");
  return JSON.stringify(answer.structuredContent?.structure);
}

let server: ToolServer;
test.beforeAll(async () => {
  server = await ToolServer.start(["--transport", "http", "--port", "0", "--token", token]);
});
test.afterAll(() => server.stop());

const results = new Map<string, string>();
const headers = { Authorization: `Bearer ${token}` };

for (const mode of ["auto", "legacy"] as const) {
  test(`client 2.4.0, ${mode}, HTTP`, async () => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === "auto" ? "2026-07-28" : "2025-11-25");
    results.set(`http ${mode}`, await exercise(client as never));
    await client.close();
  });

  test(`client 2.4.0, ${mode}, stdio`, async () => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport({ command, args: [], stderr: "pipe" }));
    results.set(`stdio ${mode}`, await exercise(client as never));
    await client.close();
  });
}

test("sdk 1.32.2, HTTP", async () => {
  const client = new OldClient({ name: "test", version: "1" });
  await client.connect(new OldHttp(new URL(server.url), { requestInit: { headers } }) as never);
  results.set("http 1.x", await exercise(client as never));
  await client.close();
});

test("sdk 1.32.2, stdio", async () => {
  const client = new OldClient({ name: "test", version: "1" });
  await client.connect(new OldStdio({ command, args: [], stderr: "pipe" }));
  results.set("stdio 1.x", await exercise(client as never));
  await client.close();
});

test("every client got the same bytes", () => {
  expect(results.size).toBe(6);
  expect(new Set(results.values()).size).toBe(1);
});

/** A call of every tool, and what both clients of a revision make of its answers. */
const calls = JSON.parse(readFileSync(join(root, "server/cmd/toolserver/testdata/calls.json"), "utf8")) as [
  string,
  Record<string, unknown>,
][];

interface AnyClient {
  listTools(): Promise<{ tools: { name: string; inputSchema: { required?: string[] }; outputSchema?: unknown }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
}

/** Lists and calls every tool, rightly and wrongly. The clients check answers against outputSchema themselves. */
async function everyTool(client: AnyClient, revision: string): Promise<void> {
  const structured = revision >= "2025-06-18";
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name).sort()).toEqual([...new Set(calls.map(([name]) => name))].sort());
  for (const [name, args] of calls) {
    const answer = (await client.callTool({ name, arguments: args })) as Answer;
    expect(answer.isError ?? false, `${revision} ${name}: ${answer.content[0]?.text}`).toBe(false);
    expect(answer.content[0]?.text, `${revision} ${name}`).toBeTruthy();
    if (structured && tools.find((tool) => tool.name === name)?.outputSchema)
      expect(answer.structuredContent, `${revision} ${name}`).toBeTruthy();
  }
  for (const { name, inputSchema } of tools) {
    // Too little, or where nothing is needed, what is none of its arguments or of another type.
    const wrong = client.callTool({ name, arguments: inputSchema.required?.length ? {} : { limit: "9" } });
    const line = await wrong.then(
      (answer) => ((answer as Answer).isError ? (answer as Answer).content[0]?.text : undefined),
      (error: Error) => error.message,
    );
    expect(line, `${revision} ${name}`).toMatch(/\S/);
    expect(line, `${revision} ${name}`).not.toContain("\n");
  }
  const refused = client.callTool({ name: "canonical_smiles", arguments: { smiles: "C1CC" } });
  const why = await refused.then(
    (answer) => (answer as Answer).content[0]?.text,
    (error: Error) => error.message,
  );
  expect(why).toContain("ring 1 is not closed");
}

const handshakes = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

for (const revision of [...handshakes, "2026-07-28"]) {
  for (const over of ["HTTP", "stdio"]) {
    test(`every tool, client 2.4.0, ${revision}, ${over}`, async () => {
      const modern = revision === "2026-07-28";
      const client = new Client(
        { name: "test", version: "1" },
        modern ? { versionNegotiation: { mode: "auto" } } : { supportedProtocolVersions: [revision] },
      );
      await client.connect(
        over === "HTTP"
          ? new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } })
          : new StdioClientTransport({ command, args: [], stderr: "pipe" }),
      );
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      await everyTool(client as never, revision);
      await client.close();
    });
  }
}

for (const revision of handshakes) {
  for (const over of ["HTTP", "stdio"]) {
    test(`every tool, sdk 1.32.2, ${revision}, ${over}`, async () => {
      const transport = (
        over === "HTTP"
          ? new OldHttp(new URL(server.url), { requestInit: { headers } })
          : new OldStdio({ command, args: [], stderr: "pipe" })
      ) as { send(message: JSONRPCMessage, options?: object): Promise<void> };
      // This client asks for its newest revision; an older one is asked for on its way.
      const send = transport.send.bind(transport);
      transport.send = (message, options) => {
        if ("method" in message && message.method === "initialize")
          message.params = { ...message.params, protocolVersion: revision };
        return send(message, options);
      };
      const client = new OldClient({ name: "test", version: "1" });
      await client.connect(transport as never);
      await everyTool(client as never, revision);
      await client.close();
    });
  }
}

test("every tool, sdk 1.32.2, HTTP+SSE", async () => {
  const old = await ToolServer.start(["--transport", "http", "--port", "0", "--token", token, "--legacy-sse"]);
  try {
    const client = new OldClient({ name: "test", version: "1" });
    const url = new URL(old.url.replace(/mcp$/, "sse"));
    await client.connect(new SSEClientTransport(url, { requestInit: { headers } }) as never);
    await everyTool(client as never, "2025-11-25");
    await client.close();
  } finally {
    await old.stop();
  }
});

test("progress arrives and a cancelled call ends at once", async () => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
  const large = {
    ...box,
    arguments: { ...box.arguments, components: [{ molecule: { name: "water", smiles: "O" }, count: 100_000 }] },
  };
  const stop = new AbortController();
  const fractions: number[] = [];
  const call = client.callTool(large, {
    signal: stop.signal,
    onprogress: ({ progress }) => {
      fractions.push(progress);
      stop.abort("enough");
    },
  });
  await expect(call).rejects.toThrow();
  expect(fractions.length).toBeGreaterThan(0);
  // The slot is free again: a small call is answered.
  await exercise(client as never);
  await client.close();
});
