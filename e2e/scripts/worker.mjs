// The edge worker in the platform's own runtime (workerd, through miniflare), with the page
// beside it. `node e2e/scripts/worker.mjs` prints the figures of docs/edge.md as well.
//   - every message of the shared table is answered as toolserver answers it, byte for byte
//   - CORS, preflight, foreign pages, body and atom limits
//   - the page and its headers from the same deployment
//   - 1,000 requests, 32 at a time
//   - a program that ends costs the requests it had, and no other
//   - a client that leaves is noticed
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { must, root } from "./run.mjs";

const folder = join(root, "e2e/worker");
const dist = join(root, "server/workers/dist");
const page = "https://builder.example";
const token = "worker";

/** Runs the tests; resolves with how many passed, the faults and the figures. */
export async function worker({ requests = 1000 } = {}) {
  // The runtime's binary exists for these.
  if (
    !["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"].includes(
      `${process.platform}-${process.arch}`,
    )
  )
    return { passed: 0, faults: [], figures: [], skipped: "the platform's runtime does not exist for this system" };
  const Miniflare = await edgeRuntime();
  const goroot = (await must("go env", "go", ["env", "GOROOT"])).stdout.trim();
  await must(
    "The worker's Go tests",
    "go",
    ["test", `-exec=${join(goroot, "lib/wasm/go_js_wasm_exec")}`, "./server/workers"],
    {
      env: { GOOS: "js", GOARCH: "wasm" },
    },
  );
  const runtime = new Miniflare(options());
  const server = await startServer();
  const t = new Tally();
  try {
    const base = (await runtime.ready).href;
    await figures(t, base, requests);
    await table(t, base, server);
    await guard(t, base);
    await files(t, base);
  } finally {
    server.child.kill();
    await runtime.dispose();
  }
  await faults(t, Miniflare);
  return t;
}

/** Builds the worker and returns the platform's runtime. */
export async function edgeRuntime({ echo = false } = {}) {
  await must("Building the edge worker", "node", ["server/workers/build.mjs"], { echo });
  if (!existsSync(join(folder, "node_modules/miniflare")))
    await must("Installing the edge runtime", "npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund"]);
  return createRequire(join(folder, "package.json"))("miniflare").Miniflare;
}

class Tally {
  passed = 0;
  faults = [];
  figures = [];

  check(name, got, want) {
    const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
    if (a === b) this.passed++;
    else this.faults.push(`worker, ${name}: got ${a?.slice(0, 600)}, want ${b?.slice(0, 600)}`);
  }
}

/**
 * A program in the place of Go's: it answers "ok", ends at "die" and throws at "throw"; "wait" waits until it
 * is cancelled, and "left" says how many were.
 */
const stub = `globalThis.Go = class {
  importObject = {};
  left = 0;
  async run() {
    globalThis.molsmith.ready((call, answer) => {
      const text = new TextDecoder().decode(call.body);
      if (text === "die") this.exit(2);
      else if (text === "throw") throw new Error("unreachable");
      else if (text === "wait") {
        const timer = setTimeout(() => {}, 60000);
        call.cancel = () => {
          this.left++;
          clearTimeout(timer);
          answer(200, [], new TextEncoder().encode("cancelled"));
        };
      } else if (text === "left") answer(200, [], new TextEncoder().encode(String(this.left)));
      else answer(200, ["X-Length", String(call.body.length)], call.body.subarray(0, 2));
    });
  }
};`;

/**
 * The worker, with a client that leaves at /leave: the request's signal is aborted, as the platform does it. The
 * runtime here does not report a connection that ends before its answer has begun.
 */
const leaver = `import worker from "./worker.mjs";
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname !== "/leave") return worker.fetch(request, env);
    const leaving = new AbortController();
    const address = new URL("/mcp", request.url);
    const answer = worker.fetch(new Request(address, { method: "POST", body: "wait", signal: leaving.signal }), env);
    await scheduler.wait(20);
    leaving.abort();
    return answer;
  },
};`;

