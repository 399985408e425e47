// Builds the page's core: web/src/core/molsmith.wasm from wasm/, and beside it
// wasm_exec.js, the loader that belongs to the Go version which built it.
// `--size` also prints the size as a host with brotli sends it.
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { moduleFlags } from "./modules.mjs";
import { mergeSegments } from "./segments.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const target = join(root, "web/src/core");

function go(args, env = {}) {
  const done = spawnSync("go", args, { cwd: root, encoding: "utf8", env: { ...process.env, ...env } });
  if (done.error) fail(`go could not be started: ${done.error.message}; install Go 1.26`);
  if (done.status !== 0) fail(`go ${args.join(" ")}\n${done.stdout}${done.stderr}`);
  return done.stdout.trim();
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

const module = join(target, "molsmith.wasm");
go(["build", ...moduleFlags, "-o", module, "./wasm"], { GOOS: "js", GOARCH: "wasm" });
writeFileSync(module, mergeSegments(readFileSync(module)));
copyFileSync(join(go(["env", "GOROOT"]), "lib/wasm/wasm_exec.js"), join(target, "wasm_exec.js"));

if (process.argv.includes("--size")) {
  const packed = brotliCompressSync(readFileSync(module), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  const MiB = 1024 * 1024;
  console.log(
    `molsmith.wasm: ${(statSync(module).size / MiB).toFixed(2)} MiB, ${(packed.length / MiB).toFixed(3)} MiB brotli`,
  );
}
