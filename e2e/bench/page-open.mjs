// Opens large files in the built page: from the choice of the file to its atoms in the
// document and to the first frame after it, and the memory that the page's process then
// has. Prints figures; asserts nothing. `--waters N` measures one size.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumArgs, ensureChromium, out, root } from "../scripts/run.mjs";
import { servePage } from "./site.mjs";

const at = process.argv.indexOf("--waters");
const sizes = at > 0 ? [Number(process.argv[at + 1])] : [33_334, 166_666];
const toolserver = join(root, "bin/toolserver");
mkdirSync(out, { recursive: true });

/** A box of waters in several formats. */
function files(waters) {
  const args = JSON.stringify({ components: [{ molecule: { name: "water", smiles: "O" }, count: waters }], seed: 1 });
  const made = spawnSync(toolserver, ["call", "liquid_box", "--args", args], { maxBuffer: 1 << 30 });
  if (made.status !== 0) throw new Error(String(made.stderr));
  const json = join(out, `box-${waters}.json`);
  writeFileSync(json, made.stdout);
  return ["pdb", "xyz", "data"].map((ending) => {
    const file = join(out, `box-${waters}.${ending}`);
    const done = spawnSync(toolserver, ["convert", json, file]);
    if (done.status !== 0) throw new Error(String(done.stderr));
    return { ending, file };
  });
}

/** MiB that the largest process of the browser has in memory: the page with its workers. */
function memory(marker) {
  const processes = new Map();
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
      const rss = Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      processes.set(pid, {
        parent: stat[1],
        rss,
        own: command.includes(marker),
        page: command.includes("--type=renderer"),
      });
    } catch {
      // It ended meanwhile.
    }
  }
  const isOwn = (pid) => {
    for (let p = pid; processes.has(p); p = processes.get(p).parent) if (processes.get(p).own) return true;
    return false;
  };
  return Math.max(0, ...[...processes].filter(([pid, p]) => p.page && isOwn(pid)).map(([, p]) => p.rss));
}

const site = await servePage();
const marker = `--molsmith-bench=${process.pid}`;
const executablePath = await ensureChromium();
console.log("\n## Opening a file in the page\n");
console.log("| atoms | file | size | in the document | first frame | memory of the page |");
console.log("| ---: | --- | ---: | ---: | ---: | ---: |");
try {
  for (const waters of sizes)
    for (const { ending, file } of files(waters)) {
      const browser = await chromium.launch({
        ...(executablePath ? { executablePath } : {}),
        args: [...chromiumArgs, marker],
      });
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
      await page.goto(`${site.url}?test=1`, { waitUntil: "commit" });
      await page.waitForSelector('[data-testid="builder"][data-core="wasm"]');
      const start = Date.now();
      await page.getByTestId("file-input").setInputFiles(file);
      await page.waitForSelector(`[data-testid="builder"][data-atoms="${3 * waters}"]`, {
        timeout: 120_000,
        state: "attached",
      });
      const document = Date.now() - start;
      await page.evaluate(() => window.__molsmith.settled());
      const frame = Date.now() - start;
      const size = readFileSync(file).length / 2 ** 20;
      const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
      const used = process.platform === "linux" ? `${memory(marker).toFixed(0)} MiB` : "";
      console.log(
        `| ${3 * waters} | ${ending} | ${size.toFixed(0)} MiB | ${seconds(document)} | ${seconds(frame)} | ${used} |`,
      );
      await browser.close();
    }
} finally {
  site.close();
}
