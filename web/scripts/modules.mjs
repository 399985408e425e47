// How the page's WebAssembly is compiled; e2e/bench compiles the same way.

/** Packages that compute, and keep inlining: it makes a module a tenth larger to download. */
const fast = [
  ...[
    ...["chem/pack", "chem/geom", "chem/cell", "chem/grid", "chem/rng", "chem/structure", "chem/edit", "wasm/core"],
    ...["chem/mol", "chem/ring", "chem/perceive", "chem/smiles", "chem/fingerprint"],
  ].map((name) => `github.com/molsmith/molsmith/${name}`),
  "encoding/binary",
];

/**
 * Arguments of go build. -s -w leave out the symbol and debug tables, -trimpath the
 * paths of this machine: the same source gives the same bytes anywhere.
 */
export const moduleFlags = [
  ...["-trimpath", "-ldflags=-s -w", "-gcflags=all=-l"],
  ...[...fast, "math/...", "runtime/...", "internal/runtime/..."].map((p) => `-gcflags=${p}=`),
];