/** What worker.mjs does about a program that ends and a client that leaves, and what it reads of a body. */
async function faults(t, Miniflare) {
  const whole = options(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), stub);
  whole.modules.unshift({ type: "ESModule", path: join(dist, "leaver.mjs"), contents: leaver });
  const runtime = new Miniflare(whole);
  try {
    const url = `${(await runtime.ready).href}mcp`;
    const send = async (body, more = {}) => {
      const response = await fetch(url, { method: "POST", headers: { Origin: page }, body, ...more });
      const answer = [response.status, await response.text()];
      return {
        answer,
        length: response.headers.get("x-length"),
        origin: response.headers.get("access-control-allow-origin"),
      };
    };
    t.check("a program", (await send("ok")).answer, [200, "ok"]);
    const sorry = [503, "the tools cannot run right now; try again\n"];
    for (const how of ["die", "throw"]) {
      const waiting = [send("wait"), send("wait")];
      await send("ok");
      const last = await send(how);
      t.check(`${how}: the request`, [last.answer, last.origin], [sorry, page]);
      for (const one of await Promise.all(waiting))
        t.check(`${how}: one before it`, [one.answer, one.origin], [sorry, page]);
      t.check(`${how}: the next`, (await send("ok")).answer, [200, "ok"]);
    }
    t.check("nobody has left", (await send("left")).answer, [200, "0"]);
    const left = await fetch(url.replace("/mcp", "/leave"), { method: "POST" });
    t.check("a client that leaves", [left.status, await left.text()], [200, "cancelled"]);
    t.check("its call is cancelled", (await send("left")).answer, [200, "1"]);
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled++;
        if (pulled > 2000) controller.close();
        else controller.enqueue(new Uint8Array(64 << 10));
      },
    });
    // Where the rest is not taken, the connection may end before it is sent.
    const long = await send(endless, { duplex: "half" }).catch(() => null);
    t.check("read of a long body", [long?.length ?? `${(1 << 20) + 1}`, pulled < 2000], [`${(1 << 20) + 1}`, true]);
    for (const size of [0, 1 << 20, (1 << 20) + 1])
      t.check(`read of ${size} bytes`, (await send(new Uint8Array(size))).length, `${size}`);
  } finally {
    await runtime.dispose();
  }
}

export function options(
  wasm = readFileSync(join(dist, "molsmith.wasm")),
  go = readFileSync(join(dist, "wasm_exec.js"), "utf8"),
) {
  return {
    modules: [
      { type: "ESModule", path: join(dist, "worker.mjs"), contents: readFileSync(join(dist, "worker.mjs"), "utf8") },
      {
        type: "ESModule",
        path: join(dist, "wasm_exec.js"),
        contents: go,
      },
      { type: "CompiledWasm", path: join(dist, "molsmith.wasm"), contents: wasm },
    ],
    modulesRoot: dist,
    compatibilityDate: "2026-07-01",
    compatibilityFlags: ["enable_request_signal"],
    bindings: { ALLOW_ORIGIN: page },
    assets: {
      directory: join(root, "web/dist"),
      binding: "ASSETS",
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
    },
    cf: false,
    host: "127.0.0.1",
    port: 0,
    handleRuntimeStdio(stdout, stderr) {
      stdout.resume();
      stderr.resume();
    },
  };
}

/** toolserver, whose answers are the right ones. */
function startServer() {
  const program = join(root, "bin/toolserver");
  const child = spawn(program, ["--transport", "http", "--port", "0", "--stateless"], {
    env: { ...process.env, MOLSMITH_TOKEN: token },
    stdio: ["ignore", "ignore", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (piece) => {
      text += piece;
      const found = text.match(/serving MCP at (http:\S+)/);
      if (found) resolve({ child, url: found[1] });
    });
    child.on("exit", () => reject(new Error(`toolserver ended: ${text}`)));
  });
}

