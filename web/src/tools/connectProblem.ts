import type { ConnectFacts } from "./bridge";
import { isLoopback } from "./link";
import { limits, plainLine } from "./text";

/** Why a connection failed: what happened, and what to do. */
export interface ConnectProblem {
  cause:
    | "address"
    | "server-down"
    | "origin"
    | "mixed-content"
    | "permission"
    | "token"
    | "forbidden"
    | "path"
    | "host"
    | "busy"
    | "not-mcp"
    | "timeout"
    | "too-large"
    | "http"
    | "other";
  what: string;
  advice: string;
}

export interface ConnectContext {
  url: URL;
  /** location.origin of this page. */
  pageOrigin: string;
  /** The browser's answer about local network access; null when it has no such permission. */
  localNetwork: PermissionState | null;
  hasToken: boolean;
}

/** Finds the cause in what the network layer saw. Most exact signs first. */
export function connectProblem(facts: ConnectFacts, context: ConnectContext): ConnectProblem {
  const { url, pageOrigin } = context;
  const said = plainLine(facts.body, 200);
  const server = said ? ` The server said: ${said}` : "";
  if (facts.timeout)
    return {
      cause: "timeout",
      what: "The server did not answer in time.",
      advice: "Check that the address is a tool server and that it is not busy or stopped.",
    };
  if (facts.tooLarge !== undefined)
    return {
      cause: "too-large",
      what: `The answer is larger than ${facts.tooLarge} MiB.`,
      advice: "Ask for a smaller structure.",
    };
  if (facts.network) return networkProblem(facts.network.reachable, context);
  switch (facts.status) {
    case 401:
      return {
        cause: "token",
        what: context.hasToken ? "The server refused the token (401)." : "The server asks for a token (401).",
        advice: "Paste the token that the server printed when it started.",
      };
    case 403:
      return {
        cause: "forbidden",
        what: `The server refuses this page (403).${server}`,
        advice: `Start it with --allow-origin ${pageOrigin}`,
      };
    case 404:
      return {
        cause: "path",
        what: `Nothing answers at ${url.pathname} (404).${server}`,
        advice: "Check the path; most tool servers use /mcp.",
      };
    case 421:
      return {
        cause: "host",
        what: `The server does not answer to the name ${url.host} (421).${server}`,
        advice: `Start it with --allowed-host ${url.hostname}, or use the address it printed.`,
      };
    case 429:
    case 503:
      return {
        cause: "busy",
        what: `The server is busy (${facts.status}).${server}`,
        advice: "Wait a moment and connect again.",
      };
  }
  if (facts.notMcp)
    return {
      cause: "not-mcp",
      what: "What answers at this address is not an MCP server.",
      advice: "Check the address; the path is usually /mcp.",
    };
  if (facts.status !== undefined && facts.status >= 400)
    return {
      cause: "http",
      what: `The server answered with HTTP ${facts.status}.${server}`,
      advice: "Look at the server's log for the reason.",
    };
  return {
    cause: "other",
    what: plainLine(facts.message, limits.help) || "The connection failed.",
    advice: "",
  };
}

function networkProblem(reachable: boolean, { url, pageOrigin, localNetwork }: ConnectContext): ConnectProblem {
  if (reachable)
    return {
      cause: "origin",
      what: "A server answers, but it does not allow this page.",
      advice: `Start it with --allow-origin ${pageOrigin}`,
    };
  const secure = pageOrigin.startsWith("https:");
  if (secure && url.protocol === "http:" && !isLoopback(url))
    return {
      cause: "mixed-content",
      what: "A page opened over https cannot reach an http server on another machine.",
      advice: "Use an https address, or open the page that the server itself offers.",
    };
  if (localNetwork === "denied")
    return {
      cause: "permission",
      what: "The browser does not let this page reach servers on your computer or network.",
      advice: "Allow local network access for this site in the browser's site settings, then connect again.",
    };
  if (localNetwork === "prompt")
    return {
      cause: "permission",
      what: `Nothing answers at ${url.host}, or the browser's question about local network access was not allowed.`,
      advice: "Start the server, connect again and choose Allow when the browser asks.",
    };
  return {
    cause: "server-down",
    what: `Nothing answers at ${url.host}.`,
    advice: isLoopback(url) ? "Start the server: toolserver serve" : "Check the address and that the server runs.",
  };
}

/** Hosts for which browsers ask before a public page may connect (Local Network Access). */
function isLocalNetwork(url: URL): boolean {
  const host = url.hostname.toLowerCase();
  return (
    isLoopback(url) ||
    host.endsWith(".local") ||
    /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/.test(host) ||
    /^\[(?:f[cd]|fe[89ab])/.test(host)
  );
}

/**
 * The state of the browser's local network permission for this connection, or
 * null when it plays no part: the page itself is local, the server is public, or
 * the browser knows no such permission (then the query throws).
 */
export async function localNetworkPermission(url: URL, page: URL): Promise<PermissionState | null> {
  if (!isLocalNetwork(url) || isLoopback(page)) return null;
  const names = isLoopback(url)
    ? ["loopback-network", "local-network-access"]
    : ["local-network", "local-network-access"];
  for (const name of names) {
    try {
      // The names are newer than the DOM types.
      const status = await navigator.permissions.query({ name: name as PermissionName });
      return status.state;
    } catch {
      // This browser does not know the name; try the older one.
    }
  }
  return null;
}
