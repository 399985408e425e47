/**
 * Launch links (contract §8): `#tools=<url>&token=<token>`. The fragment never
 * reaches a web server, and it leaves the address bar before anything connects.
 */
export interface ToolLink {
  url: string;
  token: string;
}

/** The link in a location hash, or null when the fragment is another one. */
export function parseToolLink(hash: string): ToolLink | null {
  if (!/^#tools=/.test(hash)) return null;
  const fields = new URLSearchParams(hash.slice(1));
  return { url: (fields.get("tools") ?? "").trim(), token: (fields.get("token") ?? "").trim() };
}

/** Takes the link out of the address bar, keeping path and query, and returns it. */
export function takeToolLink(location: Location, history: History): ToolLink | null {
  const link = parseToolLink(location.hash);
  if (link) history.replaceState(history.state, "", location.pathname + location.search);
  return link;
}

/** The parsed address of a tool server, or what is wrong with the text. */
export function parseServerUrl(text: string): { url: URL } | { error: string } {
  const trimmed = text.trim();
  if (!trimmed) return { error: "The address is empty. It looks like http://127.0.0.1:8765/mcp." };
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    return { error: "This is not a web address. It looks like http://127.0.0.1:8765/mcp." };
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return { error: "The address has to start with http:// or https://." };
  if (url.username || url.password)
    return { error: "The address holds a user name or password. Put the token into its own field." };
  url.hash = "";
  return { url };
}

/** True for this machine: localhost names, 127.0.0.0/8 and ::1. */
export function isLoopback(url: URL): boolean {
  const host = url.hostname.toLowerCase();
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    // The URL parser has already turned every spelling of an IPv4 address into dotted decimals.
    /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}
