// `npm run bench`: times and sizes on this machine, with the peers in the same run.
// Prints ratios; asserts nothing. Options:
//   --quick              without the 500,000-atom box (packmol alone needs minutes there)
//   --only pack,polymer,server,codec,page,visit,graph,geometry,crystal
//   --waters N           of the packing benchmark, one box of N waters
//   --rounds N           turns of the graph benchmark, against RDKit
import { join } from "node:path";
import { ensureChromium, ensureOut, ensurePackages, must, root, run } from "./run.mjs";

const at = process.argv.indexOf("--only");
const only = at > 0 ? process.argv[at + 1].split(",") : null;
const wanted = (name) => !only || only.includes(name);
ensureOut();
const toolserver = join(root, "bin/toolserver");

await ensurePackages();
if (!only || only.some((name) => !["graph", "geometry", "crystal"].includes(name))) {
  await must("The build", "node", ["web/scripts/build.mjs"]);
  console.log((await must("version", toolserver, ["version"])).stdout.trim());
}
if (wanted("pack"))
  await must("The packing benchmark", "node", ["e2e/bench/packing.mjs", ...process.argv.slice(2)], { echo: true });
if (wanted("polymer")) await must("The polymer benchmark", "node", ["e2e/bench/polymer.mjs"], { echo: true });
if (wanted("codec")) await codec();
if (wanted("server")) {
  await run("node", ["e2e/bench/server.mjs"], { echo: true });
  await must("The load benchmark", "node", ["e2e/bench/load.mjs"], { echo: true });
}
if (wanted("hostile")) await must("The hostile clients", "node", ["e2e/bench/hostile.mjs"], { echo: true });
if (wanted("edge")) await must("The edge benchmark", "node", ["e2e/bench/edge.mjs"], { echo: true });
if (wanted("graph"))
  await must("The graph benchmark", "node", ["e2e/bench/graph.mjs", ...process.argv.slice(2)], { echo: true });
if (wanted("geometry"))
  await must("The geometry benchmark", "node", ["e2e/bench/geometry.mjs", ...process.argv.slice(2)], { echo: true });
if (wanted("crystal")) await must("The crystal benchmark", "node", ["e2e/bench/crystal.mjs"], { echo: true });
if (wanted("page")) {
  const env = { MOLSMITH_CHROMIUM: await ensureChromium() };
  await run("node", ["e2e/bench/edits.mjs"], { echo: true });
  await run("node", ["e2e/bench/page-pack.mjs"], { echo: true, env });
  await run("node", ["e2e/bench/page-view.mjs"], { echo: true, env });
  await run("node", ["e2e/bench/page-open.mjs"], { echo: true, env });
  await run("node", ["e2e/bench/page-geometry.mjs"], { echo: true, env });
}

if (wanted("visit")) {
  const env = { MOLSMITH_CHROMIUM: await ensureChromium() };
  await run("node", ["e2e/bench/visit.mjs", ...process.argv.slice(2)], { echo: true, env });
}

async function codec() {
  console.log("\n## Codec and core, 500,000 atoms and smaller");
  const bench = ["test", "-run", "^$", "-bench", ".", "-benchtime", "1x", "-benchmem"];
  for (const pkg of ["./contract", "./chem/edit", "./chem/formats/..."]) {
    const { stdout } = await run("go", [...bench, pkg]);
    for (const line of stdout.split("\n")) if (line.startsWith("Benchmark")) console.log(line.replace(/\s+/g, " "));
  }
}
