import type { Core } from "../core";
import type { Cores } from "../core/start";
import { core } from "../state/core";
import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { connectAtStart } from "./connect";
import { withFormCheck } from "./formCheck";
import { localRunner } from "./local";
import { readTools, type ToolSource } from "./registry";
import type { ToolRunner } from "./runner";
import { provideHomes, providePageWorker } from "./worker";

/** Id of the tools that run in this page. */
export const PAGE = "page";

/** Runs tools in this page; only after startTools. */
export function pageRunner(): ToolRunner {
  return localRunner();
}

/**
 * Finds the tools of this page and the library's molecules, then connects to the
 * server that a launch link or the build names. Called once, when the core answers.
 */
export async function startTools(page: { tools: Core; crystals: Core; list: Cores["list"] }): Promise<void> {
  providePageWorker(page.tools, page.crystals);
  try {
    const [{ server, tools, workers }, library] = await Promise.all([page.list(), core().call("library.list", {})]);
    provideHomes(workers);
    const source: ToolSource = { id: PAGE, kind: "page", ...server, loopback: true };
    const offer = readTools(source, tools);
    const entries = await withFormCheck(offer.entries);
    useTools.getState().set({ presets: library.json.presets, page: "ready" });
    useTools.getState().setOffer({ ...offer, entries });
  } catch (error) {
    useTools.getState().set({ page: "failed" });
    useNotices.getState().notify({
      level: "error",
      lasting: true,
      title: "The tools of this page could not be listed:",
      text: error instanceof Error ? error.message : String(error),
    });
  }
  await connectAtStart();
}
