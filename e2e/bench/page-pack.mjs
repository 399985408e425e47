// Packing in the page: the tool worker of the built page runs liquid_box, native
// packmol packs the same number of waters on the same machine. Prints the ratio.
import { spawnSync } from "node:child_process";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumArgs, ensureChromium, ensureOut, root, which } from "../scripts/run.mjs";

const waters = 10_000;
const out = ensureOut();
const dist = join(root, "web/dist");
const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};
const site = createServer((request, response) => {
  const file = normalize(join(dist, new URL(request.url, "http://localhost").pathname.slice(1) || "index.html"));
  try {
    const body = readFileSync(file);
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
const executablePath = await ensureChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs });
try {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.goto(`http://127.0.0.1:${site.address().port}/?test=1`, { waitUntil: "commit" });
  await page.locator('[data-testid=builder][data-core="wasm"]').waitFor();
  await page.getByTestId("tools-menu").click();
  await page.getByTestId("tool-button-page-liquid_box").click();
  await page.getByTestId("tool-field-components-0-count").fill(String(waters));
  await page.getByTestId("tool-field-density").fill("1");
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    if (i > 0) {
      await page.getByTestId("tools-menu").click();
      await page.getByTestId("tool-button-page-liquid_box").click();
    }
    await page.getByTestId("tool-field-seed").fill(String(7 + i));
    const done = page.evaluate(
      () =>
        new Promise((resolve) => {
          let start = 0;
          document.querySelector("[data-testid=tool-run]").addEventListener(
            "click",
            () => {
              start = performance.now();
            },
            { capture: true, once: true },
          );
          document
            .querySelector("[data-testid=builder]")
            .addEventListener("molsmith:tool-done", () => resolve(performance.now() - start), { once: true });
        }),
    );
    await page.getByTestId("tool-run").click();
    best = Math.min(best, (await done) / 1000);
  }
  console.log(`\n## Packing in the page, ${waters} waters, 1.0 g/cm³, 2.0 Å\n`);
  console.log(`in the page, from Run to the document: ${best.toFixed(3)} s (best of three)`);
  const peer = which("packmol");
  if (peer) {
    const edge = Math.cbrt((waters * 18.015) / 0.602214076);
    writeFileSync(
      join(out, "water.xyz"),
      "3\nwater\nO 0.0000 -0.3906 0.0000\nH 0.7570 0.1953 0.0000\nH -0.7570 0.1953 0.0000\n",
    );
    writeFileSync(
      join(out, "water.inp"),
      `tolerance 2.0\nfiletype xyz\noutput packed.xyz\nseed 7\nstructure water.xyz\n  number ${waters}\n  inside box 0. 0. 0. ${edge} ${edge} ${edge}\nend structure\n`,
    );
    const start = performance.now();
    spawnSync(peer, [], { cwd: out, stdio: [openSync(join(out, "water.inp"), "r"), "ignore", "ignore"] });
    const theirs = (performance.now() - start) / 1000;
    console.log(`native packmol, not periodic: ${theirs.toFixed(2)} s; ratio ${(theirs / best).toFixed(1)}×`);
  }
} finally {
  await browser.close();
  site.close();
}