/** The rows of the table that HTTP, stdio and the page's port are held against. */
function exchanges() {
  const rows = [];
  for (const line of readFileSync(join(root, "contract/mcp/mcptest/testdata/exchanges.txt"), "utf8").split("\n")) {
    const [mark, text] = [line.slice(0, 1), line.slice(2)];
    if (mark === "=") {
      const [revision, status, , ...name] = text.split(" ");
      rows.push({ revision: revision === "-" ? "" : revision, status: Number(status), name: name.join(" ") });
    } else if (mark === ">") rows.at(-1).request = text;
  }
  return rows;
}

async function post(url, { revision = "2025-06-18", request, headers = {} }) {
  const sent = { "Content-Type": "application/json", Accept: "application/json", ...headers };
  if (revision) sent["MCP-Protocol-Version"] = revision;
  try {
    const { method, params } = JSON.parse(request);
    if (typeof method === "string") sent["Mcp-Method"] = method;
    if (typeof params?.name === "string") sent["Mcp-Name"] = params.name;
  } catch {
    // What is no JSON names no method.
  }
  const response = await fetch(url, { method: "POST", headers: sent, body: request });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Each message gets the status and the bytes that toolserver gives; it keeps no resources. */
async function table(t, base, server) {
  const rows = exchanges();
  t.check("rows of the table", rows.length > 100, true);
  for (const row of rows) {
    const got = await post(`${base}mcp`, { ...row, headers: { Origin: page } });
    const want = await post(server.url, { ...row, headers: { Authorization: `Bearer ${token}` } });
    t.check(
      `${row.revision} ${row.name}, status`,
      got.status,
      row.request.includes('"resources/') ? got.status : row.status,
    );
    if (row.request.includes('"resources/')) t.check(`${row.revision} ${row.name}`, /-32601|-326/.test(got.text), true);
    else
      t.check(
        `${row.revision} ${row.name}`,
        got.text,
        want.text.replace('{"resources":{},"tools":{}}', '{"tools":{}}'),
      );
  }
}

const call = (name, args) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });

