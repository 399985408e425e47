// Measures the 3D view by itself: from a result's text to its first frame, one edit,
// hover picks, drags. Prints times; asserts nothing. `--waters N` measures one size.
// Chromium draws by software here (SwiftShader): a GPU is many times faster.
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { createServer } from "vite";
import { chromiumArgs, ensureChromium, root } from "../scripts/run.mjs";

const at = process.argv.indexOf("--waters");
const sizes = at > 0 ? [Number(process.argv[at + 1])] : [400, 33_334, 166_666];

/** Of view/main.ts; each that changes rows is followed by the one that takes it back. */
const kinds = ["move", "element", "charge", "add", "drop", "bond", "unbond", "delete", "restore"];
const edits = [];
const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

const server = await createServer({
  root: join(root, "e2e/bench/view"),
  configFile: false,
  logLevel: "error",
  cacheDir: join(root, "node_modules/.vite-bench"),
  server: { port: 0, fs: { allow: [root] } },
  optimizeDeps: { include: ["three", "zustand"] },
});
await server.listen();
const executablePath = await ensureChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs });
try {
  console.log("\n## 3D view: a result's JSON text to the first frame; 912×654, software rendering\n");
  console.log(
    "| atoms | parse | decode | to GPU rows | shown after | first frame | best frame | one edit | rows sent | grid | hover pick, median / slowest | drag of 300 atoms, a move | of all |",
  );
  console.log("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const waters of sizes) {
    const page = await browser.newPage({ viewport: { width: 920, height: 660 } });
    page.on("pageerror", (error) => console.error(error));
    await page.goto(server.resolvedUrls?.local[0] ?? "", { waitUntil: "commit" });
    await page.waitForFunction(() => "bench" in window);
    await page.evaluate((n) => window.bench.prepare(n), waters);
    const open = await page.evaluate(() => window.bench.open());
    const edit = {};
    for (let round = 0; round < 7; round++) {
      for (const kind of kinds) {
        const one = await page.evaluate((k) => window.bench.edit(k), kind);
        edit[kind] = [...(edit[kind] ?? []), one];
      }
    }
    const committed = (kind) => edit[kind].map((one) => one.committed).sort((a, b) => a - b)[3];
    edits.push([3 * waters, ...kinds.map((kind) => ms(committed(kind)))]);
    await page.evaluate(() => window.bench.pick(200));
    const pick = await page.evaluate(() => window.bench.pick(1000));
    const drag = await page.evaluate(() => window.bench.drag(300));
    const dragAll = await page.evaluate((n) => window.bench.drag(n), 3 * waters);
    const cells = [
      open.parse,
      open.decode,
      open.upload,
      open.shown,
      open.firstFrame,
      open.bestFrame,
      committed("move"),
    ];
    console.log(
      `| ${3 * waters} | ${cells.map(ms).join(" | ")} | ${edit.move.at(-1).rows} | ${ms(pick.built)} | ${ms(pick.median)} / ${ms(pick.slowest)} | ${ms(drag.median)} | ${ms(dragAll.median)} |`,
    );
    await page.close();
  }
  console.log("\n## One edit in the page's thread, median of seven\n");
  console.log(`| atoms | ${kinds.join(" | ")} |`);
  console.log(`| ---: |${" ---: |".repeat(kinds.length)}`);
  for (const row of edits) console.log(`| ${row.join(" | ")} |`);
} finally {
  await browser.close();
  await server.close();
}
