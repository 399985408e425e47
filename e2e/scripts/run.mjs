// Running programs for the test, bench and oracle lanes. Node's own modules only:
// these files run before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ensurePackages, root } from "../../web/scripts/steps.mjs";

export { ensurePackages, root };
export const out = join(root, "e2e/out");

/** The path of a program, or null. */
export function which(name) {
  const found = spawnSync(process.platform === "win32" ? "where" : "which", [name], { encoding: "utf8" });
  return found.status === 0 ? found.stdout.split("\n")[0].trim() : null;
}

/**
 * Runs a command from the repository root. Resolves with its exit code and what
 * it printed; `onLine` sees every line of standard output as it comes.
 */
export function run(command, args, { env = {}, onLine, echo = false, input } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      shell: process.platform === "win32" && command.startsWith("np"),
    });
    const printed = { stdout: "", stderr: "" };
    let rest = "";
    child.stdout.setEncoding("utf8");
    child.stderr.setEncoding("utf8");
    child.stdout.on("data", (text) => {
      printed.stdout += text;
      if (echo) process.stdout.write(text);
      if (!onLine) return;
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) onLine(line);
    });
    child.stderr.on("data", (text) => {
      printed.stderr += text;
      if (echo) process.stderr.write(text);
    });
    child.on("error", (error) => resolve({ code: 127, stdout: printed.stdout, stderr: `${error.message}\n` }));
    child.on("close", (code) => {
      if (onLine && rest) onLine(rest);
      resolve({ code: code ?? 1, ...printed });
    });
    if (input !== undefined) child.stdin.end(input);
  });
}

/** Runs a command and ends the process with its output when it fails. */
export async function must(what, command, args, options) {
  const result = await run(command, args, options);
  if (result.code === 0) return result;
  console.error(`${what} failed: ${command} ${args.join(" ")}`);
  if (!options?.echo) console.error(result.stdout + result.stderr);
  process.exit(1);
}

/** The path of a Chromium: one that is there, else Debian's, else Playwright's own. */
export async function ensureChromium() {
  if (process.env.MOLSMITH_CHROMIUM) return process.env.MOLSMITH_CHROMIUM;
  const installed = () => which("chromium") ?? which("chromium-browser") ?? which("google-chrome");
  if (installed()) return installed();
  if (await aptInstall("chromium")) return installed();
  console.log("Installing Playwright's Chromium …");
  await must("The browser download", "npx", ["playwright", "install", "chromium"], { echo: true });
  return "";
}

/** Installs a Debian package when this is Debian and we are root; says whether it worked. */
export async function aptInstall(name) {
  if (process.getuid?.() !== 0 || !which("apt-get")) return false;
  console.log(`Installing Debian's ${name} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env });
  return (await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", name], { env })).code === 0;
}

/** Chromium's switches for a machine without a GPU and without a network. */
export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu-sandbox",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The same for tests, which look at a page and not at how fast it is drawn: WebGL stays, all else is drawn without
 * the software GPU, and the browser's own pages that each new window would start stay away. These two
 * save half of the processor time of a page load. A second list of features replaces
 * Playwright's, so what tests need of that is named again, before ours.
 */
export const testArgs = [
  ...chromiumArgs,
  "--disable-gpu-compositing",
  "--disable-gpu-rasterization",
  `--disable-features=${[
    ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "PaintHolding"],
    ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "MediaRouter", "Translate"],
    ...["OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch", "LensOverlay"],
    ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
  ].join()}`,
];

export function ensureOut() {
  mkdirSync(out, { recursive: true });
  return out;
}
