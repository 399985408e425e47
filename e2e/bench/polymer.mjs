// Polymers: chains and melts by toolserver, whole processes, beside the times that the
// Builder Tool Contract states for RadonPy (§12.2), which is not run here.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { out, root } from "../scripts/run.mjs";
import { timed } from "./timed.mjs";

const toolserver = join(root, "bin/toolserver");
const ethylene = { monomer: { name: "ethylene", smiles: "CC" }, head: 0, tail: 1 };
const styrene = { monomer: { name: "styrene", smiles: "*CC(*)c1ccccc1" }, head: 0, tail: 1 };

/** The best of some calls of a tool. */
async function best(tool, args, turns) {
  writeFileSync(join(out, "polymer.json"), JSON.stringify({ seed: 7, ...args }));
  let fastest = null;
  for (let i = 0; i < turns; i++) {
    const run = await timed(toolserver, ["call", tool, "--args", "@polymer.json"]);
    if (run.code !== 0) throw new Error(`${tool} ended with ${run.code}`);
    if (!fastest || run.seconds < fastest.seconds) fastest = run;
  }
  return fastest;
}

console.log("\n## Polymers\n");
console.log("| what | atoms | toolserver s | processor s | peak MiB | RadonPy, as published |");
console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
const seconds = new Map();
async function row(what, tool, args, published = "") {
  const run = await best(tool, args, 3);
  seconds.set(what, run.seconds);
  const { structure, warnings } = JSON.parse(run.stdout.toString());
  const note = warnings.length > 0 ? ` (${warnings.length} warnings)` : "";
  const values = [
    what + note,
    structure.elements.length,
    run.seconds.toFixed(3),
    run.processor.toFixed(2),
    run.peak.toFixed(0),
  ];
  console.log(`| ${[...values, published].join(" | ")} |`);
}
await row("100 ethylene", "polymer_chain", { ...ethylene, length: 100 }, "40 s");
await row("200 ethylene", "polymer_chain", { ...ethylene, length: 200 }, "7 min");
await row("1000 ethylene", "polymer_chain", { ...ethylene, length: 1000 });
await row("5000 ethylene", "polymer_chain", { ...ethylene, length: 5000 });
await row("200 styrene, atactic", "polymer_chain", { ...styrene, length: 200, tacticity: "atactic" });
await row("melt, 50 × 100 ethylene", "polymer_melt", { ...ethylene, chains: 50, length: 100 });
const ratio = seconds.get("1000 ethylene") / seconds.get("100 ethylene");
console.log(`\n1,000 units take ${ratio.toFixed(1)} times as long as 100.`);
