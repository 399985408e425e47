// Geometries, judged by RDKit itself: Debian's python3-rdkit. `npm run oracle -- --only
// geometry` runs these lanes alone; with --update too, minima.jsonl.gz of the tests is
// made anew.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { aptInstall, must, out, root, run } from "./run.mjs";

/** Debian's Python, which has RDKit; null where it has not and cannot get it. */
async function pythonWithRdkit() {
  const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  const has = async () => (await run(python, ["-c", "import rdkit"])).code === 0;
  if (await has()) return python;
  return (await aptInstall("python3-rdkit")) && (await has()) ? python : null;
}

/**
 * Asks RDKit for its minima of the molecules whose geometries are unusual. Returns what
 * the tests need to know of them; {} without RDKit: the values in the repository count.
 */
export async function rdkitMinima(lane, { update = false } = {}) {
  const python = await pythonWithRdkit();
  if (!python) {
    console.log("left out: RDKit's minima, because Debian's python3-rdkit is neither installed nor can be");
    return {};
  }
  const [asked, minima] = [join(out, "unusual.jsonl"), join(out, "minima.jsonl")];
  for (const file of [asked, minima]) rmSync(file, { force: true });
  const tests = ["test", "-count=1", "-timeout=60m", "-run=^(TestConformers|TestMolecules)$", "./chem/conformer"];
  await lane("geometries, for RDKit to look at", "go", tests, { MOLSMITH_UNUSUAL: asked });
  await lane("RDKit's minima of them", python, ["e2e/oracle/minima.py", asked, minima]);
  if (!existsSync(minima)) return {};
  if (update) {
    const file = join(root, "chem/internal/oracle/testdata/minima.jsonl.gz");
    writeFileSync(file, gzipSync(readFileSync(minima), { level: 9 }));
  }
  await lane("bonds, angles and rings against RDKit's minima", "go", tests, { MOLSMITH_MINIMA: minima });
  return { MOLSMITH_MINIMA: minima };
}

/** How many molecules get a geometry, and whether it has the configuration asked for. */
export async function judgedByRdkit(lane, toolserver, env) {
  const python = await pythonWithRdkit();
  if (!python) {
    console.log("left out: geometries judged by RDKit");
    return;
  }
  for (const set of ["reference", "names"]) {
    const list = join(out, `${set}.smi`);
    const found = await must(`The molecules of ${set}`, "go", ["run", "e2e/oracle/molecules.go", set], { env });
    writeFileSync(list, found.stdout);
    await lane(`geometries of ${set} judged by RDKit`, python, ["e2e/oracle/geometries.py", toolserver, list]);
  }
}
