import type { Core } from "../core";
import type { ToolWorker } from "../core/start";
import { useTools } from "../state/tools";

let workers: Record<ToolWorker, Core> | null = null;
/** Which worker has a tool, by name. */
let homes: Record<string, ToolWorker> = {};

/** What a form says while the module of its tool is on its way. */
export const loadingTools = "Loading the chemistry tools…";

/** A worker of this page's tools. Throws before the tools have started. */
export function pageWorker(which: ToolWorker = "tools"): Core {
  if (!workers) throw new Error("the tools worker has not started");
  return workers[which];
}

/** The worker that has a tool of this page. */
export const workerOf = (tool: string): Core => pageWorker(homeOf(tool));

/** Whether the module that has a tool runs. */
export const isLoaded = (tool: string): boolean => useTools.getState().loaded[homeOf(tool)];

const homeOf = (tool: string): ToolWorker => (Object.hasOwn(homes, tool) ? homes[tool] : undefined) ?? "tools";

/** Called once at start. */
export function providePageWorker(tools: Core, crystals = tools): void {
  workers = { tools, crystals };
}

/** Called when the tools are listed. */
export function provideHomes(of: Record<string, ToolWorker>): void {
  homes = of;
}
