// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import { useJob } from "../state/job";
import { useTools } from "../state/tools";
import { TooltipProvider } from "../ui/Tooltip";
import { useRecipe } from "./link";
import { RecipeDialog } from "./RecipeDialog";
import type { Recipe } from "./recipe";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const evil = '<img src="x" onerror="window.__hit=1">';
const recipe: Recipe = {
  name: evil,
  source: { kind: "new", label: evil, structure: {} },
  steps: [{ id: "s1", label: "", author: evil, ops: [{ op: evil }, { op: "delete_atoms" }, { op: ["x"] }] }],
  sha256: "0".repeat(64),
};

const find = (id: string) => document.querySelector<HTMLButtonElement>(`[data-testid="${id}"]`);

it("shows what a stranger wrote as text, and waits for what runs", async () => {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  useJob.getState().begin({ title: "Cleaning up", cancel: () => undefined });
  useRecipe.setState({ waiting: recipe });
  await act(async () =>
    root.render(
      <TooltipProvider>
        <RecipeDialog />
      </TooltipProvider>,
    ),
  );
  expect(document.querySelector("img")).toBeNull();
  expect(find("recipe-dialog")?.textContent).toContain(`Build “${evil}”?`);
  expect(find("recipe-build")?.disabled).toBe(true);
  await act(async () => useJob.getState().end());
  expect(find("recipe-build")?.disabled).toBe(false);
  await act(async () => useTools.setState({ run: { toolId: "page:box" } as never }));
  expect(find("recipe-build")?.disabled).toBe(true);
  await act(async () => useTools.setState({ run: null }));
  await act(async () => find("recipe-cancel")?.click());
  expect(find("recipe-dialog")).toBeNull();
  expect(useRecipe.getState().waiting).toBeNull();
  act(() => root.unmount());
});
