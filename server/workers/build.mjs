// `node server/workers/build.mjs`: the edge worker in server/workers/dist, from worker.mjs
// and the Go program, and its size against the platform's limits. The page beside it is
// web/dist of `npm run build`.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { moduleFlags } from "../../web/scripts/modules.mjs";
import { mergeSegments } from "../../web/scripts/segments.mjs";
import { stripSymbols } from "../../web/scripts/symbols.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const dist = join(here, "dist");

function go(args, env = {}) {
  const done = spawnSync("go", args, { cwd: root, encoding: "utf8", env: { ...process.env, ...env } });
  if (done.status === 0) return done.stdout.trim();
  console.error(`go ${args.join(" ")}\n${done.error?.message ?? done.stdout + done.stderr}`);
  process.exit(1);
}

mkdirSync(dist, { recursive: true });
const file = join(dist, "molsmith.wasm");
// The tables that the page fetches when it needs them are part of a worker.
go(["build", ...moduleFlags, "-tags=tables", "-o", file, "./server/workers"], { GOOS: "js", GOARCH: "wasm" });
const bytes = stripSymbols(mergeSegments(readFileSync(file)));
writeFileSync(file, bytes);
copyFileSync(join(go(["env", "GOROOT"]), "lib/wasm/wasm_exec.js"), join(dist, "wasm_exec.js"));
copyFileSync(join(here, "worker.mjs"), join(dist, "worker.mjs"));

const MiB = 1024 * 1024;
const packed = gzipSync(bytes, { level: 9 }).length / MiB;
// developers.cloudflare.com/workers/platform/limits: size of a worker after gzip.
console.log(`worker: ${(bytes.length / MiB).toFixed(2)} MiB, ${packed.toFixed(2)} MiB gzip; a paid plan takes 10, a free one 3`);
if (packed > 10) process.exit(1);
