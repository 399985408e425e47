import { useTools } from "../state/tools";
import { findTool } from "../tools/openTool";
import { plainLine } from "../tools/text";
import { RecipeProblem, unpack } from "./codec";
import { callsOf, type Recipe, readRecipe, type ToolCall } from "./recipe";

/** The recipe in the text of a link, when this page has what it asks for. Rejects with RecipeProblem. */
export async function recipeInLink(text: string): Promise<Recipe> {
  const recipe = readRecipe(await unpack(text));
  for (const call of callsOf(recipe)) toolOf(call);
  return recipe;
}

/** The tool of this page that a call is for. Throws RecipeProblem. */
export function toolOf({ before, record }: ToolCall) {
  const name = plainLine(record.tool, 60);
  if (useTools.getState().page === "failed") throw new RecipeProblem("the tools of this page could not be loaded");
  const entry = findTool(`page:${record.tool}`);
  if (!entry || entry.unusable) throw new RecipeProblem(`it asks for a tool “${name}”, which this page does not have`);
  const begins = before < 0;
  if ((entry.marker.apply === "new_document") !== begins)
    throw new RecipeProblem(
      `“${name}” ${begins ? "adds to a structure and cannot begin one" : "begins a structure and cannot add to one"}`,
    );
  return entry;
}
