/**
 * The page around this one, where it is embedded in an iframe: it may stand in the place
 * of the bridge and offer servers of its own (docs/host-api.md). The address of the iframe
 * names it, `#host=<origin>`; whether it may, this page's own deployment says.
 */

/** Names the origins that may offer tools to this page when they embed it, beside its own. */
const META = "molsmith-frame-hosts";

export interface Around {
  /** The fragment of this page's address. */
  hash: string;
  /** Of this page. */
  origin: string;
  embedded: boolean;
  /** Origins that the deployment allows. */
  allowed: readonly string[];
}

export type Host =
  | { kind: "none" }
  | { kind: "host"; origin: string }
  /** Somebody asks to offer tools and may not. */
  | { kind: "refused"; reason: string };

/** Who may offer tools as the host. */
export function readHost({ hash, origin, embedded, allowed }: Around): Host {
  const named = /^#/.test(hash) ? new URLSearchParams(hash.slice(1)).get("host") : null;
  if (!named || !embedded) return { kind: "none" };
  const host = exactOrigin(named);
  if (!host)
    return { kind: "refused", reason: `"${named.slice(0, 80)}" is not an origin, such as https://lab.example.` };
  if (host !== origin && !allowed.includes(host))
    return { kind: "refused", reason: `${host} is not among the hosts that this page was set up for.` };
  return { kind: "host", origin: host };
}

/** An origin in the spelling of the browser; null for anything more or less than one. */
function exactOrigin(text: string): string | null {
  try {
    const { origin, protocol } = new URL(text);
    return origin === text && (protocol === "https:" || protocol === "http:") ? origin : null;
  } catch {
    return null;
  }
}

/** The host of this page. */
export function theHost(): Host {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${META}"]`)?.content ?? "";
  return readHost({
    hash: location.hash,
    origin: location.origin,
    embedded: window.parent !== window,
    allowed: content.split(/\s+/).filter(Boolean),
  });
}

/**
 * Makes a channel to the host and gives it one end. The browser delivers it to no other
 * origin, and this page hears nothing but what comes through its own end.
 */
export function portToHost(origin: string, host: Pick<Window, "postMessage"> = window.parent): MessagePort {
  const { port1, port2 } = new MessageChannel();
  host.postMessage(
    { type: "molsmith:bridge", protocol: "molsmith.bridge.1" },
    { targetOrigin: origin, transfer: [port2] },
  );
  return port1;
}
