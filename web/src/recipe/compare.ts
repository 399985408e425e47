import { counted } from "../app/format";
import { useTools } from "../state/tools";
import { plainLine } from "../tools/text";
import { callsOf, type Recipe } from "./recipe";

/** What is not as the recipe says, one line each; none: it was built exactly. */
export function differences(recipe: Recipe, again: Recipe): string[] {
  const got = callsOf(again);
  const lines = callsOf(recipe).flatMap(({ label, expected }, at) => {
    const { atoms, sha256 } = got[at]?.expected ?? { atoms: 0, sha256: "" };
    if (atoms !== expected.atoms)
      return `“${plainLine(label, 60)}” gave ${counted(atoms, "atom")}, the recipe had ${counted(expected.atoms, "atom")}.`;
    return sha256 === expected.sha256 || sha256 === "" || expected.sha256 === ""
      ? []
      : `“${plainLine(label, 60)}” gave another structure of as many atoms.`;
  });
  if (lines.length === 0 && recipe.sha256 !== again.sha256) lines.push("The steps lead to another structure.");
  return lines;
}

/** Versions that made the recipe, where this page is another one. */
export function otherVersions(recipe: Recipe): string[] {
  const page = useTools.getState().offers.find(({ source }) => source.kind === "page")?.source.version;
  const versions = callsOf(recipe).map(({ record }) => record.server.version);
  return [...new Set(versions)].filter((version) => version !== page).map((version) => plainLine(version, 40));
}