async function guard(t, base) {
  const ok = await post(`${base}mcp`, {
    request: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    headers: { Origin: page },
  });
  t.check("a listed page", [ok.status, ok.headers.get("access-control-allow-origin")], [200, page]);
  for (const [what, headers] of [
    ["a foreign page", { Origin: "https://elsewhere.example" }],
    ["no page", {}],
    ["null", { Origin: "null" }],
    ["a loopback page", { Origin: "http://localhost:5173" }],
    ["a look-alike", { Origin: `${page}.evil.example` }],
  ]) {
    const refused = await post(`${base}mcp`, { request: '{"jsonrpc":"2.0","id":1,"method":"ping"}', headers });
    t.check(what, [refused.status, refused.headers.get("access-control-allow-origin")], [403, null]);
  }
  const preflight = await fetch(`${base}mcp`, {
    method: "OPTIONS",
    headers: {
      Origin: page,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type,mcp-protocol-version",
    },
  });
  t.check("a preflight", [preflight.status, preflight.headers.get("access-control-allow-origin")], [204, page]);
  const origin = { headers: { Origin: page } };
  const large = await post(`${base}mcp`, { request: `"${"x".repeat(1 << 20)}"`, ...origin });
  t.check("a body over the limit", [large.status, large.headers.get("access-control-allow-origin")], [413, page]);
  const health = await fetch(`${base}health`);
  t.check("health", health.status, 200);
  const got = await fetch(`${base}mcp`, { headers: { Origin: page, Accept: "text/event-stream" } });
  t.check("GET", got.status, 405);

  const water = { name: "water", smiles: "O" };
  const box = await post(`${base}mcp`, {
    request: call("liquid_box", { components: [{ molecule: water, count: 1000 }], seed: 7 }),
    ...origin,
  });
  t.check("a box of 1,000 waters", JSON.parse(box.text).result?.structuredContent?.structure?.elements?.length, 3000);
  const native = spawnSync(
    join(root, "bin/toolserver"),
    ["call", "liquid_box", "--args", JSON.stringify({ components: [{ molecule: water, count: 1000 }], seed: 7 })],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  t.check(
    "the same bytes as native",
    JSON.stringify(JSON.parse(box.text).result?.structuredContent?.structure),
    JSON.stringify(JSON.parse(native.stdout).structure),
  );
  const tooLarge = await post(`${base}mcp`, {
    request: call("liquid_box", { components: [{ molecule: water, count: 100_000 }], seed: 7 }),
    ...origin,
  });
  t.check("a box over the limit", /TOO_MANY_ATOMS/.test(tooLarge.text) && /30000/.test(tooLarge.text), true);
  for (const [name, args, has] of [
    ["sa_score", { smiles: "CC(=O)Oc1ccccc1C(=O)O" }, /1\.58/],
    ["name_to_smiles", { name: "aspirin" }, /CC\(=O\)O/],
    ["generate_3d", { smiles: "CCO" }, /V2000/],
  ]) {
    const answer = await post(`${base}mcp`, { request: call(name, args), ...origin });
    t.check(name, has.test(answer.text), true);
  }
}

async function files(t, base) {
  const index = await fetch(base);
  t.check("the page", [index.status, /<title>Molsmith/.test(await index.text())], [200, true]);
  const module = readdirSync(join(root, "web/dist/assets")).find((name) => name.startsWith("molsmith-document"));
  const wasm = await fetch(`${base}assets/${module}`);
  t.check("its module", [wasm.status, wasm.headers.get("content-type")], [200, "application/wasm"]);
  await wasm.arrayBuffer();
  t.check("no such file", (await fetch(`${base}assets/none.js`)).status, 404);
}

/** Cold start, then many requests; processor time is that of the runtime's process. */
async function figures(t, base, requests) {
  const request = call("parse_smiles", { smiles: "CC(=O)Oc1ccccc1C(=O)O" });
  const one = async () => {
    const start = performance.now();
    const { status, text } = await post(`${base}mcp`, { request, headers: { Origin: page } });
    return { ms: performance.now() - start, right: status === 200 && text.includes('\\"atoms\\":13') };
  };
  let cpu = processorTime();
  const cold = await one();
  t.check("the first request", cold.right, true);
  t.figures.push(`cold start: ${cold.ms.toFixed(0)} ms, ${since(cpu)} ms of processor time`);
  const times = [];
  let wrong = 0;
  cpu = processorTime();
  for (let k = 0; k < requests / 2; k++) {
    const { ms, right } = await one();
    times.push(ms);
    if (!right) wrong++;
  }
  times.sort((a, b) => a - b);
  const used = since(cpu);
  t.figures.push(
    `warm, one at a time: median ${times[times.length >> 1].toFixed(2)} ms, 99 % within ${times[Math.floor(times.length * 0.99)].toFixed(1)} ms` +
      (used === null ? "" : `, ${(used / times.length).toFixed(2)} ms of processor time each`),
  );
  let left = requests - times.length;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (left-- > 0) if (!(await one()).right) wrong++;
    }),
  );
  t.figures.push(
    `32 at a time: ${(((requests - times.length) / (performance.now() - start)) * 1000).toFixed(0)} requests/s`,
  );
  t.check(`${requests} requests, wrong answers`, wrong, 0);
}

/** The runtime's processes that this one has started; none where /proc is not there. */
export function runtimeProcesses() {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ")[1];
      return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("workerd");
    } catch {
      return false; // It ended.
    }
  });
}

/** Milliseconds of processor time of the runtime's processes; null where /proc is not there. */
export function processorTime() {
  if (!existsSync("/proc/self/stat")) return null;
  let total = 0;
  for (const pid of runtimeProcesses()) {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
    total += (Number(fields[11]) + Number(fields[12])) * 10;
  }
  return total;
}

const since = (start) => (start === null ? null : processorTime() - start);

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, faults, figures: lines, skipped } = await worker();
  for (const line of [...lines, ...faults, skipped ?? ""].filter(Boolean)) console.log(line);
  console.log(`${passed} passed, ${faults.length} failed`);
  process.exit(faults.length ? 1 : 0);
}
