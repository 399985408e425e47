import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { contents, tagProblem, targets, version } from "./release.mjs";
import { differences, digests } from "./reproduce.mjs";

it("is refused under a tag that is not the version of the source", () => {
  expect(version()).toMatch(/^\d+\.\d+\.\d+$/);
  expect(tagProblem(`v${version()}`)).toBeNull();
  expect(tagProblem("v99.0.0")).toMatch(/v99\.0\.0 is not v/);
  expect(tagProblem(version())).not.toBeNull();
});

it("ends before it builds anything when the tag is another one", () => {
  const script = fileURLToPath(new URL("./release.mjs", import.meta.url));
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, "--tag", "v99.0.0"], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^the tag v99\.0\.0 is not v[^\n]*\n$/);
  expect(stdout).toBe("");
});

it("is compared file by file with a second build", () => {
  const folder = mkdtempSync(join(tmpdir(), "molsmith-"));
  const build = (name: string, files: Record<string, string>) => {
    mkdirSync(join(folder, name, "assets"), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text);
    return digests(join(folder, name));
  };
  try {
    const first = build("first", { "a.js": "1", "assets/b.js": "2", "only.js": "3" });
    expect(differences(first, build("same", { "a.js": "1", "assets/b.js": "2", "only.js": "3" }))).toEqual([]);
    expect(differences(first, build("other", { "a.js": "1", "assets/b.js": "x", "new.js": "3" }))).toEqual([
      "assets/b.js: other bytes",
      "new.js: only in the second build",
      "only.js: only in the first build",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("names what is linked and what the page is made of", () => {
  const { components } = contents();
  const names = components.map(({ name }) => name);
  expect(names).toContain("github.com/rs/cors");
  expect(names).toContain("react");
  expect(names).not.toContain("vitest");
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
});

it("is built for six systems", () => {
  expect(targets).toHaveLength(6);
});
