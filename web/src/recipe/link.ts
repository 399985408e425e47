import { create } from "zustand";
import { failed } from "../commands/report";
import { useTools } from "../state/tools";
import type { Recipe } from "./recipe";

/** The recipe of a link that waits for the person's answer. */
export const useRecipe = create<{ waiting: Recipe | null }>()(() => ({ waiting: null }));

const PREFIX = "#recipe=";

/** Takes a recipe out of the address bar and returns its text; null when the fragment is another one. */
export function takeRecipe(location: Location, history: History): string | null {
  if (!location.hash.startsWith(PREFIX)) return null;
  const text = location.hash.slice(PREFIX.length);
  history.replaceState(history.state, "", location.pathname + location.search);
  return text;
}

/** The address of this page with a recipe. */
export const recipeLink = (location: Location, text: string) => location.origin + location.pathname + PREFIX + text;

/** Asks about recipes in links as soon as the tools that would build them are there. */
export function watchRecipeLinks(): void {
  let pending: string | null = null;
  const follow = () => {
    if (pending === null || useTools.getState().page === "starting") return;
    const text = pending;
    pending = null;
    void offer(text);
  };
  const take = () => {
    pending = takeRecipe(location, history) ?? pending;
    follow();
  };
  take();
  window.addEventListener("hashchange", take);
  useTools.subscribe(follow);
}

async function offer(text: string): Promise<void> {
  try {
    const { recipeInLink } = await import("./offer");
    useRecipe.setState({ waiting: await recipeInLink(text) });
  } catch (error) {
    failed("The recipe link cannot be used", error);
  }
}
