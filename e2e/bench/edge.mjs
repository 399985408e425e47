// The edge worker in the platform's own runtime (workerd): how large it is against the
// platform's limits, how soon it answers for the first time, and what a thousand calls of
// parse_smiles cost after that; then the same with a program for each request, which is how the Go library
// for the platform does it. Prints; asserts nothing. Processor time is that of the whole runtime and,
// unlike the other times, hardly depends on what else the machine does.
//   --requests N   warm requests, default 1000
//   --starts N     cold starts, default 10
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../scripts/run.mjs";
import { edgeRuntime, options, processorTime, runtimeProcesses } from "../scripts/worker.mjs";

const option = (name, preset) => {
  const at = process.argv.indexOf(name);
  return at > 0 ? Number(process.argv[at + 1]) : preset;
};
const requests = option("--requests", 1000);
const starts = option("--starts", 10);
const Miniflare = await edgeRuntime();
const MiB = 1024 * 1024;

const call = (name, args) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
const aspirin = call("parse_smiles", { smiles: "CC(=O)Oc1ccccc1C(=O)O" });

async function ask(base, body, right) {
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    Origin: "https://builder.example",
    "MCP-Protocol-Version": "2025-06-18",
  };
  const start = performance.now();
  const response = await fetch(`${base}mcp`, { method: "POST", headers, body });
  const text = await response.text();
  if (response.status !== 200 || !text.includes(right)) throw new Error(`${response.status} ${text.slice(0, 300)}`);
  return performance.now() - start;
}
const parse = (base) => ask(base, aspirin, '\\"atoms\\":13');

const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[list.length >> 1];
const late = (list) => sorted(list)[Math.floor(list.length * 0.99)];
const ms = (x) => `${x < 10 ? x.toFixed(2) : x.toFixed(0)} ms`;
const memory = () =>
  Math.max(
    ...runtimeProcesses().map(
      (pid) => Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) / 1024,
    ),
  );

/** Starts the runtime, runs `use` with its address and ends it. */
async function inRuntime(whole, use) {
  const runtime = new Miniflare(whole);
  try {
    return await use((await runtime.ready).href);
  } finally {
    await runtime.dispose();
  }
}

/** Warm calls, one after the other. */
async function warm(base, n) {
  await parse(base);
  const cpu = processorTime();
  const times = [];
  for (let k = 0; k < n; k++) times.push(await parse(base));
  return { times, cpu: cpu === null ? Number.NaN : (processorTime() - cpu) / n };
}

const wasm = readFileSync(join(root, "server/workers/dist/molsmith.wasm"));
console.log("\n## Edge worker in workerd\n");
console.log("| what | measured | limit |");
console.log("| --- | ---: | --- |");
console.log(`| size | ${(wasm.length / MiB).toFixed(1)} MiB | 64 MiB (platform) |`);
console.log(
  `| size after gzip | ${(gzipSync(wasm, { level: 9 }).length / MiB).toFixed(2)} MiB | 10 MB, free plan 3 MB (platform, before 2026-09) |`,
);

const cold = { times: [], cpu: [] };
for (let k = 0; k < starts; k++)
  await inRuntime(options(), async (base) => {
    const cpu = processorTime();
    cold.times.push(await parse(base));
    if (cpu !== null) cold.cpu.push(processorTime() - cpu);
  });
console.log(
  `| first answer of an isolate, median of ${starts} | ${ms(median(cold.times))}, ${ms(median(cold.cpu))} of processor time | 300 ms (ours), 1 s (platform) |`,
);

await inRuntime(options(), async (base) => {
  const { times, cpu } = await warm(base, requests);
  console.log(
    `| parse_smiles, ${requests} warm calls | median ${ms(median(times))}, 99 % within ${ms(late(times))} | 5 ms (ours) |`,
  );
  console.log(`| processor time of each | ${ms(cpu)} | 10 ms (ours; the platform's free plan) |`);
  const before = memory();
  const box = call("liquid_box", {
    components: [{ molecule: { name: "water", smiles: "O" }, count: 10_000 }],
    seed: 1,
  });
  const took = await ask(base, box, "structuredContent");
  console.log(
    `| memory of the runtime | ${before.toFixed(0)} MiB, ${memory().toFixed(0)} after a box of 30,000 atoms (${ms(took)}) | 128 MB an isolate (platform) |`,
  );
});

// The same program, started anew for each request.
const each = options();
const worker = each.modules[0];
const anew = worker.contents.replace("program ??= new Program(env)", "program = new Program(env)");
if (anew === worker.contents) throw new Error("worker.mjs starts its program in another way than this file knows");
worker.contents = anew;
await inRuntime(each, async (base) => {
  const { times, cpu } = await warm(base, Math.min(requests, 50));
  console.log(`| a program for each request instead | median ${ms(median(times))}, ${ms(cpu)} of processor time | |`);
});
