// `npm run oracle`: the long lane. Every row of the reference data and every seed,
// where `npm test` takes samples. MOLSMITH_ORACLE=DIR names a folder with the full
// data; without it the samples in the repository are used. arm64 results are
// compared under qemu-user where it is installed (Debian: qemu-user-static).
// `-- --only geometry` runs what geometry.mjs does, and nothing else.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { judgedByRdkit, rdkitMinima } from "./geometry.mjs";
import { aptInstall, ensureOut, must, out, root, run, which } from "./run.mjs";

ensureOut();
const env = {
  MOLSMITH_FULL: "1",
  ...(process.env.MOLSMITH_ORACLE ? { MOLSMITH_ORACLE: process.env.MOLSMITH_ORACLE } : {}),
};
let failed = 0;

async function lane(name, command, args, extra = {}) {
  const start = Date.now();
  const result = await run(command, args, { env: { ...env, ...extra } });
  if (result.code !== 0) failed++;
  console.log(`${result.code ? "FAIL" : "ok  "} ${name}  ${((Date.now() - start) / 1000).toFixed(1)} s`);
  if (result.code) console.log(result.stdout + result.stderr);
  else if (command.includes("python")) console.log(result.stdout.trimEnd());
}

const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : "";
const toolserver = join(out, "toolserver");
await must("Building toolserver", "go", ["build", "-o", toolserver, "./server/cmd/toolserver"]);
const minima = await rdkitMinima(lane, { update: process.argv.includes("--update") });
await judgedByRdkit(lane, toolserver, env);
if (only === "geometry") process.exit(failed ? 1 : 0);
Object.assign(env, minima);

await lane("every row and seed, native", "go", ["test", "-count=1", "-timeout=60m", "./chem/...", "./contract/..."]);
await lane("every malformed session", "go", ["test", "-count=1", "-timeout=60m", "./server/..."]);
if (which("gcc") || which("clang"))
  await lane(
    "the race detector",
    "go",
    ["test", "-race", "-short", "-timeout=60m", "./chem/tools/...", "./server/..."],
    {
      CGO_ENABLED: "1",
      MOLSMITH_FULL: "",
    },
  );
for (const [folder, target] of [
  ["./contract/mcp", "FuzzHandle"],
  ["./server/stdio", "FuzzServe"],
  ["./server/guard", "FuzzOrigin"],
  ["./server/guard", "FuzzMediaTypes"],
  ["./server/guard", "FuzzHeaders"],
  ["./server/httpd", "FuzzHTTP"],
  ["./server/bridge", "FuzzParseConfig"],
  ["./server/bridge/peer", "FuzzReceive"],
]) {
  const fuzz = ["test", "-run=^$", `-fuzz=^${target}$`, "-fuzztime=60s", "-fuzzminimizetime=20x", folder];
  await lane(`${target} for a minute`, "go", fuzz);
}

// RDKit itself, for the energies whose stored values are of one version.
if (!existsSync("/usr/include/rdkit")) await aptInstall("librdkit-dev");
if (!which("g++")) await aptInstall("g++");
const peer = join(out, "uff-rdkit");
const built = await run("g++", [
  ...["-O2", "-std=c++17", "-I/usr/include/rdkit", "e2e/oracle/uff-rdkit.cpp", "-o", peer],
  ...["ForceFieldHelpers", "ForceField", "SmilesParse", "SubstructMatch", "GraphMol", "DataStructs", "RDGeneral"].map(
    (name) => `-lRDKit${name}`,
  ),
  "-lRDKitRDGeometryLib",
]);
if (built.code === 0) {
  await lane("UFF against RDKit", "go", ["test", "-count=1", "-run=TestPeer", "./chem/forcefield/uff"], {
    MOLSMITH_UFF_PEER: peer,
  });
} else {
  console.log("left out: UFF against RDKit, because its C++ libraries are neither installed nor can be");
}

// Files that are written here, read by the programs people use.
if (!existsSync("/usr/bin/lmp"))
  for (const name of ["python3-ase", "python3-gemmi", "python3-rdkit", "openbabel", "lammps", "gromacs"])
    await aptInstall(name);
const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
await lane("files read by other programs", python, ["e2e/oracle/readback.py", toolserver]);

// Chains and boxes, judged by programs that share nothing with what makes them.
await lane("chains of 43 monomers, judged by RDKit", python, ["e2e/oracle/polymers.py", toolserver]);
await lane("250 boxes, checked in Python", python, ["e2e/oracle/boxes.py", toolserver]);

const exec = join((await must("go env", "go", ["env", "GOROOT"])).stdout.trim(), "lib/wasm/go_js_wasm_exec");
await lane(
  "every test, js/wasm",
  "go",
  ["test", "-short", `-exec=${exec}`, "-timeout=60m", "./chem/...", "./contract/..."],
  {
    GOOS: "js",
    GOARCH: "wasm",
    MOLSMITH_FULL: "",
  },
);
const bitEqual = ["-run", "SameBytes|Golden", "-timeout=60m", "./chem/..."];
await lane("bit-equal results, js/wasm", "go", ["test", "-count=1", `-exec=${exec}`, ...bitEqual], {
  GOOS: "js",
  GOARCH: "wasm",
});

const qemu =
  which("qemu-aarch64-static") ??
  which("qemu-aarch64") ??
  ((await aptInstall("qemu-user-static")) ? which("qemu-aarch64-static") : null);
if (qemu) {
  await lane(
    "bit-equal results, linux/arm64",
    "go",
    ["test", "-count=1", `-exec=${qemu}`, "-gcflags=all=-d=fmahash=qn", ...bitEqual],
    {
      GOOS: "linux",
      GOARCH: "arm64",
      CGO_ENABLED: "0",
    },
  );
} else {
  console.log("left out: linux/arm64, because qemu-user is not installed");
}
console.log(`results in ${out.slice(root.length + 1)}`);
process.exit(failed ? 1 : 0);
