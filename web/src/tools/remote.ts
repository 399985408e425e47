import type { Core } from "../core";
import type { BridgeFailure, ConnectFacts } from "./bridge";
import { type BridgeClient, BridgeError } from "./bridgeClient";
import { abortFailure, cancelled, ToolFailure, type ToolRunner } from "./runner";

/**
 * Runs tools on a connected server. The bridge decodes the answer; the core
 * worker checks it by every rule of contract §5.1 before the page sees it.
 */
export function remoteRunner(
  bridge: BridgeClient,
  server: {
    id: string /** Aborted when the server is disconnected, with what the form then says. */;
    life: AbortSignal;
  },
  core: Core,
  /** Words for an HTTP or network failure. */
  explain: (facts: ConnectFacts) => Promise<string>,
): ToolRunner {
  return {
    async run(entry, args, { document, signal: wanted, onProgress }) {
      const signal = AbortSignal.any([wanted, server.life]);
      const call = {
        tool: entry.name,
        arguments: args,
        ...(document ? { document: { key: document.key, head: document.head } } : {}),
        bufs: document?.bufs ?? {},
      };
      const answer = await bridge.call(server.id, call, signal, onProgress).catch(async (error: unknown) => {
        if (signal.aborted) throw abortFailure(signal);
        if (!(error instanceof BridgeError)) throw error;
        throw await toolFailure(error.failure, explain);
      });
      const { text, result, structure, bufs } = answer;
      const checked = await core
        .call("result.check", { result, structure }, { bufs, signal })
        .catch((error: unknown) => {
          if (signal.aborted) throw abortFailure(signal);
          throw invalid(error instanceof Error ? error.message : String(error));
        });
      if (signal.aborted) throw abortFailure(signal);
      return { text, result: checked.json.result, bufs: checked.bufs };
    },
  };
}

const invalid = (reason: string) => new ToolFailure("invalid", `The tool returned an invalid result: ${reason}`);

async function toolFailure(
  failure: BridgeFailure,
  explain: (facts: ConnectFacts) => Promise<string>,
): Promise<ToolFailure> {
  switch (failure.kind) {
    case "tool":
      return new ToolFailure("tool", failure.message);
    case "invalid":
      return invalid(failure.message);
    case "server":
      return new ToolFailure("server", `The server failed: ${failure.message}`);
    case "network":
      return new ToolFailure("server", `The server failed: ${await explain(failure.facts)}`);
    case "cancelled":
      return cancelled();
  }
}
