import { afterEach, beforeEach, expect, it, vi } from "vitest";

// VITE_MOLSMITH_TOOLS_URL: a build that names a tool server connects to it by itself.

const ours = "https://tools.example.org/mcp";
let stored: string | null;
let connected: string[];

beforeEach(() => {
  vi.resetModules();
  stored = null;
  connected = [];
  vi.stubGlobal("location", { hash: "", pathname: "/", search: "", href: "https://page.example/" });
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("window", { localStorage: { getItem: () => stored, setItem() {} }, addEventListener() {} });
  vi.doMock("./connect", () => ({
    knowServer: (url: URL) => ({ id: url.href, state: { state: "idle" } }),
    connectServer: async (id: string) => connected.push(id),
  }));
});
afterEach(() => {
  vi.doUnmock("./connect");
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

async function started(url: string) {
  vi.stubEnv("VITE_MOLSMITH_TOOLS_URL", url);
  const tools = await import("../tools/connect");
  await tools.connectAtStart();
  return tools;
}

it("is connected at the start, and proposed in the dialog", async () => {
  const { defaultUrl } = await started(ours);
  expect(defaultUrl).toBe(ours);
  expect(connected).toEqual([ours]);
});

it("gives way to the servers that the person chose", async () => {
  stored = JSON.stringify({ servers: [{ url: "https://mine.example/mcp", name: "mine", auto: true }] });
  await started(ours);
  expect(connected).toEqual(["https://mine.example/mcp"]);
});

it("is nothing in a build without it", async () => {
  const { defaultUrl } = await started("");
  expect(defaultUrl).toBe("http://127.0.0.1:8765/mcp");
  expect(connected).toEqual([]);
});
