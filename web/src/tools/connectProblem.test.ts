import { afterEach, describe, expect, it, vi } from "vitest";
import type { ConnectFacts } from "./bridge";
import { type ConnectContext, connectProblem, localNetworkPermission } from "./connectProblem";

const context = (more: Partial<ConnectContext> = {}): ConnectContext => ({
  url: new URL("http://127.0.0.1:8765/mcp"),
  pageOrigin: "https://builder.example.org",
  localNetwork: null,
  hasToken: true,
  ...more,
});
const lan = new URL("http://192.168.0.4/mcp");
const down = { message: "Failed to fetch", network: { reachable: false } };

describe("the cause of a failed connection", () => {
  const cases: [name: string, facts: ConnectFacts, context: Partial<ConnectContext>, cause: string, words: RegExp][] = [
    ["server down", down, { pageOrigin: "http://localhost:1" }, "server-down", /Nothing answers at 127\.0\.0\.1:8765/],
    [
      "origin refused by CORS",
      { message: "Failed to fetch", network: { reachable: true } },
      {},
      "origin",
      /--allow-origin https:\/\/builder\.example\.org/,
    ],
    ["mixed content", down, { url: lan }, "mixed-content", /https/],
    ["http page to http host is not mixed content", down, { url: lan, pageOrigin: "http://x" }, "server-down", /192/],
    ["loopback is exempt from mixed content", down, {}, "server-down", /toolserver serve/],
    ["permission denied", down, { localNetwork: "denied" }, "permission", /local network access/],
    ["permission not answered", down, { localNetwork: "prompt" }, "permission", /Allow/],
    ["permission granted and still nothing", down, { localNetwork: "granted" }, "server-down", /Nothing answers/],
    ["a wrong token", { message: "", status: 401 }, {}, "token", /refused the token/],
    ["no token", { message: "", status: 401 }, { hasToken: false }, "token", /asks for a token/],
    ["403", { message: "", status: 403, body: "origin not allowed" }, {}, "forbidden", /origin not allowed/],
    ["404", { message: "", status: 404 }, {}, "path", /Nothing answers at \/mcp \(404\)/],
    ["421", { message: "", status: 421 }, {}, "host", /--allowed-host 127\.0\.0\.1/],
    ["503", { message: "", status: 503 }, {}, "busy", /busy/],
    ["500", { message: "", status: 500, body: "boom" }, {}, "http", /HTTP 500.*boom/],
    ["a web page", { message: "", status: 200, notMcp: true }, {}, "not-mcp", /not an MCP server/],
    ["an error page", { message: "", status: 405, notMcp: true }, {}, "not-mcp", /not an MCP server/],
    ["timeout", { message: "", timeout: true }, {}, "timeout", /in time/],
    ["an answer that is too large", { message: "", tooLarge: 256 }, {}, "too-large", /larger than 256 MiB/],
    ["anything else", { message: "era negotiation failed" }, {}, "other", /era negotiation/],
  ];
  it.each(cases)("%s", (_, facts, more, cause, words) => {
    const problem = connectProblem(facts, context(more));
    expect(problem.cause).toBe(cause);
    expect(`${problem.what} ${problem.advice}`).toMatch(words);
  });

  it("cuts what the server says to one short line", () => {
    const { what } = connectProblem({ message: "", status: 403, body: `a\nb\u0000${"x".repeat(9000)}` }, context());
    expect(what).toContain("a b x");
    expect(what.length).toBeLessThan(300);
  });
});

describe("local network permission", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const query = (states: Record<string, PermissionState>) =>
    vi.fn(async ({ name }: { name: string }) => {
      const state = states[name];
      if (!state) throw new TypeError("unknown permission");
      return { state };
    });
  const loopback = new URL("http://127.0.0.1:8765/mcp");
  const hosted = new URL("https://builder.example.org/");

  it("is asked under the name of the target", async () => {
    vi.stubGlobal("navigator", {
      permissions: { query: query({ "loopback-network": "denied", "local-network": "prompt" }) },
    });
    expect(await localNetworkPermission(loopback, hosted)).toBe("denied");
    expect(await localNetworkPermission(lan, hosted)).toBe("prompt");
  });
  it("falls back to the older name", async () => {
    vi.stubGlobal("navigator", { permissions: { query: query({ "local-network-access": "granted" }) } });
    expect(await localNetworkPermission(loopback, hosted)).toBe("granted");
  });
  it("plays no part in browsers without it, for local pages and public servers", async () => {
    vi.stubGlobal("navigator", { permissions: { query: query({}) } });
    expect(await localNetworkPermission(loopback, hosted)).toBeNull();
    vi.stubGlobal("navigator", {});
    expect(await localNetworkPermission(loopback, hosted)).toBeNull();
    vi.stubGlobal("navigator", { permissions: { query: query({ "loopback-network": "denied" }) } });
    expect(await localNetworkPermission(loopback, new URL("http://localhost:5173/"))).toBeNull();
    expect(await localNetworkPermission(new URL("https://tools.example.org/"), hosted)).toBeNull();
  });
});
