// How the page's WebAssembly is compiled; e2e/bench compiles the same way.

/**
 * The modules of the page, each built with the tag part and its own name: that of the
 * document is the first load's, those with tools come later.
 */
export const withTools = ["tools", "crystals"];
export const modules = ["document", ...withTools];

/**
 * Packages that compute, and keep inlining. Elsewhere it makes the module larger to
 * download; the packages of molecules as graphs are faster than RDKit's module without
 * it too (npm run bench).
 */
const fast = [
  ...["chem/pack", "chem/geom", "chem/cell", "chem/grid", "chem/rng", "chem/structure"].map(
    (name) => `github.com/molsmith/molsmith/${name}`,
  ),
  "encoding/binary",
];

/**
 * Arguments of go build. -s -w leave out the symbol and debug tables, -trimpath the
 * paths of this machine: the same source gives the same bytes anywhere.
 */
export const moduleFlags = [
  ...["-trimpath", "-ldflags=-s -w", "-gcflags=all=-l"],
  ...[...fast, "math/..."].map((p) => `-gcflags=${p}=`),
];
