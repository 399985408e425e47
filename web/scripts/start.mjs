// `npm start`: from a clean clone to the Builder in a browser. Installs and builds
// what is missing or older than its sources, then serves the page with its tools on
// this machine and prints the link. Options after `--` go to `toolserver serve`.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { binary, ensurePackages, fail, requireTools, root } from "./steps.mjs";

/** What the build writes is no source. */
const made = new Set(["dist", "node_modules", "molsmith.wasm", "wasm_exec.js"]);

requireTools();
await ensurePackages();
if (stale()) {
  console.log("Building Molsmith; this takes a minute or two the first time.");
  const built = spawnSync(process.execPath, ["web/scripts/build.mjs", "--quiet", "--quick"], {
    cwd: root,
    stdio: "inherit",
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
serve();

/** Whether anything the binary is made of is newer than the binary. */
function stale() {
  if (!existsSync(binary)) return true;
  const built = statSync(binary).mtimeMs;
  const sources = ["go.mod", "go.sum", "package-lock.json", "THIRD_PARTY_NOTICES"];
  const trees = ["chem", "contract", "server", "wasm", "web"];
  return (
    sources.some((file) => newer(join(root, file), built)) || trees.some((tree) => treeNewer(join(root, tree), built))
  );
}

function newer(file, time) {
  return existsSync(file) && statSync(file).mtimeMs > time;
}

function treeNewer(folder, time) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (made.has(entry.name) || entry.name === "testdata") return false;
    const path = join(folder, entry.name);
    return entry.isDirectory() ? treeNewer(path, time) : newer(path, time);
  });
}

/**
 * Runs until it is ended. A terminal's Ctrl+C reaches the server by itself, and a
 * second signal would end it before its calls are finished; every other signal is
 * passed on.
 */
function serve() {
  console.log("Starting the Builder; Ctrl+C ends it.\n");
  const server = spawn(binary, ["serve", "--next-port", ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });
  process.on("SIGTERM", () => server.kill("SIGTERM"));
  process.on("SIGINT", () => process.stdin.isTTY || server.kill("SIGINT"));
  server.on("error", (error) => fail(`toolserver could not be started: ${error.message}`));
  server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
