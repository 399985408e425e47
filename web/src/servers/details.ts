import type { DetailActions } from "../serverDetails/facts";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import type { PlainAnswer } from "../tools/bridge";
import { BridgeError } from "../tools/bridgeClient";
import { findTool, openTool } from "../tools/openTool";
import { limits, plainLine } from "../tools/text";
import { recorded } from "./calls";
import { theClient } from "./client";
import { findServer, lifeOf } from "./connect";

/** What the details panel can do with a server. */
export const detailActions = (id: string): DetailActions => ({
  call: async (tool, args, options) => (await callPlain(id, tool, args, options)).result,
  form(tool) {
    const entry = findTool(`${findServer(id)?.source?.id}:${tool}`);
    if (!entry || entry.unusable) return null;
    return () => {
      useUi.getState().set({ dialog: "none" });
      openTool(entry.id);
    };
  },
  refresh: () => void readMessages(id),
});

/** Brings the last messages to and from a server into the store. */
export async function readMessages(id: string): Promise<void> {
  if (!findServer(id)) return;
  const kept = await theClient()
    .kept(id)
    .catch(() => null);
  if (kept) useTools.getState().updateServer(id, { messages: kept.messages });
}

/**
 * Calls any tool of a connected server; the CallToolResult as the server sent it. Rejects
 * with an Error whose message is one line for people.
 */
export async function callPlain(
  id: string,
  tool: string,
  args: Record<string, unknown>,
  { signal: wanted, onProgress }: { signal: AbortSignal; onProgress(fraction: number | null, message: string): void },
): Promise<PlainAnswer> {
  const life = lifeOf(id);
  const signal = AbortSignal.any([wanted, life]);
  try {
    return await recorded(id, tool, signal, () => theClient().plain(id, tool, args, signal, onProgress));
  } catch (error) {
    if (life.aborted) throw new Error("The server was disconnected before the answer came.");
    if (signal.aborted) throw new Error("Cancelled.");
    if (!(error instanceof BridgeError)) throw error;
    const { failure } = error;
    const message = failure.kind === "network" ? failure.facts.message : "message" in failure ? failure.message : "";
    throw new Error(plainLine(message, limits.message) || "The server did not answer.");
  } finally {
    void readMessages(id);
  }
}
