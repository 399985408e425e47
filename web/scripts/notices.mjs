// Writes THIRD_PARTY_NOTICES: every package whose code or data is in the page or
// in the binary, with its licence text. `--check` only compares.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const file = join(root, "THIRD_PARTY_NOTICES");
const allowed = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD", "OFL-1.1", "Unlicense"]);

/** The licence of tables that come from RDKit's data. */
const rdkit = `Copyright (c) 2006-2015, Rational Discovery LLC, Greg Landrum, and Julie Penzotti
and others. All rights reserved.

Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are met:

 1. Redistributions of source code must retain the above copyright notice,
    this list of conditions and the following disclaimer.
 2. Redistributions in binary form must reproduce the above copyright notice,
    this list of conditions and the following disclaimer in the documentation
    and/or other materials provided with the distribution.
 3. Neither the name of the copyright holder nor the names of its contributors
    may be used to endorse or promote products derived from this software
    without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR
ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
(INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON
ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
(INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

/** The licence of tables that come from spglib's: the same conditions. */
const spglib = rdkit.replace(/^.*?reserved\./s, "Copyright (C) 2014, Atsushi Togo. All rights reserved.");

/** The licence of synonym lists from the chemicals package. */
const chemicals = `MIT License

Copyright (C) 2016, 2017, 2018, 2019, 2020, 2021 Caleb Bell <Caleb.Andrew.Bell@gmail.com>

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** Data tables inside the binary and the page: what they are and where they come from. */
const tables = [
  { name: "Element data of chem/elem, from RDKit", license: "BSD-3-Clause", text: rdkit },
  {
    name: "Atom contributions and fragment scores of chem/descriptors, from RDKit",
    license: "BSD-3-Clause",
    text: rdkit,
  },
  { name: "Structural alerts of chem/descriptors, from RDKit", license: "BSD-3-Clause", text: rdkit },
  { name: "BRICS environments of chem/retro, from RDKit", license: "BSD-3-Clause", text: rdkit },
  { name: "Torsion preferences of chem/embed, from RDKit", license: "BSD-3-Clause", text: rdkit },
  { name: "Parameters of UFF in chem/forcefield/uff, from RDKit", license: "BSD-3-Clause", text: rdkit },
  {
    name: "Parameters of MMFF94 in chem/forcefield/mmff, from RDKit; the originals are Copyright (c) Merck and Co., Inc., 1994, 1995, 1996, All Rights Reserved",
    license: "BSD-3-Clause",
    text: rdkit,
  },
  { name: "Settings of space groups in chem/symm, from spglib", license: "BSD-3-Clause", text: spglib },
  {
    name: "Names of compounds in the dictionary of chem/names, in part from the chemicals package",
    license: "MIT",
    text: chemicals,
  },
];

function go(...args) {
  const result = spawnSync("go", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  if (result.status !== 0) throw new Error(`go ${args.join(" ")}: ${result.stderr}`);
  return result.stdout;
}

function licenseText(folder) {
  const name = readdirSync(folder).find((n) => /^(licen[cs]e|copying)(\.|$)/i.test(n));
  return name ? readFileSync(join(folder, name), "utf8").trim() : "";
}

/** The licence a text states, by the sentences only that licence has. */
function identify(text) {
  if (/Apache License\s+Version 2\.0/.test(text)) return "Apache-2.0";
  if (/Permission to use, copy, modify, and(\/or)? distribute/.test(text)) return "ISC";
  if (/Permission is hereby granted, free of charge/.test(text)) return "MIT";
  if (/Redistribution and use in source and binary forms/.test(text)) {
    return /Neither the name/.test(text) ? "BSD-3-Clause" : "BSD-2-Clause";
  }
  return "unknown";
}

/** Modules linked into the binary or the page's module. */
function goModules() {
  const seen = new Map();
  const add = (env, packages) => {
    const result = spawnSync(
      "go",
      ["list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Version}} {{.Dir}}{{end}}", ...packages],
      {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, ...env },
      },
    );
    if (result.status !== 0) throw new Error(result.stderr);
    for (const line of result.stdout.split("\n")) {
      const [path, version, dir] = line.split(" ");
      if (path && version && dir) seen.set(path, { name: path, version, dir });
    }
  };
  add({}, ["./server/cmd/toolserver"]);
  add({ GOOS: "js", GOARCH: "wasm" }, ["./wasm"]);
  const goroot = go("env", "GOROOT").trim();
  const standard = { name: "Go standard library and runtime, wasm_exec.js", version: "", dir: goroot };
  return [standard, ...seen.values()].map(({ name, version, dir }) => {
    const text = licenseText(dir);
    return { name, version, license: identify(text), text };
  });
}

/** npm packages that are bundled: the dependencies and what they depend on. */
function npmPackages() {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(lock)
    .filter(([path, entry]) => path.startsWith("node_modules/") && !entry.dev && !entry.optional && !entry.peer)
    .filter(([path]) => existsSync(join(root, path)))
    .map(([path, entry]) => {
      const own = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
      const text = licenseText(join(root, path)) || `License: ${own.license}`;
      return { name: own.name, version: entry.version, license: entry.license ?? own.license ?? identify(text), text };
    });
}

const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
const parts = [...tables, ...[...goModules(), ...npmPackages()].sort(byName)];
const bad = parts.filter((p) => !p.license.split(/ OR | or /).some((l) => allowed.has(l.replace(/[()]/g, ""))));
if (bad.length > 0) {
  console.error(`licence not allowed or not found: ${bad.map((p) => `${p.name} (${p.license})`).join(", ")}`);
  process.exit(1);
}

// Packages of one project share one text: print it once, with all their names.
const groups = new Map();
for (const part of parts) {
  const group = groups.get(part.text) ?? { names: [], license: part.license };
  group.names.push(part.version ? `${part.name} ${part.version.replace(/^v/, "")}` : part.name);
  groups.set(part.text, group);
}
let notices =
  "Generated by `npm run notices`; do not edit.\n\nMolsmith contains the following third-party software and data.\n";
for (const [text, { names, license }] of groups) {
  notices += `\n${"-".repeat(78)}\n${names.join("\n")}\nLicense: ${license}\n\n${text.replace(/\r\n/g, "\n").replace(/[ \t]+$/gm, "")}\n`;
}

if (process.argv.includes("--check")) {
  const now = existsSync(file) ? readFileSync(file, "utf8") : "";
  // The version of the Go toolchain's own text may differ between patch releases.
  if (now !== notices) {
    console.error("THIRD_PARTY_NOTICES is not what the dependencies say; run: npm run notices");
    process.exit(1);
  }
} else {
  writeFileSync(file, notices);
  console.log(`THIRD_PARTY_NOTICES: ${parts.length} packages, ${groups.size} texts`);
}
