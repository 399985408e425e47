import { expect, it } from "vitest";
import type { BridgeEntry, Server } from "../servers/model";
import { clientEntry } from "./clientEntry";

const entry: BridgeEntry = { fingerprint: "0", cwd: "", env: [], headers: [] };
const server = (more: Partial<Server>): Server => ({
  id: "bridge:lab",
  name: "The Lab",
  transport: "stdio",
  shown: "uvx lab",
  remote: false,
  host: "",
  state: { state: "idle" },
  source: null,
  info: null,
  messages: [],
  log: [],
  entry: null,
  ...more,
});

it("writes an entry for each transport", () => {
  const made = (more: Partial<Server>) => JSON.parse(clientEntry(server(more))).mcpServers["the-lab"];
  expect(
    made({ entry: { ...entry, command: "/opt/bin/uvx", args: ["lab", "a b"], cwd: "/data", env: ["LICENSE"] } }),
  ).toEqual({ command: "/opt/bin/uvx", args: ["lab", "a b"], cwd: "/data", env: { LICENSE: "<license>" } });
  expect(made({ shown: 'node "a \\"b\\"/server.js" --fast ""', entry })).toEqual({
    command: "node",
    args: ['a "b"/server.js', "--fast", ""],
  });
  expect(made({ transport: "http", shown: "https://tools.example/mcp" })).toEqual({
    url: "https://tools.example/mcp",
    headers: { Authorization: "Bearer <token>" },
  });
  expect(
    made({ transport: "sse", shown: "https://tools.example/sse", entry: { ...entry, headers: ["X-Key"] } }),
  ).toEqual({ type: "sse", url: "https://tools.example/sse", headers: { "X-Key": "<x-key>" } });
  expect(made({ transport: "inmemory" })).toEqual({ command: "toolserver", args: [] });
  expect(Object.keys(JSON.parse(clientEntry(server({ name: "" }))).mcpServers)).toEqual(["server"]);
});
