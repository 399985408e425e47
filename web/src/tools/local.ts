import type { Problem } from "../core/protocol";
import { abortFailure, ToolFailure, type ToolRunner } from "./runner";
import { isLoaded, loadingTools, workerOf } from "./worker";

/** Runs tools in this page, each in the worker that has it; an abort ends the worker. */
export function localRunner(): ToolRunner {
  return {
    async run(entry, args, { document, signal, onProgress }) {
      try {
        if (!isLoaded(entry.name)) onProgress(null, loadingTools);
        const { json, bufs } = await workerOf(entry.name).call(
          "tool.run",
          { name: entry.name, args, ...(document ? { document: document.head } : {}) },
          { bufs: document?.bufs ?? {}, signal, onProgress },
        );
        if (signal.aborted) throw abortFailure(signal);
        return { text: json.text, result: json.result, bufs };
      } catch (error) {
        if (signal.aborted) throw abortFailure(signal);
        if (error instanceof ToolFailure) throw error;
        throw failure(error);
      }
    },
  };
}

/** A core error is the tool's own refusal, unless its code says that the core broke. */
function failure(error: unknown): ToolFailure {
  const { code, message } = error as { code?: string; message?: string; problems?: Problem[] };
  const line = message ?? String(error);
  switch (code) {
    case undefined:
    case "INTERNAL":
    case "core_crashed":
      return new ToolFailure("server", `The tool failed in this page: ${line}`);
    default:
      return new ToolFailure("tool", line);
  }
}
