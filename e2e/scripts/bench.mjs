// `npm run bench`: times and sizes on this machine, with the peers in the same run.
// Prints ratios; asserts nothing. Options:
//   --quick              without the 500,000-atom box (packmol alone needs minutes there)
//   --only pack,server,codec,page,graph,geometry
//   --waters N           one box of N waters
//   --rounds N           turns of the graph benchmark, against RDKit
import { spawn } from "node:child_process";
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closestImage, readXYZ } from "../bench/contacts.mjs";
import { aptInstall, ensureChromium, ensureOut, ensurePackages, must, root, run, which } from "./run.mjs";

const quick = process.argv.includes("--quick");
const at = process.argv.indexOf("--only");
const only = at > 0 ? process.argv[at + 1].split(",") : null;
const wanted = (name) => !only || only.includes(name);
const out = ensureOut();
const toolserver = join(root, "bin/toolserver");

await ensurePackages();
if (!only || only.some((name) => name !== "graph" && name !== "geometry")) {
  await must("The build", "node", ["web/scripts/build.mjs"]);
  console.log((await must("version", toolserver, ["version"])).stdout.trim());
}
if (wanted("pack")) await packing();
if (wanted("codec")) await codec();
if (wanted("server")) await run("node", ["e2e/bench/server.mjs"], { echo: true });
if (wanted("graph"))
  await must("The graph benchmark", "node", ["e2e/bench/graph.mjs", ...process.argv.slice(2)], { echo: true });
if (wanted("geometry"))
  await must("The geometry benchmark", "node", ["e2e/bench/geometry.mjs", ...process.argv.slice(2)], { echo: true });
if (wanted("page")) {
  const env = { MOLSMITH_CHROMIUM: await ensureChromium() };
  await run("node", ["e2e/bench/page-pack.mjs"], { echo: true, env });
  await run("node", ["e2e/bench/page-view.mjs"], { echo: true, env });
  await run("node", ["e2e/bench/page-geometry.mjs"], { echo: true, env });
}

/** Runs a program, and reads its peak memory from /proc while it runs (Linux). */
function timed(command, args, { inputFile } = {}) {
  return new Promise((resolve) => {
    const start = process.hrtime.bigint();
    const child = spawn(command, args, {
      cwd: out,
      stdio: [inputFile ? openSync(join(out, inputFile), "r") : "ignore", "pipe", "ignore"],
    });
    const chunks = [];
    let peak = 0;
    const poll = setInterval(() => {
      try {
        const line = readFileSync(`/proc/${child.pid}/status`, "utf8").match(/VmHWM:\s+(\d+)/);
        if (line) peak = Math.max(peak, Number(line[1]) / 1024);
      } catch {
        // The process has ended, or this is not Linux: peak stays what it was.
      }
    }, 10);
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.on("close", (code) => {
      clearInterval(poll);
      resolve({ code, seconds: Number(process.hrtime.bigint() - start) / 1e9, peak, stdout: Buffer.concat(chunks) });
    });
  });
}

async function packing() {
  console.log("\n## Packing: water, 1.0 g/cm³, 2.0 Å");
  if (!which("packmol")) await aptInstall("packmol");
  const peer = which("packmol");
  if (!peer) console.log("packmol is not installed: its column stays empty");
  console.log("Ours is periodic. packmol 20.14 has no periodic keyword and gets the full edge, the easier problem.");
  console.log("Whole processes, JSON and file output included; best of three (one for 500,000 atoms).\n");
  console.log(
    "| waters | toolserver s | packmol s | ratio | µs/atom | peak MiB | closest image contact, ours / packmol Å |",
  );
  console.log("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  const library = JSON.parse(
    (await must("library", toolserver, ["call", "molecule_library", "--args", '{"query":"water","limit":1}'])).stdout,
  );
  if (library.molecules[0].id !== "water") throw new Error("molecule_library does not know water");
  const one = process.argv.indexOf("--waters");
  const counts = one > 0 ? [Number(process.argv[one + 1])] : quick ? [1000, 10000] : [1000, 10000, 166666];
  for (const count of counts) {
    const repeats = count > 100000 ? 1 : 3;
    const args = {
      components: [{ molecule: { name: "water", smiles: "O" }, count }],
      density: 1,
      tolerance: 2,
      seed: 7,
    };
    writeFileSync(join(out, "water.json"), JSON.stringify(args));
    let ours = null;
    for (let i = 0; i < repeats + 1; i++) {
      const one = await timed(toolserver, ["call", "liquid_box", "--args", "@water.json"]);
      if (one.code !== 0) throw new Error(`liquid_box ended with ${one.code}`);
      if (!ours || one.seconds < ours.seconds) ours = one;
    }
    const { structure } = JSON.parse(ours.stdout.toString());
    const edge = structure.cell[0];
    const oursClosest = closestImage(structure.positions, 3, edge, 2.5);

    let theirs = null;
    let theirsClosest = "";
    if (peer) {
      writeFileSync(
        join(out, "water.xyz"),
        "3\nwater\nO 0.0000 -0.3906 0.0000\nH 0.7570 0.1953 0.0000\nH -0.7570 0.1953 0.0000\n",
      );
      const box = `tolerance 2.0\nfiletype xyz\noutput packed.xyz\nseed 7\nstructure water.xyz\n  number ${count}\n  inside box 0. 0. 0. ${edge} ${edge} ${edge}\nend structure\n`;
      // packmol rewinds its input, so it has to be a file.
      writeFileSync(join(out, "water.inp"), box);
      for (let i = 0; i < repeats; i++) {
        rmSync(join(out, "packed.xyz"), { force: true });
        const one = await timed(peer, [], { inputFile: "water.inp" });
        if (one.code !== 0) throw new Error(`packmol ended with ${one.code}`);
        if (!theirs || one.seconds < theirs.seconds) theirs = one;
      }
      const file = join(out, "packed.xyz");
      if (existsSync(file)) theirsClosest = closestImage(readXYZ(readFileSync(file, "utf8")), 3, edge, 2.5).toFixed(2);
    }
    const row = [
      count,
      ours.seconds.toFixed(3),
      theirs ? theirs.seconds.toFixed(2) : "",
      theirs ? `${(theirs.seconds / ours.seconds).toFixed(1)}×` : "",
      ((ours.seconds * 1e6) / (3 * count)).toFixed(2),
      ours.peak ? ours.peak.toFixed(0) : "",
      `${oursClosest.toFixed(4)} / ${theirsClosest}`,
    ];
    console.log(`| ${row.join(" | ")} |`);
  }
}

async function codec() {
  console.log("\n## Codec and core, 500,000 atoms and smaller");
  const bench = ["test", "-run", "^$", "-bench", ".", "-benchtime", "1x", "-benchmem"];
  for (const pkg of ["./contract", "./chem/edit", "./chem/formats/..."]) {
    const { stdout } = await run("go", [...bench, pkg]);
    for (const line of stdout.split("\n")) if (line.startsWith("Benchmark")) console.log(line.replace(/\s+/g, " "));
  }
}
