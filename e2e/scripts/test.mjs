// `npm test`: everything, from a clean clone. Prints one line a step, the output
// of what failed, and at the end the number of tests. Options:
//   --only NAME[,NAME]   just these steps (the names are printed)
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { conformance } from "./conformance.mjs";
import { aptInstall, ensureChromium, ensureOut, ensurePackages, must, root, run, which } from "./run.mjs";
import { worker } from "./worker.mjs";

const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1].split(",") : null;
const wasm = { GOOS: "js", GOARCH: "wasm" };
let passed = 0;
let failed = 0;

const steps = [
  ["gofmt", gofmt],
  ["vet", () => plain("go", ["vet", "./..."])],
  ["vet-wasm", () => plain("go", ["vet", "./chem/...", "./contract/...", "./wasm/..."], wasm)],
  ["staticcheck", () => plain("go", ["tool", "staticcheck", "./..."])],
  ["staticcheck-wasm", () => plain("go", ["tool", "staticcheck", "./wasm/..."], wasm, wasm)],
  ["biome", () => plain("npx", ["biome", "check"])],
  ["types", () => plain("npm", ["run", "--silent", "typecheck"])],
  ["build", () => plain("node", ["web/scripts/build.mjs", "--quick"])],
  ["notices", () => plain("node", ["web/scripts/notices.mjs", "--check"])],
  ["budgets", () => plain("node", ["e2e/scripts/budgets.mjs"])],
  ["go", () => goTest(["./..."])],
  // With the page inside; the browser tests use that binary too.
  ["go-page", () => goTest(["-tags", "page", "-run", "Serve|Page|Port", "./server/cmd/toolserver"])],
  ["go-race", race],
  ["go-wasm", wasmTests],
  ["conformance", () => counted(conformance)],
  ["worker", () => counted(worker)],
  ["vitest", vitest],
  ["e2e", playwright],
  ["audit", () => plain("node", ["e2e/scripts/audit.mjs"])],
];

await ensurePackages();
ensureOut();
// A test runs the documented configuration of nginx; it is left out where nginx is not there.
if (!which("nginx")) await aptInstall("nginx-light");
for (const [name, step] of steps) {
  if (only && !only.includes(name)) continue;
  const before = { passed, failed };
  const start = Date.now();
  const problem = await step();
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  if (problem && failed === before.failed) failed++;
  const count = passed - before.passed;
  console.log(
    `${problem ? "FAIL" : "ok  "} ${name.padEnd(17)} ${seconds.padStart(6)} s${count ? `  ${count} tests` : ""}`,
  );
  if (problem) console.log(problem);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

/** A step that is one check: null, or what it printed. */
async function plain(command, args, env = {}) {
  // The tool itself is built for this machine; only what it looks at is js/wasm.
  if (args[0] === "tool" && env.GOOS) {
    const bin = join(root, "e2e/out/staticcheck");
    await must("Building staticcheck", "go", ["build", "-o", bin, "honnef.co/go/tools/cmd/staticcheck"]);
    [command, args] = [bin, args.slice(2)];
  }
  const result = await run(command, args, { env });
  if (result.code !== 0) return result.stdout + result.stderr;
  passed++;
  return null;
}

async function gofmt() {
  const files = (await must("git", "git", ["ls-files", "*.go"])).stdout
    .split("\n")
    .filter((f) => f && existsSync(join(root, f)));
  const listed = (await must("gofmt", "gofmt", ["-l", ...files])).stdout.trim();
  if (listed) return `not formatted: ${listed}`;
  passed++;
  return null;
}

/** Runs go test and counts; what failing tests and packages printed is returned. */
async function goTest(args, env = {}) {
  const printed = new Map();
  const bad = new Set();
  const key = (event) => `${event.Package} ${event.Test ?? ""}`;
  let loose = "";
  const result = await run("go", ["test", "-json", ...args], {
    env,
    onLine(line) {
      let event;
      try {
        event = JSON.parse(line);
      } catch {
        loose += `${line}\n`;
        return;
      }
      if (event.Action === "output" || event.Action === "build-output") {
        printed.set(key(event), (printed.get(key(event)) ?? "") + event.Output);
        if (event.Action === "build-output") loose += event.Output;
      } else if (event.Action === "pass" && event.Test) passed++;
      else if (event.Action === "fail") {
        bad.add(key(event));
        if (event.Test) failed++;
      }
    },
  });
  if (result.code === 0) return null;
  const texts = [...bad].map((k) => printed.get(k) ?? k);
  return `${loose}${texts.join("")}${result.stderr}`;
}

/**
 * The packages that start goroutines of their own, under the race detector where a C compiler
 * is there. The tools, the checker of servers and the program only use them; `npm run oracle` has those too.
 */
async function race() {
  if (!which("gcc") && !which("clang")) {
    console.log("     no C compiler: the race detector is left out");
    return null;
  }
  const own = ["httpd", "stdio", "limits", "clients", "metrics", "results", "lines", "pubchem", "bridge/..."].map(
    (name) => `./server/${name}`,
  );
  return goTest(["-race", "-short", "./contract/...", "./chem/parallel", "./chem/pack/...", ...own], {
    CGO_ENABLED: "1",
  });
}

/**
 * The same tests as js/wasm under Node: equal bytes on both is one of them. Left to
 * `npm run oracle`: how long hostile input may take, and packages of graphs, which compute
 * with whole numbers and whose results the golden reports of chem/tools hold here too.
 */
async function wasmTests() {
  const goroot = (await must("go env", "go", ["env", "GOROOT"])).stdout.trim();
  const exec = join(goroot, "lib/wasm/go_js_wasm_exec");
  const graphs = [
    ...["smiles", "stereo", "stereo/cip", "mcs", "smarts", "moljson", "canon", "retro", "perceive", "ring", "molfile"],
    ...["fingerprint", "admet", "elem", "mol"],
  ];
  const listed = await must("go list", "go", ["list", "./chem/...", "./contract/...", "./wasm/..."], { env: wasm });
  const packages = listed.stdout
    .trim()
    .split("\n")
    .filter((path) => !graphs.some((name) => path.endsWith(`/chem/${name}`)));
  const slow = "-skip=Hostile|^TestLimits$|^TestRenumbered$|^TestSmallGraphs$|^TestHard$|^TestStiffAndLarge$";
  return goTest(["-short", slow, `-exec=${exec}`, ...packages], wasm);
}

/** A step with a tally of its own: the official conformance suite, the edge worker. */
async function counted(step) {
  const result = await step();
  if (result.skipped) console.log(`     ${result.skipped}`);
  passed += result.passed;
  failed += result.faults.length;
  return result.faults.join("\n") || null;
}

async function vitest() {
  const report = join(root, "e2e/out/vitest.json");
  const result = await run("npx", [
    "vitest",
    "run",
    "--config",
    "web/vitest.config.ts",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const counts = JSON.parse(readFileSync(report, "utf8"));
  passed += counts.numPassedTests;
  failed += counts.numFailedTests;
  return result.code === 0 ? null : result.stdout + result.stderr;
}

async function playwright() {
  const report = join(root, "e2e/out/playwright.json");
  const env = { MOLSMITH_CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const result = await run(
    "npx",
    ["playwright", "test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"],
    { env },
  );
  if (existsSync(report)) {
    const { stats } = JSON.parse(readFileSync(report, "utf8"));
    passed += stats.expected + stats.flaky;
    failed += stats.unexpected;
  }
  return result.code === 0 ? null : result.stdout + result.stderr;
}
