// toolserver: start to first answer, idle memory, requests a second over stdio and
// HTTP keep-alive, time from cancel to answer, size of the binary.
import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { root } from "../scripts/run.mjs";

const toolserver = join(root, "bin/toolserver");
const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const message = (id, method, params = {}) => ({
  jsonrpc: "2.0",
  id,
  method,
  params: { ...params, _meta: { ...meta, ...params._meta } },
});
const now = () => performance.now();
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const memory = (pid) => Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;

function stdio(env = {}) {
  const child = spawn(toolserver, [], { stdio: ["pipe", "pipe", "ignore"], env: { ...process.env, ...env } });
  const waiting = new Map();
  let rest = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const answer = JSON.parse(line);
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    }
  });
  return {
    pid: child.pid,
    send: (m) => child.stdin.write(`${JSON.stringify(m)}\n`),
    ask(m) {
      return new Promise((resolve) => {
        waiting.set(m.id, resolve);
        child.stdin.write(`${JSON.stringify(m)}\n`);
      });
    },
    end: () =>
      new Promise((resolve) => {
        child.on("close", resolve);
        child.stdin.end();
      }),
  };
}

console.log("\n## toolserver");
console.log(`binary with the page: ${(statSync(toolserver).size / 2 ** 20).toFixed(1)} MiB`);

const starts = [];
for (let i = 0; i < 10; i++) {
  const t = now();
  const server = stdio();
  await server.ask(message(1, "server/discover"));
  starts.push(now() - t);
  await server.end();
}
console.log(`start to first answer, stdio: ${median(starts).toFixed(1)} ms (median of 10)`);

const server = stdio();
await server.ask(message(0, "tools/list"));
console.log(`idle memory after tools/list: ${memory(server.pid).toFixed(1)} MiB`);
const requests = 20000;
let t = now();
const batch = [];
for (let i = 1; i <= requests; i++) batch.push(server.ask(message(i, "server/discover")));
await Promise.all(batch);
console.log(`stdio, server/discover: ${((requests / (now() - t)) * 1000).toFixed(0)} requests/s (pipelined)`);

await server.end();

// One slot: the small call can only run once the cancelled one has really stopped.
const single = stdio({ MOLSMITH_MAX_CONCURRENCY: "1" });
const box = (id, count) =>
  message(id, "tools/call", {
    name: "liquid_box",
    arguments: { components: [{ molecule: { name: "water", smiles: "O" }, count }], density: 1, tolerance: 2, seed: 1 },
  });
await single.ask(box("warm", 50));
const waits = [];
for (let i = 0; i < 5; i++) {
  single.send(box(`long${i}`, 166666));
  await new Promise((resolve) => setTimeout(resolve, 100 + 120 * i));
  t = now();
  single.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: `long${i}`, _meta: meta } });
  await single.ask(box(`next${i}`, 50));
  waits.push(now() - t);
}
console.log(
  `cancel of a 500,000-atom run, one slot, until the next call is done: ${Math.max(...waits).toFixed(0)} ms at most of 5 (median ${median(waits).toFixed(0)} ms)`,
);
await single.end();

const web = spawn(toolserver, ["--transport", "http", "--port", "0", "--token", "bench"], {
  stdio: ["ignore", "ignore", "pipe"],
});
const url = await new Promise((resolve) => {
  let text = "";
  web.stderr.setEncoding("utf8");
  web.stderr.on("data", (part) => {
    text += part;
    const found = text.match(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
    if (found) resolve(new URL(found[0]));
  });
});
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
function post(m) {
  const body = JSON.stringify(m);
  return new Promise((resolve, reject) => {
    const headers = {
      "Content-Type": "application/json",
      Accept: "application/json",
      Authorization: "Bearer bench",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": m.method,
      "Content-Length": Buffer.byteLength(body),
    };
    const req = request(url, { method: "POST", agent, headers }, (res) => {
      res.resume();
      res.on("end", () => (res.statusCode === 200 ? resolve() : reject(new Error(`status ${res.statusCode}`))));
    });
    req.on("error", reject);
    req.end(body);
  });
}
const posts = 10000;
t = now();
let sent = 0;
await Promise.all(
  Array.from({ length: 8 }, async () => {
    while (sent < posts) await post(message(++sent, "server/discover"));
  }),
);
console.log(
  `HTTP keep-alive, server/discover: ${((posts / (now() - t)) * 1000).toFixed(0)} requests/s (8 connections, client in Node on the same cores)`,
);
agent.destroy();
web.kill("SIGTERM");
