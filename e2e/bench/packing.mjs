// Packing: boxes of liquids by toolserver, and by packmol in the same run. Prints
// times, ratios and the closest contacts of both, measured here. Options of bench.mjs.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, out, root, which } from "../scripts/run.mjs";
import { closestImage, readXYZ } from "./contacts.mjs";
import { timed } from "./timed.mjs";

const quick = process.argv.includes("--quick");
const at = process.argv.indexOf("--waters");
const toolserver = join(root, "bin/toolserver");
const tolerance = 2;
const patience = 1800; // s for one run of the peer
const symbols = { 1: "H", 6: "C", 8: "O", 7: "N", 9: "F", 11: "Na", 15: "P", 17: "Cl" };

const water = ["water", "O"];
const hexane = ["hexane", "CCCCCC"];
const benzene = ["benzene", "c1ccccc1"];
const boxes = [
  { density: 1, parts: [[...water, 1000]], turns: 3 },
  { density: 1, parts: [[...water, 10_000]], turns: 3 },
  { density: 0.785, parts: [["ethanol", "CCO", 1000]], turns: 1 },
  { density: 0.874, parts: [[...benzene, 1000]], turns: 1 },
  { density: 0.699, parts: [["octane", "CCCCCCCC", 300]], turns: 1 },
  { density: 1.258, parts: [["glycerol", "OCC(O)CO", 500]], turns: 1 },
  {
    density: 1.37,
    parts: [
      ["BMIM+", "CCCCn1cc[n+](C)c1", 200],
      ["PF6-", "F[P-](F)(F)(F)(F)F", 200],
    ],
    turns: 1,
  },
  {
    density: 1,
    parts: [
      [...water, 2000],
      ["Na+", "[Na+]", 10],
      ["Cl-", "[Cl-]", 10],
    ],
    turns: 1,
  },
  {
    density: 0.744,
    parts: [
      [...benzene, 500],
      [...hexane, 500],
    ],
    turns: 1,
  },
  { density: 1, parts: [[...water, 166_666]], turns: 1, long: true },
];

console.log(`\n## Packing: closest distance ${tolerance.toFixed(1)} Å`);
if (!which("packmol")) await aptInstall("packmol");
const peer = which("packmol");
if (!peer) console.log("packmol is not installed: its columns stay empty");
console.log("Ours is periodic. packmol 20.14 has no periodic keyword and gets the full edge, the easier problem.");
console.log(
  "Whole processes, JSON and file output included; water is the best of three turns. Ratios in brackets are of",
);
console.log("processor time: toolserver uses every core, packmol one.\n");
console.log(
  "| box | g/cm³ | atoms | toolserver s | packmol s | ratio | peak MiB | closest image contact, ours / packmol Å |",
);
console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");

const chosen =
  at > 0
    ? [{ density: 1, parts: [[...water, Number(process.argv[at + 1])]], turns: 1 }]
    : boxes.filter((box) => !(quick && box.long));
for (const box of chosen) await compare(box);

async function compare({ density, parts, turns }) {
  const components = parts.map(([name, smiles, count]) => ({ molecule: { name, smiles }, count }));
  writeFileSync(join(out, "box.json"), JSON.stringify({ components, density, tolerance, seed: 7 }));
  const ours = await best(turns + 1, () => timed(toolserver, ["call", "liquid_box", "--args", "@box.json"]));
  if (ours.code !== 0) throw new Error(`liquid_box ended with ${ours.code}`);
  const { structure } = JSON.parse(ours.stdout.toString());
  const edge = structure.cell[0];
  const contact = (positions) => closestImage(positions, structure.molecules, edge, 1.5 * tolerance);

  let theirs = null;
  let theirContact = "";
  if (peer) {
    writePeerInput(structure, parts, edge);
    theirs = await best(turns, () => {
      rmSync(join(out, "packed.xyz"), { force: true });
      return timed(peer, [], { inputFile: "packed.inp", limit: patience });
    });
    const file = join(out, "packed.xyz");
    if (existsSync(file)) theirContact = contact(readXYZ(readFileSync(file, "utf8"))).toFixed(2);
    if (theirs.code !== 0) theirContact += ` (ended with ${theirs.code ?? "the time"})`;
  }
  const name = parts.map(([name, , count]) => `${count} ${name}`).join(" + ");
  const row = [
    name,
    density,
    structure.elements.length,
    ours.seconds.toFixed(3),
    theirs ? theirs.seconds.toFixed(2) : "",
    theirs ? `${(theirs.seconds / ours.seconds).toFixed(0)}× (${(theirs.processor / ours.processor).toFixed(0)}×)` : "",
    ours.peak ? ours.peak.toFixed(0) : "",
    `${contact(structure.positions).toFixed(4)} / ${theirContact}`,
  ];
  console.log(`| ${row.join(" | ")} |`);
}

/** The fastest of some runs. */
async function best(turns, once) {
  let fastest = null;
  for (let i = 0; i < turns; i++) {
    const run = await once();
    if (run.code !== 0) return run;
    if (!fastest || run.seconds < fastest.seconds) fastest = run;
  }
  return fastest;
}

/** The same molecules for packmol, which rewinds its input, so it has to be a file. */
function writePeerInput(structure, parts, edge) {
  let input = `tolerance ${tolerance}\nfiletype xyz\noutput packed.xyz\nseed 7\n`;
  let first = 0;
  let molecule = 0;
  parts.forEach(([, , count], k) => {
    let end = first;
    while (structure.molecules[end] === molecule) end++;
    const size = end - first;
    const lines = [String(size), "one molecule"];
    for (let i = first; i < end; i++) {
      const place = structure.positions.slice(3 * i, 3 * i + 3).map((x) => x.toFixed(4));
      lines.push([symbols[structure.elements[i]], ...place].join(" "));
    }
    writeFileSync(join(out, `part${k}.xyz`), `${lines.join("\n")}\n`);
    input += `structure part${k}.xyz\n  number ${count}\n  inside box 0. 0. 0. ${edge} ${edge} ${edge}\nend structure\n`;
    first += size * count;
    molecule += count;
  });
  writeFileSync(join(out, "packed.inp"), input);
}
