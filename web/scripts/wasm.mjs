// Builds the page's core from wasm/: a module for each of its workers (see wasm/core),
// web/src/core/molsmith-document.wasm, molsmith-tools.wasm and molsmith-crystals.wasm, and beside them
// wasm_exec.js, the loader that belongs to the Go version which built them, and
// molsmith-tools.json, the list of the tools.
// `--size` also prints the sizes as a host with brotli sends them.
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { moduleFlags, modules, withTools } from "./modules.mjs";
import { mergeSegments } from "./segments.mjs";
import { stripSymbols } from "./symbols.mjs";
import { joined } from "./toollist.mjs";

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

const MiB = 1024 * 1024;
for (const name of modules) {
  const file = `molsmith-${name}.wasm`;
  const module = join(target, file);
  go(["build", ...moduleFlags, `-tags=part,${name}`, "-o", module, "./wasm"], { GOOS: "js", GOARCH: "wasm" });
  const bytes = stripSymbols(mergeSegments(readFileSync(module)));
  writeFileSync(module, bytes);
  if (!process.argv.includes("--size")) continue;
  const packed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  console.log(`${file}: ${(bytes.length / MiB).toFixed(2)} MiB, ${(packed.length / MiB).toFixed(3)} MiB brotli`);
}
copyFileSync(join(go(["env", "GOROOT"]), "lib/wasm/wasm_exec.js"), join(target, "wasm_exec.js"));
const lists = {};
for (const name of withTools) {
  const list = spawnSync(process.execPath, [join(root, "web/scripts/toollist.mjs"), name], { maxBuffer: 1 << 26 });
  if (list.status !== 0) fail(`the tools of ${name} could not be listed: ${list.stderr}`);
  lists[name] = JSON.parse(list.stdout);
}
writeFileSync(join(target, "molsmith-tools.json"), JSON.stringify(joined(lists)));
