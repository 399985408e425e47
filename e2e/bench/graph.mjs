// Molecules as graphs, one thread: our core against RDKit on 1,000 molecules of the
// reference data. Native programs that answer the same words (graph/main.go,
// graph-rdkit.cpp, else graph-rdkit.py) take turns in one run; then our WebAssembly
// and @rdkit/rdkit take turns in Node (graph-wasm.mjs). `--rounds N` sets the turns.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { moduleFlags } from "../../web/scripts/modules.mjs";
import { aptInstall, ensureOut, must, root, run, which } from "../scripts/run.mjs";
import { start } from "./program.mjs";

const out = ensureOut();
const at = process.argv.indexOf("--rounds");
const rounds = at > 0 ? Number(process.argv[at + 1]) : 9;
const smarts = join(root, "e2e/bench/graph/queries.smarts");
/** Each task with how many times faster than RDKit it is to be. */
const tasks = {
  parse: ["SMILES to perceived molecule", 3],
  canonical: ["canonical SMILES", 2],
  ecfp4: ["ECFP4, 2,048 bits", 3],
  smarts: ["20 SMARTS, unique matches", 1.5],
};

/** Every third molecule of the reference data, 1,000 of them. */
function molecules() {
  const rows = gunzipSync(readFileSync(join(root, "chem/internal/oracle/testdata/molecules.jsonl.gz"))).toString();
  const texts = rows.split("\n").filter(Boolean);
  return texts.filter((_, i) => i % 3 === 2).map((row) => JSON.parse(row).smi);
}

/** The command that runs RDKit: our C++ loop, else our Python loop, else null. */
async function peer() {
  const program = join(out, "graph-rdkit");
  if (!existsSync("/usr/include/rdkit")) await aptInstall("librdkit-dev");
  if (!which("g++")) await aptInstall("g++");
  const libraries = "SmilesParse Fingerprints SubstructMatch GraphMol DataStructs RDGeneral RDGeometryLib";
  const built = await run("g++", [
    ...["-O2", "-std=c++17", "-I/usr/include/rdkit", "e2e/bench/graph-rdkit.cpp", "-o", program],
    ...libraries.split(" ").map((name) => `-lRDKit${name}`),
  ]);
  if (built.code === 0) return [program, [], "RDKit's C++ libraries of Debian"];
  const python = async () => (await run("python3", ["-c", "import rdkit"])).code === 0;
  if ((await python()) || ((await aptInstall("python3-rdkit")) && (await python()))) {
    return ["python3", ["e2e/bench/graph-rdkit.py"], "python3-rdkit; its calls add some overhead to RDKit's times"];
  }
  return null;
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Lets the programs take turns and prints a table; times are per molecule. */
async function compare(ours, theirs, names, count) {
  const times = Object.fromEntries(names.map((name) => [name, [[], []]]));
  const checks = Object.fromEntries(names.map((name) => [name, [0, 0]]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      for (const side of round % 2 ? [1, 0] : [0, 1]) {
        const answer = await [ours, theirs][side].ask(name);
        if (answer === null) throw new Error(`the ${side ? "peer" : "program"} ended during ${name}`);
        const [seconds, check] = answer.split(" ").map(Number);
        if (round > 0) times[name][side].push((seconds * 1e6) / count); // the first one warms up
        checks[name][side] = check;
      }
    }
  }
  console.log(
    "| per molecule | ours µs, median (least) | RDKit µs, median (least) | ratio, median (least) | bar | results |",
  );
  console.log("| --- | ---: | ---: | ---: | ---: | --- |");
  for (const name of names) {
    const [mine, other] = times[name].map((all) => [median(all), Math.min(...all)]);
    const [a, b] = checks[name];
    console.log(
      `| ${[
        tasks[name][0],
        `${mine[0].toFixed(2)} (${mine[1].toFixed(2)})`,
        `${other[0].toFixed(2)} (${other[1].toFixed(2)})`,
        `${(other[0] / mine[0]).toFixed(2)}× (${(other[1] / mine[1]).toFixed(2)}×)`,
        `${ours.bar ?? tasks[name][1]}×`,
        a === b ? "equal" : `sums differ: ${a}, ${b}`,
      ].join(" | ")} |`,
    );
  }
}

async function native() {
  const program = join(out, "graph");
  await must("The build", "go", ["build", "-o", program, "./e2e/bench/graph"]);
  const rdkit = await peer();
  if (!rdkit) {
    console.log("RDKit is neither installed nor can be: nothing to compare with");
    return;
  }
  const file = join(out, "graph.smi");
  let texts = molecules();
  writeFileSync(file, `${texts.join("\n")}\n`);
  const refused = new Set();
  for (const [command, args] of [[program, []], rdkit]) {
    const one = start(command, [...args, file, smarts]);
    await one.line();
    for (const i of ((await one.ask("refused")) ?? "").split(" ").filter(Boolean)) refused.add(Number(i));
    one.end();
  }
  const total = texts.length;
  texts = texts.filter((_, i) => !refused.has(i)).slice(0, 1000);
  writeFileSync(file, `${texts.join("\n")}\n`);
  const ours = start(program, [file, smarts]);
  const theirs = start(rdkit[0], [...rdkit[1], file, smarts]);
  const [version, names] = (await ours.line()).split(": ");
  console.log(`${version} against ${await theirs.line()}, ${rdkit[2]}; ${texts.length} molecules (${refused.size} of`);
  console.log(
    `${total} are refused by one of the two and left out); ${rounds} turns each after a first one, one thread;`,
  );
  console.log(`${cpus().length} × ${cpus()[0].model.trim()}, load ${loadavg()[0].toFixed(2)} before the run\n`);
  await compare(ours, theirs, names.split(" "), texts.length);
  ours.end();
  theirs.end();
  console.log(
    "\nThe sums of canonical SMILES are their lengths, which differ where spellings do. Debian's RDKit of 2022",
  );
  console.log("counts the rings of one cage otherwise than that of 2026, with which we agree.");
  console.log(`\nload ${loadavg()[0].toFixed(2)} after the run`);
}

async function inNode() {
  console.log("\n## The same in Node: our module, built as the page's, against @rdkit/rdkit\n");
  const module = join(out, "graph.wasm");
  await must("The module", "go", ["build", ...moduleFlags, "-o", module, "./e2e/bench/graph"], {
    env: { GOOS: "js", GOARCH: "wasm" },
  });
  const exec = join((await must("go env", "go", ["env", "GOROOT"])).stdout.trim(), "lib/wasm/wasm_exec.js");
  const child = start(process.execPath, ["e2e/bench/graph-wasm.mjs", module, exec, join(out, "graph.smi"), smarts]);
  const [version, names, count] = (await child.line()).split(": ");
  console.log(`${version}; one call per molecule over the border of JavaScript on both sides\n`);
  const side = (name) => ({ bar: 1, ask: (word) => child.ask(`${name}.${word}`) });
  await compare(side("ours"), side("rdkit"), names.split(" "), Number(count));
  child.end();
}

console.log("\n## Molecules as graphs\n");
await native();
await inNode();
