import { storage } from "../state/settings";
import { parseServerUrl } from "../tools/link";
import type { BridgeEntry } from "./model";

/**
 * What the page remembers of servers between visits: addresses of those that answered
 * once, and what of the bridge's configuration a person has allowed. Never a token.
 */
const SERVERS = "molsmith.tools.v1";
const ALLOWED = "molsmith.bridge.v1";

export interface RememberedServer {
  url: string;
  /** What it called itself. */
  name: string;
  /** It was connected without a token when the page was left: it is connected again by itself. */
  auto: boolean;
}

/** What a person has allowed, to show what has changed since. */
export interface Allowed extends BridgeEntry {
  shown: string;
  /** Disconnected by hand: it waits until it is connected by hand. */
  off: boolean;
}

/** Servers a page can be told to remember; more are forgotten, oldest first. */
const MOST = 30;

export function rememberedServers(): RememberedServer[] {
  const stored = read(SERVERS);
  // Before there were several, one address stood alone.
  const list: unknown[] = Array.isArray(stored?.servers) ? stored.servers : stored ? [stored] : [];
  return list.flatMap((one) => {
    if (typeof one !== "object" || one === null) return [];
    const { url, name, auto } = one as Record<string, unknown>;
    const parsed = typeof url === "string" ? parseServerUrl(url) : { error: "" };
    if (!("url" in parsed)) return [];
    return [{ url: parsed.url.href, name: typeof name === "string" ? name : "", auto: auto === true }];
  });
}

/** Remembers a server that answered, in the place it has, or forgets it (null). */
export function rememberServer(url: string, server: Omit<RememberedServer, "url"> | null): void {
  const all = rememberedServers();
  const at = all.findIndex((one) => one.url === url);
  if (server && at >= 0) all[at] = { url, ...server };
  else if (server) all.push({ url, ...server });
  else if (at >= 0) all.splice(at, 1);
  write(SERVERS, { servers: all.slice(-MOST) });
}

export function allowedServers(): Record<string, Allowed> {
  const stored = read(ALLOWED) ?? {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, one]) => {
      if (typeof one !== "object" || one === null) return [];
      const { fingerprint, shown, cwd, env, headers, off } = one as Record<string, unknown>;
      if (typeof fingerprint !== "string" || typeof shown !== "string") return [];
      const allowed: Allowed = {
        fingerprint,
        shown,
        cwd: typeof cwd === "string" ? cwd : "",
        env: texts(env),
        headers: texts(headers),
        off: off === true,
      };
      return [[name, allowed]];
    }),
  );
}

export function rememberAllowed(name: string, allowed: Allowed | null): void {
  const { [name]: _, ...others } = allowedServers();
  write(ALLOWED, allowed ? { ...others, [name]: allowed } : others);
}

const texts = (list: unknown): string[] =>
  Array.isArray(list) ? (list as unknown[]).filter((one): one is string => typeof one === "string") : [];

function read(key: string): Record<string, unknown> | null {
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(key) ?? "null");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    storage()?.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: it lasts as long as the page.
  }
}
