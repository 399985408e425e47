// `npm run build`: everything a browser and `toolserver serve` need, from a clean
// clone with Go and Node.
//   packages (when the lock file asks for it) → WebAssembly core → page in
//   web/dist, with .br and .gz beside what shrinks → bin/toolserver with the page
// `--quiet` leaves out the table of sizes. `--quick` packs in a second and a sixth larger,
// for a page that never leaves this machine; a page to be published is packed as small as can be.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { binary, binaryName, dist, ensurePackages, root, step } from "./steps.mjs";

const quiet = process.argv.includes("--quiet");
const quick = process.argv.includes("--quick");

await ensurePackages();
await step("Compiling the chemistry core to WebAssembly", process.execPath, ["web/scripts/wasm.mjs"]);
await step("Building the page", process.execPath, [
  "node_modules/vite/bin/vite.js",
  "build",
  "--config",
  "web/vite.config.ts",
  "--logLevel",
  "warn",
]);
process.stdout.write("Compressing the page … ");
const compressing = Date.now();
const sizes = compress();
console.log(`${((Date.now() - compressing) / 1000).toFixed(1)} s`);
mkdirSync(join(root, "bin"), { recursive: true });
await step("Building toolserver with the page inside", "go", [
  "build",
  "-trimpath",
  "-tags",
  "page",
  "-ldflags=-s -w",
  "-o",
  binary,
  "./server/cmd/toolserver",
]);
if (!quiet) table(sizes);

/** Writes .br and .gz beside every file that gets at least a tenth smaller. */
function compress() {
  const sizes = [];
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const data = readFileSync(file);
    const size = { name: relative(dist, file), plain: data.length, brotli: data.length };
    sizes.push(size);
    if (!/\.(html|js|css|svg|wasm|txt|webmanifest|json)$/.test(entry.name)) continue;
    const brotli = brotliCompressSync(data, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
    });
    const gzip = gzipSync(data, { level: quick ? 6 : 9 });
    size.brotli = Math.min(brotli.length, data.length);
    for (const [ending, packed] of [
      ["br", brotli],
      ["gz", gzip],
    ]) {
      if (packed.length < 0.9 * data.length) writeFileSync(`${file}.${ending}`, packed);
      else rmSync(`${file}.${ending}`, { force: true });
    }
  }
  return sizes;
}

function table(sizes) {
  const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(12);
  console.log(`\n${"web/dist".padEnd(52)}${"plain".padStart(12)}${"brotli".padStart(12)}`);
  for (const { name, plain, brotli } of sizes.sort((a, b) => b.brotli - a.brotli)) {
    console.log(`${name.padEnd(52)}${kib(plain)}${kib(brotli)}`);
  }
  console.log(`${`bin/${binaryName}`.padEnd(52)}${kib(statSync(binary).size)}`);
}
