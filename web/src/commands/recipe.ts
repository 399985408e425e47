import { whyNot } from "../recipe/whyNot";
import { useDocument } from "../state/document";
import { useTools } from "../state/tools";
import { failed } from "./report";
import type { Command } from "./types";

function reason(): string | undefined {
  const { offers, entries } = useTools.getState();
  const page = offers.find(({ source }) => source.kind === "page")?.source;
  const has = (tool: string) => entries.some((entry) => entry.source.kind === "page" && entry.name === tool);
  return whyNot(useDocument.getState().state, page ? { ...page, has } : null);
}

/** Puts a link to the document's steps into the clipboard; see recipe/recipe.ts. */
export const copyRecipe: Command = {
  id: "file.copyRecipe",
  label: "Copy recipe link",
  enabled: () => reason() === undefined,
  reason,
  async run() {
    try {
      await (await import("../recipe/copy")).copyRecipeLink();
    } catch (error) {
      failed("Could not make a recipe link", error);
    }
  },
};
