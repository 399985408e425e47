// Geometries in the page: how long generate_3d takes in the tools worker of the built
// page, warm, and whether its memory grows over many molecules. Prints times and the
// bars of the design; asserts nothing. `--many N` (default 2,000) sets the number.
import { chromium } from "@playwright/test";
import { chromiumArgs, ensureChromium } from "../scripts/run.mjs";
import { servePage } from "./site.mjs";

const at = process.argv.indexOf("--many");
const many = at > 0 ? Number(process.argv[at + 1]) : 2000;
const molecules = [
  ["ethanol", "CCO", 5],
  ["ibuprofen", "CC(C)Cc1ccc(cc1)C(C)C(=O)O", 40],
  ["macrocycle, 76 atoms", "CCC1OC(=O)C(C)C(O)C(C)C(O)C(C)(O)CC(C)C(=O)C(C)C(O)C1(C)OC", 400],
];
const site = await servePage();
const executablePath = await ensureChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs });
try {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.goto(`${site.url}?test=1`, { waitUntil: "commit" });
  await page.locator('[data-testid=builder][data-core="wasm"]').waitFor();
  const times = (smiles, rounds) =>
    page.evaluate(
      async ([text, n]) => {
        const all = [];
        for (let seed = 0; seed < n; seed++) all.push((await window.__molsmith.generate3d(text, seed)).ms);
        return all;
      },
      [smiles, rounds],
    );
  for (const [, smiles] of molecules) await times(smiles, 3); // warms up
  console.log("\n## SMILES to a relaxed geometry in the page, time in the worker\n");
  console.log("| molecule | median of 15 seeds | slowest | bar |\n| --- | ---: | ---: | ---: |");
  for (const [name, smiles, bar] of molecules) {
    const sorted = (await times(smiles, 15)).sort((a, b) => a - b);
    console.log(`| ${name} | ${sorted[7].toFixed(1)} ms | ${sorted[14].toFixed(1)} ms | ${bar} ms |`);
  }
  const memory = () =>
    page.evaluate(async () => {
      const { memory } = await window.__molsmith.generate3d("CCO");
      return memory;
    });
  await times("CC(C)Cc1ccc(cc1)C(C)C(=O)O", 100);
  const before = await memory();
  await times("CC(C)Cc1ccc(cc1)C(C)C(=O)O", many);
  const MiB = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  console.log(`\nmemory of the worker after 100 molecules ${MiB(before)}, after ${many} more ${MiB(await memory())}`);
} finally {
  await browser.close();
  site.close();
}
