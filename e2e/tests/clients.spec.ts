import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
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
  expect(tools.slice(0, 2).map((tool) => tool.name)).toEqual(["molecule_library", "liquid_box"]);
  const [, liquid] = tools;
  expect(liquid?._meta?.["io.github.megane-labs/builder"]).toMatchObject({ contract: 1, apply: "new_document" });
  expect(Object.keys((liquid?.inputSchema as { properties?: object } | undefined)?.properties ?? {})).toEqual([
    "components",
    "density",
    "shape",
    "aspect",
    "tolerance",
    "seed",
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
