import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { type Example, examples } from "../welcome/list";
import { failed } from "./report";
import type { Command } from "./types";

const ready = () => useUi.getState().core === "wasm" && useTools.getState().page === "ready";

function command({ id, label, detail }: Example): Command & { detail: string } {
  return {
    id: `example.${id}`,
    label,
    detail,
    enabled: ready,
    async run() {
      try {
        await (await import("../welcome/examples")).buildExample(id, label);
      } catch (error) {
        failed("Could not load the examples", error);
      }
    },
  };
}

/** Documents to look at, made by the tools of this page. */
export const openExamples = examples.map(command);
