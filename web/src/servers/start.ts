import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { portToHost, theHost } from "../tools/bridgeHost";
import { configuredUrl } from "../tools/connect";
import { isLoopback, parseServerUrl, type ToolLink } from "../tools/link";
import { bridgeAddress } from "./address";
import { isOwnAddress, openBridge } from "./bridge";
import { addServer, connectServer, knowServer } from "./connect";
import { rememberedServers } from "./remembered";

/** Knows the servers of the last visit; connects to a link's, or to those that are to be connected at start. */
export async function startServers(link: ToolLink | null, first: boolean): Promise<void> {
  if (first) {
    for (const { url, name } of rememberedServers()) knowServer(new URL(url), name);
    const host = theHost();
    if (host.kind === "host") void openBridge({ port: () => portToHost(host.origin) });
    else if (host.kind === "refused")
      useNotices.getState().notify({
        level: "warning",
        lasting: true,
        title: "The page around this one cannot offer tools:",
        text: host.reason,
      });
    else if (bridgeAddress()) {
      const { bridge, set } = useTools.getState();
      set({ bridge: { ...bridge, link: { state: "locked" } } });
    }
  }
  if (link) await followLink(link);
  if (first) await Promise.all(atStart().map((id) => connectServer(id)));
}

/** Servers that need no token and were connected when the page was left, and the build's unless others were chosen. */
function atStart(): string[] {
  const remembered = rememberedServers();
  const auto = remembered.filter((one) => one.auto).map(({ url }) => new URL(url));
  if (configuredUrl && remembered.length === 0) auto.push(new URL(configuredUrl));
  const known = auto.map((url) => knowServer(url));
  return known.filter(({ state }) => state.state === "idle").map(({ id }) => id);
}

/** Connects to a link's server, after a question when it is a host the person has not used before. */
async function followLink(link: ToolLink): Promise<void> {
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
  const own = "url" in parsed && isOwnAddress(parsed.url);
  const bridge = own ? openBridge({ token: link.token }) : undefined;
  const connected = await addServer(link.url, link.token);
  await bridge;
  if (connected) return;
  const { draft, servers, set } = useTools.getState();
  const failed = "url" in parsed && servers.find(({ id }) => id === `http:${parsed.url.href}`);
  // Given up by hand meanwhile.
  if (failed && failed.state.state !== "failed") return;
  if (!draft && failed) set({ draft: { url: link.url, token: link.token, problem: null, editing: failed.id } });
  useUi.getState().set({ dialog: "server" });
}

const isRemembered = (url: URL): boolean => rememberedServers().some((one) => new URL(one.url).origin === url.origin);
