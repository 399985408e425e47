import { core } from "../state/core";
import { useNotices } from "../state/notices";
import { storage } from "../state/settings";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import type { ConnectFacts } from "./bridge";
import { BridgeClient, BridgeError, workerPort } from "./bridgeClient";
import { type ConnectProblem, connectProblem, localNetworkPermission } from "./connectProblem";
import { isLoopback, parseServerUrl, type ToolLink, takeToolLink } from "./link";
import { hiddenNotice, type Offer, readTools, sourceId, type ToolSource } from "./registry";
import { remoteRunner } from "./remote";
import type { ToolRunner } from "./runner";

/** Where tool servers listen unless told otherwise; a build can name another. */
const configuredUrl: string | undefined = import.meta.env.VITE_MOLSMITH_TOOLS_URL || undefined;
export const defaultUrl = configuredUrl ?? "http://127.0.0.1:8765/mcp";

const KEY = "molsmith.tools.v1";

/** The address of the last server that answered, or null. */
export function rememberedUrl(): string | null {
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(KEY) ?? "null");
    const url = typeof stored === "object" && stored !== null ? (stored as { url?: unknown }).url : null;
    return typeof url === "string" && "url" in parseServerUrl(url) ? url : null;
  } catch {
    return null;
  }
}

/** Only the address: tokens are never stored. */
function remember(url: string): void {
  try {
    storage()?.setItem(KEY, JSON.stringify({ url }));
  } catch {
    // Storage is full or forbidden: the address lasts as long as the page.
  }
}

let bridge: BridgeClient | null = null;
let attempt: AbortController | null = null;

function theBridge(): BridgeClient {
  if (!bridge) {
    bridge = new BridgeClient(workerPort());
    bridge.onTools = (tools) => {
      const { connection } = useTools.getState();
      if (connection.state !== "connected") return;
      useTools.getState().set({ connection: { ...connection, lost: false } });
      void offer(readTools(connection.source, tools));
    };
  }
  return bridge;
}

/**
 * Connects to one server and puts its tools into the menu; true when it did. A
 * failure is kept in the store for the dialog. An earlier attempt is given up.
 */
export async function connectServer(text: string, token: string): Promise<boolean> {
  const { set } = useTools.getState();
  disconnectServer();
  set({ server: { url: text.trim(), token } });
  const parsed = parseServerUrl(text);
  if ("error" in parsed) {
    set({ connection: { state: "none", problem: { cause: "address", what: parsed.error, advice: "" } } });
    return false;
  }
  const { url } = parsed;
  const abort = new AbortController();
  attempt = abort;
  set({ connection: { state: "connecting", url: url.href } });
  try {
    const { coreVersion } = useUi.getState();
    const { server, protocol, tools } = await theBridge().connect(url.href, token.trim(), coreVersion, abort.signal);
    const source: ToolSource = {
      id: sourceId(server.name, ["page"]),
      kind: "server",
      name: server.name,
      version: server.version,
      url: url.href,
      loopback: isLoopback(url),
    };
    const read = readTools(source, tools);
    await offer(read, abort.signal);
    if (abort.signal.aborted) return false;
    set({ connection: { state: "connected", url: url.href, source, protocol, lost: false } });
    remember(url.href);
    const hidden = hiddenNotice(read);
    if (hidden)
      useNotices.getState().notify({ level: "warning", lasting: true, title: `${server.name}:`, text: hidden });
    return true;
  } catch (error) {
    if (abort.signal.aborted) return false;
    set({ connection: { state: "none", problem: await problemOf(error, url, token !== "") } });
    return false;
  } finally {
    if (attempt === abort) attempt = null;
  }
}

/** Gives up an attempt, or leaves the server and takes its tools out of the menu. */
export function disconnectServer(): void {
  const { connection, set, dropOffer } = useTools.getState();
  attempt?.abort();
  attempt = null;
  if (connection.state === "connected") {
    theBridge().disconnect();
    dropOffer(connection.source.id);
  }
  set({ connection: { state: "none", problem: null } });
}

/** Adds a server's tools after asking the core which of them can have a form. */
async function offer(read: Offer, signal?: AbortSignal): Promise<void> {
  const entries = await withFormCheck(read.entries);
  if (!signal?.aborted) useTools.getState().setOffer({ ...read, entries });
}

/** The entries, with the reason where no form can be built (contract §4.1). */
export async function withFormCheck(entries: Offer["entries"]): Promise<Offer["entries"]> {
  const context = { documentAtoms: null, selectionCount: 0 };
  return Promise.all(
    entries.map(async (entry) => {
      try {
        await core().call("form.build", { inputSchema: entry.inputSchema, context });
        return entry;
      } catch (error) {
        return { ...entry, unusable: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}

async function problemOf(error: unknown, url: URL, hasToken: boolean): Promise<ConnectProblem> {
  if (error instanceof BridgeError && error.failure.kind === "network")
    return explained(error.failure.facts, url, hasToken);
  const message =
    error instanceof BridgeError && "message" in error.failure
      ? error.failure.message
      : error instanceof Error
        ? error.message
        : String(error);
  return connectProblem({ message }, { url, pageOrigin: location.origin, localNetwork: null, hasToken });
}

async function explained(facts: ConnectFacts, url: URL, hasToken: boolean): Promise<ConnectProblem> {
  const localNetwork = facts.network ? await localNetworkPermission(url, new URL(location.href)) : null;
  return connectProblem(facts, { url, pageOrigin: location.origin, localNetwork, hasToken });
}

/** Runs tools on the connected server. */
export function serverRunner(): ToolRunner {
  return remoteRunner(theBridge(), core(), async (facts) => {
    const { connection, server, set } = useTools.getState();
    if (connection.state !== "connected") return "not connected.";
    set({ connection: { ...connection, lost: true } });
    const { what, advice } = await explained(facts, new URL(connection.url), server.token !== "");
    return advice ? `${what} ${advice}` : what;
  });
}

let pending: ToolLink | null = null;
let started = false;

/** Takes launch links out of the address bar as soon as they appear; call it before anything else. */
export function watchToolLinks(): void {
  const take = () => {
    pending = takeToolLink(location, history) ?? pending;
    if (started) void followLink();
  };
  take();
  window.addEventListener("hashchange", take);
}

/** The first connection of the page: a launch link, else the build's server if it is still the chosen one. */
export async function connectAtStart(): Promise<void> {
  started = true;
  if (pending) return followLink();
  const remembered = rememberedUrl();
  if (configuredUrl && (remembered === null || remembered === new URL(configuredUrl).href))
    await connectServer(configuredUrl, "");
}

/** Connects to a link's server, after a question when it is a host the person has not used before. */
async function followLink(): Promise<void> {
  const link = pending;
  pending = null;
  if (!link) return;
  const parsed = parseServerUrl(link.url);
  if ("url" in parsed && !isLoopback(parsed.url) && !isRemembered(parsed.url)) {
    const yes = await useUi.getState().ask({
      title: "Connect to this tool server?",
      body: `A link asks to connect to ${parsed.url.href} and to offer its tools here. Structures and molecules you use with them are sent to ${parsed.url.host}.`,
      confirm: "Connect",
      cancel: "Do not connect",
    });
    if (!yes) return;
  }
  const connected = await connectServer(link.url, link.token);
  if (!connected && useTools.getState().connection.state === "none") useUi.getState().set({ dialog: "server" });
}

function isRemembered(url: URL): boolean {
  const remembered = rememberedUrl();
  return remembered !== null && new URL(remembered).origin === url.origin;
}
