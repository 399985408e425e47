// `node web/scripts/reproduce.mjs`: is release/ what the source gives? Copies the source
// into another folder, builds the release there with an empty build cache and compares
// the checksums. Ends with 1 when a file differs.
//   --targets a/b,c/d   only these systems; default those in release/SHA256SUMS
//   --keep              leaves the second folder where it is, to look for the difference
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dist, fail, root } from "./steps.mjs";

const digest = (data) => createHash("sha256").update(data).digest("hex");

/** The files of a folder by name, with what they hash to. */
export function digests(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [file.slice(folder.length + 1), digest(readFileSync(file))];
    }),
  );
}

/** One line for each file of either folder that the other has not, or has with other bytes. */
export function differences(first, second) {
  return [...new Set([...first.keys(), ...second.keys()])].sort().flatMap((name) => {
    if (!first.has(name)) return `${name}: only in the second build`;
    if (!second.has(name)) return `${name}: only in the first build`;
    return first.get(name) === second.get(name) ? [] : `${name}: other bytes`;
  });
}

function run(command, args, options) {
  const done = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, ...options });
  if (done.status !== 0) fail(`${[command, ...args].join(" ")}\n${done.error?.message ?? done.stdout + done.stderr}`);
  return done.stdout;
}

function main() {
  const at = process.argv.indexOf("--targets");
  const chosen = at > 0 ? process.argv[at + 1] : null;
  const release = join(root, "release");
  if (!existsSync(release)) fail("There is no release/ to compare with; node web/scripts/release.mjs makes it.");
  const folder = mkdtempSync(join(tmpdir(), "molsmith-again-"));
  const again = join(folder, "a/longer path/molsmith");
  try {
    for (const file of run("git", ["ls-files", "-z"], { cwd: root }).split("\0").filter(Boolean)) {
      mkdirSync(dirname(join(again, file)), { recursive: true });
      cpSync(join(root, file), join(again, file));
    }
    symlinkSync(join(root, "node_modules"), join(again, "node_modules"), "junction");
    const first = digests(release);
    const names = [...first.keys()].filter((name) => name.startsWith("toolserver-"));
    const targets = chosen ?? names.map((name) => name.replace(/^toolserver-(\w+)-(\w+).*/, "$1/$2")).join();
    run(process.execPath, ["web/scripts/release.mjs", "--targets", targets], {
      cwd: again,
      env: { ...process.env, GOCACHE: join(folder, "cache") },
    });
    const second = digests(join(again, "release"));
    const compared = new Map([...first].filter(([name]) => second.has(name) && name !== "SHA256SUMS"));
    second.delete("SHA256SUMS");
    const faults = [
      ...differences(digests(dist), digests(join(again, "web/dist"))).map((line) => `web/dist/${line}`),
      ...differences(compared, second).map((line) => `release/${line}`),
    ];
    if (faults.length > 0) fail(faults.join("\n"));
    console.log(`The same bytes twice: ${[...second.keys()].sort().join(", ")} and the page.`);
  } finally {
    if (!process.argv.includes("--keep")) rmSync(folder, { recursive: true, force: true });
    else console.log(again);
  }
}

if (process.argv[1]?.endsWith("reproduce.mjs")) main();
