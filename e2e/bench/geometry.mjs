// From SMILES to a relaxed 3D geometry, one thread: our pipeline (what generate_3d runs)
// against RDKit's ETKDGv3 with MMFF94s, molecule by molecule in turn, in one run.
// `--molecules N` (default 300) of the reference data with at most 100 heavy atoms;
// `--rounds N` (default 3) turns for each, of which the least time counts.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { aptInstall, ensureOut, must, root, run, which } from "../scripts/run.mjs";
import { start } from "./program.mjs";

const out = ensureOut();
const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at > 0 ? Number(process.argv[at + 1]) : otherwise;
};
const wanted = option("--molecules", 300);
const rounds = option("--rounds", 3);

/** Molecules spread evenly over the reference data. */
function molecules() {
  const rows = gunzipSync(readFileSync(join(root, "chem/internal/oracle/testdata/molecules.jsonl.gz"))).toString();
  const all = rows
    .split("\n")
    .filter(Boolean)
    .map((row) => JSON.parse(row))
    .filter((row) => row.heavy <= 100 && row.atoms <= 999);
  return Array.from({ length: Math.min(wanted, all.length) }, (_, i) => {
    return all[Math.floor(((i + 0.5) * all.length) / Math.min(wanted, all.length))].smi;
  });
}

/** The command that runs RDKit, or null. */
async function peer() {
  const program = join(out, "geometry-rdkit");
  if (!existsSync("/usr/include/rdkit")) await aptInstall("librdkit-dev");
  if (!which("g++")) await aptInstall("g++");
  const libraries =
    "DistGeomHelpers ForceFieldHelpers ForceField SmilesParse SubstructMatch GraphMol DataStructs RDGeneral RDGeometryLib";
  const built = await run("g++", [
    ...["-O2", "-std=c++17", "-I/usr/include/rdkit", "e2e/bench/geometry-rdkit.cpp", "-o", program],
    ...libraries.split(" ").map((name) => `-lRDKit${name}`),
  ]);
  return built.code === 0 ? program : null;
}

const sorted = (values) => [...values].sort((a, b) => a - b);
const at = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];
const sum = (values) => values.reduce((a, b) => a + b, 0);

/** What a program makes of molecule i: seconds, and an energy, "none" or "failed". */
async function make(program, i) {
  const answer = await program.ask(String(i));
  if (answer === null) throw new Error(`a program ended at molecule ${i}`);
  const [seconds, result] = answer.split(" ");
  return { seconds: Number(seconds), result };
}

console.log("\n## SMILES to a relaxed geometry\n");
const program = join(out, "geometry");
await must("The build", "go", ["build", "-o", program, "./e2e/bench/geometry"]);
const rdkit = await peer();
if (!rdkit) {
  console.log("RDKit's C++ libraries are neither installed nor can be: nothing to compare with");
} else {
  const texts = molecules();
  const file = join(out, "geometry.smi");
  writeFileSync(file, `${texts.join("\n")}\n`);
  const sides = [start(program, [file]), start(rdkit, [file])];
  const names = [await sides[0].line(), await sides[1].line()];
  console.log(
    `${names[0]} against ${names[1]} of Debian; ${texts.length} molecules, the least of ${rounds} turns each,`,
  );
  console.log(
    `one thread; ${cpus().length} × ${cpus()[0].model.trim()}, load ${loadavg()[0].toFixed(2)} before the run\n`,
  );
  for (const side of sides) for (let i = 0; i < 10; i++) await make(side, i); // warms up
  const times = [[], []];
  const results = [[], []];
  for (let i = 0; i < texts.length; i++) {
    const least = [Infinity, Infinity];
    for (let round = 0; round < rounds; round++) {
      for (const side of (i + round) % 2 ? [1, 0] : [0, 1]) {
        const { seconds, result } = await make(sides[side], i);
        least[side] = Math.min(least[side], seconds);
        results[side][i] = result;
      }
    }
    for (const side of [0, 1]) times[side].push(least[side]);
  }
  for (const side of sides) side.end();
  const row = (name, format, values) => {
    const [a, b] = values;
    console.log(`| ${name} | ${format(a)} | ${format(b)} | ${(a / b).toFixed(2)}× |`);
  };
  const ms = (s) => `${(s * 1e3).toFixed(2)} ms`;
  console.log("| | ours | RDKit | ours / RDKit |\n| --- | ---: | ---: | ---: |");
  row("median time (bar 1.0×)", ms, [at(times[0], 0.5), at(times[1], 0.5)]);
  row("total time (bar 1.0×)", ms, [sum(times[0]), sum(times[1])]);
  row("slowest", ms, [Math.max(...times[0]), Math.max(...times[1])]);
  const done = results.map((all) => all.filter((r) => r !== "failed").length);
  console.log(`| coordinates | ${done[0]} of ${texts.length} | ${done[1]} of ${texts.length} | |`);
  const both = texts
    .map((_, i) => [Number(results[0][i]), Number(results[1][i])])
    .filter((e) => e.every(Number.isFinite));
  const differences = both.map(([a, b]) => a - b);
  console.log(
    `\nMMFF94s energy at the end, ours − RDKit's, kcal/mol, on ${both.length} molecules: median ${at(differences, 0.5).toFixed(2)} (bar 0.5),`,
  );
  console.log(
    `quarters ${at(differences, 0.25).toFixed(2)} and ${at(differences, 0.75).toFixed(2)}, mean ${(sum(differences) / both.length).toFixed(2)};`,
  );
  const failures = texts.filter((_, i) => results[0][i] === "failed");
  if (failures.length > 0) console.log(`no coordinates of ours: ${failures.slice(0, 10).join(" ")}`);
  console.log(`load ${loadavg()[0].toFixed(2)} after the run`);
}
