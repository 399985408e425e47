// Packing in the page: the tool worker of the built page runs liquid_box, native
// packmol packs the same number of waters on the same machine. Prints the ratio.
import { spawnSync } from "node:child_process";
import { openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumArgs, ensureChromium, ensureOut, which } from "../scripts/run.mjs";
import { servePage } from "./site.mjs";

const waters = 10_000;
const out = ensureOut();
const site = await servePage();
const executablePath = await ensureChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs });
try {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.goto(`${site.url}?test=1`, { waitUntil: "commit" });
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
