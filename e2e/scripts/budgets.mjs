// The size of the first load, as a static host with brotli would send it, against
// the budgets of the design. First load: what index.html names (entry, its static
// imports, style sheets), the core worker and the WebAssembly module of the document's
// worker. What comes later has budgets of its own: the modules of the tools' and of the
// crystals' worker and the sketcher.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { root } from "./run.mjs";

const KiB = 1024;
const budgets = {
  JavaScript: 300 * KiB,
  WebAssembly: 1.6 * KiB * KiB,
  Tools: 1.6 * KiB * KiB,
  Crystals: 1.6 * KiB * KiB,
  Sketcher: 290 * KiB,
};
const dist = join(root, "web/dist");

const pack = promisify(brotliCompress);
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
const size = async (file) => (await pack(readFileSync(join(dist, file)), { params })).length;

const html = readFileSync(join(dist, "index.html"), "utf8");
const named = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((m) => m[1]);
const assets = readdirSync(join(dist, "assets")).map((name) => `assets/${name}`);
const workers = assets.filter((name) => /\/worker-[^/]*\.js$/.test(name));
const script = [...new Set([...named, ...workers])];
const [module, tools, crystals] = ["document", "tools", "crystals"].map((which) =>
  assets.filter((name) => name.startsWith(`assets/molsmith-${which}-`) && name.endsWith(".wasm")),
);
const modules = assets.filter((name) => name.endsWith(".wasm"));
const sketcher = assets.filter((name) => /\/SketchEditor-[^/]*\.js$/.test(name));

if (
  named.length === 0 ||
  workers.length === 0 ||
  module.length !== 1 ||
  tools.length !== 1 ||
  crystals.length !== 1 ||
  modules.length !== 3 ||
  sketcher.length !== 1
) {
  console.error(`page not understood: scripts ${named}, workers ${workers}, modules ${modules}, sketcher ${sketcher}`);
  process.exit(1);
}

let over = false;
const parts = [
  ["JavaScript", script],
  ["WebAssembly", module],
  ["Tools", tools],
  ["Crystals", crystals],
  ["Sketcher", sketcher],
];
// All at once: each module takes a core for some ten seconds.
const packed = await Promise.all(parts.map(([, files]) => Promise.all(files.map(size))));
for (const [part, [what, files]] of parts.entries()) {
  const sizes = packed[part];
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const budget = budgets[what];
  over ||= total > budget;
  console.log(
    `${what.padEnd(12)} ${(total / KiB).toFixed(1).padStart(8)} KiB of ${(budget / KiB).toFixed(0)} KiB, brotli`,
  );
  for (const [k, file] of files.entries()) console.log(`  ${(sizes[k] / KiB).toFixed(1).padStart(8)} KiB  ${file}`);
}
if (over) {
  console.error("the page is over its budget");
  process.exit(1);
}
