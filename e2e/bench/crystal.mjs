// Crystals: our core, native and as the page's WebAssembly in Node, beside ASE and spglib of
// Debian in the same run, where they can be installed.
import { join } from "node:path";
import { moduleFlags } from "../../web/scripts/modules.mjs";
import { aptInstall, ensureOut, must, run } from "../scripts/run.mjs";

const out = ensureOut();

/** Each task with how long it may take, native and in the page, s. */
const tasks = {
  supercell: ["supercell of 999,936 atoms", 1, 3],
  step: ["the same as a step of the document", 1, 3],
  "preview supercell": ["preview of a supercell, 9,464 atoms", 0.12, 0.12],
  "preview slab": ["preview of a slab, 10,000 atoms", 0.12, 0.12],
  "preview adsorb": ["form of adsorb, slab of 10,000 atoms", 0.12, 0.12],
  "preview surface": ["form of surface_slab, 10,000 atoms", 0.12, 0.12],
  "preview nanotube": ["form of nanotube, 10,000 atoms", 0.12, 0.12],
  "preview nanoparticle": ["form of nanoparticle, 10,000 atoms", 0.12, 0.12],
  surface: ["slab of 10,000 atoms", 0.12, 0.12],
  symmetry: ["symmetry of 512 silicon atoms", 1, 1],
  "symmetry impure": ["symmetry of 511 silicon atoms and germanium", 1, 1],
  terminations: ["terminations of spinel (111)", 0.12, 0.12],
};

const program = join(out, "crystal");
const module = join(out, "crystal.wasm");
await must("The build", "go", ["build", "-o", program, "./e2e/bench/crystal"]);
await must("The build", "go", ["build", ...moduleFlags, "-o", module, "./e2e/bench/crystal"], {
  env: { GOOS: "js", GOARCH: "wasm" },
});
const goroot = (await must("go env", "go", ["env", "GOROOT"])).stdout.trim();

/** The times that a program prints; null when it fails. */
async function times(command, args) {
  const done = await run(command, args);
  return done.code === 0 ? JSON.parse(done.stdout) : null;
}

const native = await times(program, []);
const page = await times("node", [join(goroot, "lib/wasm/wasm_exec_node.js"), module]);
if (!native || !page) throw new Error("the crystal benchmark failed");
const asks = ["e2e/bench/crystal-peer.py"];
/** The Python of Debian may stand behind another one in the path. */
const python = async () => (await times("python3", asks)) ?? (await times("/usr/bin/python3", asks));
let peer = await python();
if (!peer && (await aptInstall("python3-ase")) && (await aptInstall("python3-spglib"))) peer = await python();

const ms = (s) => (s === undefined ? "–" : `${(1000 * s).toFixed(1)} ms`);
console.log(`\n## Crystals, the fastest of three runs`);
console.log("| task | native | WebAssembly | ASE, spglib | times as fast |\n| --- | ---: | ---: | ---: | ---: |");
for (const [name, [label, ...limits]] of Object.entries(tasks)) {
  const late = native[name] > limits[0] || page[name] > limits[1] ? " (too slow)" : "";
  const ratio = peer?.[name] ? (peer[name] / native[name]).toFixed(1) : "–";
  console.log(`| ${label}${late} | ${ms(native[name])} | ${ms(page[name])} | ${ms(peer?.[name])} | ${ratio} |`);
}
if (!peer) console.log("Neither ASE nor spglib is installed here.");
