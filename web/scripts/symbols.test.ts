import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { moduleFlags } from "./modules.mjs";
import { mergeSegments } from "./segments.mjs";
import { stripSymbols } from "./symbols.mjs";

// The tables that are zeroed belong to Go's runtime: a program that panics, recovers,
// grows its stack and collects garbage must not miss them.
test("a module without names and lines runs as before", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "molsmith-"));
  try {
    const built = join(folder, "panics.wasm");
    const env = { ...process.env, GOOS: "js", GOARCH: "wasm" };
    execFileSync("go", ["build", ...moduleFlags, "-o", built, "."], {
      cwd: fileURLToPath(new URL("testdata/panics", import.meta.url)),
      env,
    });
    const module = readFileSync(built);
    const merged = mergeSegments(module);
    const stripped = stripSymbols(merged);
    expect(merged.includes("runtime.mallocgc")).toBe(true);
    expect(stripped.includes("runtime.mallocgc")).toBe(false);
    expect(stripped.length).toBe(merged.length);
    writeFileSync(built, stripped);
    const run = join(execFileSync("go", ["env", "GOROOT"]).toString().trim(), "lib/wasm/wasm_exec_node.js");
    expect(execFileSync(process.execPath, [run, built]).toString().split("\n")).toEqual([
      "index true",
      "map true",
      "wrapper true",
      "error true",
      "sum 200010000",
      "kept 1000",
      "",
    ]);
    expect(() => stripSymbols(Buffer.from("no module"))).toThrow("no single table");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
