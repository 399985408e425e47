import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import type { ToolEntry } from "./registry";

/** The button with this id; a tool found on a server and in this page has both ids. */
export function findTool(toolId: string): ToolEntry | undefined {
  const { entries } = useTools.getState();
  return entries.find((entry) => entry.id === toolId || entry.also?.some(({ id }) => `${id}:${entry.name}` === toolId));
}

/**
 * Opens a tool's form in the Details panel; `args` fills it with the arguments of
 * an earlier run. Another form cannot be opened while a tool runs.
 */
export function openTool(toolId: string, args?: unknown): void {
  const { run, updateForm } = useTools.getState();
  const entry = findTool(toolId);
  if (!entry || entry.unusable) {
    useNotices.getState().notify({
      level: "error",
      title: "This tool is not available.",
      text: entry?.unusable ?? "Connect the tool server that offers it under Tools › Tool servers…",
    });
    return;
  }
  if (run && run.toolId !== entry.id) {
    useNotices
      .getState()
      .notify({ level: "info", title: "A tool is running.", text: "Wait for it or cancel it first." });
    return;
  }
  if (args !== undefined && !run)
    updateForm(entry.id, (form) => ({ ...form, values: {}, touched: [], attempted: false, error: null, given: args }));
  useUi.getState().set({ panel: { kind: "tool", toolId: entry.id }, detailsOpen: true });
}

/** Closes the open form; its values stay. Does nothing while the tool runs. */
export function closeTool(): void {
  const { panel, set } = useUi.getState();
  if (panel.kind !== "tool" || useTools.getState().run) return;
  useTools.getState().updateForm(panel.toolId, (form) => ({ ...form, attempted: false, error: null }));
  set({ panel: { kind: "none" } });
  // The focus must not fall out of the page with the form that had it; in the view
  // the page's shortcuts work.
  document.querySelector<HTMLElement>("canvas[tabindex]")?.focus({ preventScroll: true });
}
