// `node web/scripts/release.mjs`: everything of a release in release/: toolserver with the
// page inside for each system, checksums and a list of what is in it (CycloneDX).
//   --tag v1.2.3        fails unless that is the version constant of the source
//   --targets a/b,c/d   only these systems; default all
//   --built             takes the page that is in web/dist instead of building one
// The same source and Go give the same bytes: no paths, no times, no C.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dist, ensurePackages, fail, requireTools, root, step } from "./steps.mjs";

export const targets = ["linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"];
const release = join(root, "release");

const option = (name) => {
  const at = process.argv.indexOf(name);
  return at > 0 ? process.argv[at + 1] : null;
};

/** The version constant, which server.json and package.json repeat. */
export function version() {
  const source = readFileSync(join(root, "chem/tools/version/version.go"), "utf8");
  return source.match(/^const Version = "([^"]+)"$/m)?.[1] ?? fail("chem/tools/version names no version");
}

/** Why this may not be released as that tag; null when it may. */
export function tagProblem(tag) {
  const v = version();
  if (tag !== `v${v}`) return `the tag ${tag} is not v${v}, the version of the source (chem/tools/version/version.go)`;
  for (const file of ["package.json", "server.json"]) {
    const stated = JSON.parse(readFileSync(join(root, file), "utf8")).version;
    if (stated !== v) return `${file} says version ${stated}, the source ${v}`;
  }
  return null;
}

function go(args, env = {}) {
  const done = spawnSync("go", args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  if (done.status !== 0) fail(`go ${args.join(" ")}\n${done.error?.message ?? done.stdout + done.stderr}`);
  return done.stdout;
}

/** Builds toolserver for one system; the name of its file. */
export function build(target, folder = release) {
  const [GOOS, GOARCH] = target.split("/");
  const name = `toolserver-${GOOS}-${GOARCH}${GOOS === "windows" ? ".exe" : ""}`;
  // Fused multiply-add of arm64 would change the last digits of results.
  const exact = GOARCH === "arm64" ? ["-gcflags=all=-d=fmahash=qn"] : [];
  go(
    [
      "build",
      "-trimpath",
      "-buildvcs=false",
      "-tags=page",
      "-ldflags=-s -w -buildid=",
      ...exact,
      "-o",
      join(folder, name),
      "./server/cmd/toolserver",
    ],
    { GOOS, GOARCH, CGO_ENABLED: "0", GOAMD64: "v1", GOFLAGS: "" },
  );
  return name;
}

/** What is in a release: the Go modules that are linked and the packages of the page, with their versions. */
export function contents() {
  const modules = go([
    "list",
    "-deps",
    "-tags=page",
    "-f",
    "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}",
    "./server/cmd/toolserver",
  ])
    .split("\n")
    .filter(Boolean);
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const packages = Object.entries(lock.packages)
    .filter(([path, entry]) => path && !entry.dev && !entry.optional)
    .map(([path, entry]) => [path.slice(path.lastIndexOf("node_modules/") + 13), entry.version]);
  const components = [
    ...[...new Set(modules)]
      .map((line) => line.split(" "))
      .map(([name, v]) => ({ name, version: v, purl: `pkg:golang/${name}@${v}` })),
    ...packages.map(([name, v]) => ({ name, version: v, purl: `pkg:npm/${name.replace("@", "%40")}@${v}` })),
  ].map((component) => ({ type: "library", ...component }));
  components.sort((a, b) => (a.purl < b.purl ? -1 : 1));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "molsmith", version: version() } },
    components,
  };
}

async function main() {
  const tag = option("--tag");
  const problem = tag && tagProblem(tag);
  if (problem) fail(problem);
  requireTools();
  await ensurePackages();
  if (!process.argv.includes("--built"))
    await step("Building the page", process.execPath, ["web/scripts/build.mjs", "--quiet"]);
  if (!existsSync(join(dist, "index.html"))) fail("there is no page in web/dist");
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release);
  const names = (option("--targets")?.split(",") ?? targets).map((target) => {
    const name = build(target);
    console.log(name);
    return name;
  });
  writeFileSync(join(release, "molsmith.cdx.json"), `${JSON.stringify(contents(), null, 2)}\n`);
  const sums = [...names, "molsmith.cdx.json"].map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(release, name)))
        .digest("hex")}  ${name}\n`,
  );
  writeFileSync(join(release, "SHA256SUMS"), sums.join(""));
  console.log(sums.join(""));
}

if (process.argv[1]?.endsWith("release.mjs")) await main();
