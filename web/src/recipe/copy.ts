import { counted } from "../app/format";
import { failed } from "../commands/report";
import { core } from "../state/core";
import { useNotices } from "../state/notices";
import { isLoopback } from "../tools/link";
import { pack } from "./codec";
import { recipeLink } from "./link";
import { type Json, recipeOf, recipeText } from "./recipe";

/** Puts a link to the steps of the open document into the clipboard. */
export async function copyRecipeLink(): Promise<void> {
  try {
    const { bufs } = await core().call("project.save", { hash: true });
    const recipe = await recipeOf(readProject(bufs.text as Uint8Array));
    const text = recipeLink(location, await pack(recipeText(recipe)));
    await navigator.clipboard.writeText(text);
    const notes = [
      `${counted(text.length, "character")}, ${counted(recipe.steps.length + 1, "step")}.`,
      "Whoever opens it is asked first, and the same is built in that browser.",
    ];
    if (isLoopback(new URL(location.href)))
      notes.push("It leads to this machine: put another address of the page in front for others.");
    useNotices.getState().notify({ level: "info", title: "Recipe link copied.", text: notes.join(" ") });
  } catch (error) {
    failed("Could not make a recipe link", error);
  }
}

/** What the core wrote. */
export const readProject = (text: Uint8Array): Json => JSON.parse(new TextDecoder().decode(text));
