import { bridgeAddress } from "../servers/address";
import { rememberedServers } from "../servers/remembered";
import { useNotices } from "../state/notices";
import { notLoadedText } from "../ui/part";
import { theHost } from "./bridgeHost";
import { type ToolLink, takeToolLink } from "./link";
import type { ToolSource } from "./registry";
import { ToolFailure, type ToolRunner } from "./runner";

/** Where tool servers listen unless told otherwise; a build can name another. */
export const configuredUrl: string | undefined = import.meta.env.VITE_MOLSMITH_TOOLS_URL || undefined;
export const defaultUrl = configuredUrl ?? "http://127.0.0.1:8765/mcp";

let pending: ToolLink | null = null;
let started = false;

/** Takes launch links out of the address bar as soon as they appear; call it before anything else. */
export function watchToolLinks(): void {
  const take = () => {
    pending = takeToolLink(location, history) ?? pending;
    if (started && pending) void connectAtStart();
  };
  take();
  window.addEventListener("hashchange", take);
}

/**
 * The first connections of the page: a launch link, the build's server, the bridge, the
 * servers of the last visit. What connects is loaded only when there is something to connect to.
 */
export async function connectAtStart(): Promise<void> {
  const first = !started;
  started = true;
  const link = pending;
  pending = null;
  if (
    !link &&
    !(first && (configuredUrl || bridgeAddress() || theHost().kind !== "none" || rememberedServers().length > 0))
  )
    return;
  try {
    const { startServers } = await import("../servers/start");
    await startServers(link, first);
  } catch {
    useNotices.getState().notify({ level: "error", title: "Tool servers cannot be reached now.", text: notLoadedText });
  }
}

/** Runs tools on a server. */
export async function serverRunner(source: ToolSource): Promise<ToolRunner> {
  const { serverRunner } = await import("../servers/connect").catch(() => {
    throw new ToolFailure("server", notLoadedText);
  });
  return serverRunner(source.id);
}
