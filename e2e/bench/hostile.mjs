// A public server on this machine under 200 hostile clients, each from a loopback address
// of its own, while one visitor uses it as the page does. Prints how many of the visitor's
// calls succeeded and how fast, and the server's memory; asserts nothing.
//   --seconds N   how long, default 60
//   --clients N   hostile clients, default 200
//   --parallel N  attacks of each at once, default 1; with 2 they want more places than there are
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";
import { root } from "../scripts/run.mjs";

const option = (name, preset) => {
  const at = process.argv.indexOf(name);
  return at > 0 ? Number(process.argv[at + 1]) : preset;
};
const seconds = option("--seconds", 60);
const hostiles = option("--clients", 200);
const parallel = option("--parallel", 1);
const origin = "https://builder.example";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const server = spawn(
  join(root, "bin/toolserver"),
  ["--transport", "http", "--port", "0", "--public", "--allow-origin", origin],
  {
    stdio: ["ignore", "ignore", "pipe"],
  },
);
const url = await new Promise((resolve, reject) => {
  let text = "";
  server.stderr.on("data", (piece) => {
    text = (text + piece).slice(-4000);
    const found = text.match(/serving MCP at (http:\S+)/);
    if (found) resolve(new URL(found[1]));
  });
  server.on("exit", () => reject(new Error(text)));
});
const { port } = url;
const until = Date.now() + seconds * 1000;

const call = (name, args) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
const box = (count, seed) =>
  call("liquid_box", { components: [{ molecule: { name: "water", smiles: "O" }, count }], seed });

/** One POST from a loopback address; {status, text}, status 0 without an answer. */
function post(from, body, { headers = {}, agent, timeout = 120_000 } = {}) {
  return new Promise((resolve) => {
    const request = http.request(
      {
        host: "127.0.0.1",
        port,
        path: "/mcp",
        method: "POST",
        localAddress: from,
        agent,
        timeout,
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json",
          Origin: origin,
          "MCP-Protocol-Version": "2025-06-18",
          "Content-Length": Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (piece) => {
          if (text.length < 2000) text += piece;
        });
        response.on("end", () => resolve({ status: response.statusCode, text }));
        response.on("error", () => resolve({ status: 0, text: "" }));
      },
    );
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve({ status: 0, text: "" }));
    request.end(body);
  });
}

/** A connection that sends its header a byte a second, or a body that never ends. */
function slow(from) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: "127.0.0.1", port, localAddress: from });
    const text = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"a":`;
    let at = 0;
    const timer = setInterval(() => {
      if (Date.now() > until) socket.destroy();
      else socket.write(text[at++] ?? " ");
    }, 200);
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      resolve();
    });
  });
}

const attacks = [
  (from) => slow(from),
  (from, k) => post(from, box(20_000 + k, k)),
  (from, k) => post(from, box(166_000, k)),
  (from, k) => post(from, call("conformers", { smiles: "CCCCCCCCCCCCCCCCCCCCCCCCOC(=O)CCCCCCCCCCCC", n: 50, seed: k })),
  (from) => post(from, "x".repeat(1 << 20)),
  (from) => post(from, "{".repeat(100_000)),
  (from) => post(from, box(10, 1), { headers: { Origin: "https://elsewhere.example" } }),
  (from) => post(from, call("find_mcs", { smiles_list: Array(8).fill(`C${"1CCCCC1".repeat(12)}`) })),
  async (from, k) => {
    // Leaves in the middle of its call.
    const left = post(from, box(100_000, k), { timeout: 300 });
    await left;
  },
  (from) => post(from, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`),
];

async function hostile(n, hand) {
  const from = `127.${1 + (n >> 8)}.${n & 255}.7`;
  for (let k = 0; Date.now() < until; k++) {
    await attacks[(n + 3 * hand + k) % attacks.length](from, n * 1000 + k);
    await sleep(5);
  }
}

const agent = new http.Agent({ keepAlive: true });
const kinds = {
  parse_smiles: {
    body: () => call("parse_smiles", { smiles: "CC(=O)Oc1ccccc1C(=O)O" }),
    right: /C9H8O4/,
    times: [],
    failed: [],
  },
  "liquid_box of 500 waters": { body: (k) => box(500, k), right: /g\/cm³/, times: [], failed: [] },
};

async function visitor(kind, pause) {
  for (let k = 0; Date.now() < until; k++) {
    const start = performance.now();
    const { status, text } = await post("127.0.0.1", kind.body(k), { agent });
    if (status === 200 && kind.right.test(text)) kind.times.push(performance.now() - start);
    else kind.failed.push(`${status} ${text.slice(0, 160)}`);
    await sleep(pause);
  }
}

/** MiB in use, and the most there were. */
function memory() {
  const text = readFileSync(`/proc/${server.pid}/status`, "utf8");
  const value = (name) => Number(text.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1] ?? 0) / 1024;
  return { now: value("VmRSS"), peak: value("VmHWM") };
}

const memories = [];
const watch = setInterval(() => memories.push(memory().now), 1000);
await Promise.all([
  ...Array.from({ length: hostiles * parallel }, (_, n) => hostile(n % hostiles, Math.floor(n / hostiles))),
  visitor(kinds.parse_smiles, 400),
  visitor(kinds["liquid_box of 500 waters"], 1500),
]);
clearInterval(watch);
const { peak } = memory();
await sleep(3000);
const after = await post("127.0.0.1", kinds.parse_smiles.body());
console.log(
  `\n## A public server under ${hostiles} hostile clients${parallel > 1 ? `, ${parallel} attacks of each at once,` : ""} for ${seconds} s\n`,
);
console.log("| the visitor's calls | succeeded | median | slowest |");
console.log("| --- | ---: | ---: | ---: |");
for (const [name, { times, failed }] of Object.entries(kinds)) {
  times.sort((a, b) => a - b);
  const ms = (x) => (x === undefined ? "" : `${Math.round(x)} ms`);
  console.log(
    `| ${name} | ${times.length} of ${times.length + failed.length} | ${ms(times[times.length >> 1])} | ${ms(times.at(-1))} |`,
  );
  for (const text of new Set(failed)) console.log(`|   failed: ${text} | | | |`);
}
const half = memories.length >> 1;
const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
console.log(
  `\nmemory: ${mean(memories.slice(0, half)).toFixed(0)} MiB in the first half, ${mean(memories.slice(half)).toFixed(0)} in the second, ` +
    `${peak.toFixed(0)} at most; a call afterwards: ${after.status}`,
);
agent.destroy();
server.kill();
process.exit(0);
