// Our WebAssembly and @rdkit/rdkit in one Node process, for graph.mjs: every word on
// standard input, "ours." or "rdkit." and a task, runs the task over all molecules
// and answers with seconds and a check sum.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { runInThisContext } from "node:vm";

const [module, exec, smilesFile, smartsFile] = process.argv.slice(2);
const lines = (name) => readFileSync(name, "utf8").trimEnd().split("\n");
runInThisContext(readFileSync(exec, "utf8"));
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(readFileSync(module), go.importObject);
go.run(instance);
const { graph } = globalThis;

const require = createRequire(import.meta.url);
const path = require.resolve("@rdkit/rdkit");
const rdkit = await require(path)();
rdkit.disable_logging?.();

const readable = (text) => {
  const m = rdkit.get_mol(text);
  m?.delete();
  return m !== null && m !== undefined;
};
const texts = lines(smilesFile).filter(readable);
const names = graph.load(`${texts.join("\n")}\n\n${lines(smartsFile).join("\n")}`);
const molecules = texts.map((text) => rdkit.get_mol(text));
const morgan = JSON.stringify({ radius: 2, nBits: 2048 });
const bits = (bytes) => bytes.reduce((sum, byte) => sum + ones[byte], 0);
const ones = Array.from({ length: 256 }, (_, i) => i.toString(2).replaceAll("0", "").length);

const tasks = {
  "ours.parse": (i) => graph.parse(texts[i]),
  "rdkit.parse": (i) => {
    const m = rdkit.get_mol(texts[i]);
    const size = m.get_num_atoms() + m.get_num_bonds();
    m.delete();
    return size;
  },
  "ours.ecfp4": (i) => bits(graph.ecfp4(i)),
  "rdkit.ecfp4": (i) => bits(molecules[i].get_morgan_fp_as_uint8array(morgan)),
};

console.log(`Node ${process.versions.node}, @rdkit/rdkit ${rdkit.version()}: ${names}: ${texts.length}`);
for await (const word of createInterface({ input: process.stdin })) {
  const task = tasks[word];
  const start = performance.now();
  let check = 0;
  for (let i = 0; i < texts.length; i++) check += task(i);
  console.log((performance.now() - start) / 1e3, check);
}
process.exit(0);
