// What building and starting share. Node's own modules only: these files run
// before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const dist = join(root, "web/dist");
const windows = process.platform === "win32";
export const binaryName = windows ? "toolserver.exe" : "toolserver";
export const binary = join(root, "bin", binaryName);

const GO = [1, 26];
const NODE = [20, 19];

/** Ends with one line that says what to install when Go or Node are missing or too old. */
export function requireTools() {
  const node = numbers(process.versions.node);
  if (older(node, NODE)) fail(`Node ${NODE.join(".")} or newer is needed; this is ${process.versions.node}.`);
  const go = spawnSync("go", ["env", "GOVERSION"], { cwd: root, encoding: "utf8" });
  if (go.error) fail(`Go ${GO.join(".")} or newer is needed and "go" was not found. Get it from https://go.dev/dl/`);
  const version = go.stdout.trim().replace(/^go/, "");
  if (go.status !== 0 || older(numbers(version), GO)) {
    fail(`Go ${GO.join(".")} or newer is needed; found ${version || go.stderr.trim()}.`);
  }
}

const numbers = (version) => version.split(".").map((part) => Number.parseInt(part, 10));
const older = ([a = 0, b = 0], [major, minor]) => a < major || (a === major && b < minor);

export function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Runs one step with a line that says what it is and how long it took; what it
 * printed is shown only when it failed, and then ends the build.
 */
export async function step(title, command, args) {
  const start = Date.now();
  process.stdout.write(`${title} … `);
  const { code, output } = await capture(command, args);
  if (code !== 0) {
    console.log("failed");
    fail(`${output}\n${title} failed: ${[command, ...args].join(" ")}`);
  }
  console.log(`${((Date.now() - start) / 1000).toFixed(1)} s`);
  if (output.trim()) console.log(output.trimEnd());
}

function capture(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, shell: windows && command.startsWith("npm") });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Installs the npm packages when they are missing or are not those of the lock file. */
export async function ensurePackages() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules/.molsmith-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  await step("Installing the packages of the page (npm ci)", "npm", [
    "ci",
    "--no-fund",
    "--no-audit",
    "--loglevel",
    "error",
  ]);
  writeFileSync(stamp, lock);
}
