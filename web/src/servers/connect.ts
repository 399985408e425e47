import { core } from "../state/core";
import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import type { Connected, ConnectFacts, Target } from "../tools/bridge";
import { BridgeError } from "../tools/bridgeClient";
import { type ConnectProblem, connectProblem, localNetworkPermission } from "../tools/connectProblem";
import { withFormCheck } from "../tools/formCheck";
import { isLoopback, parseServerUrl } from "../tools/link";
import { hiddenNotice, readTools, sourceId, type ToolSource } from "../tools/registry";
import { remoteRunner } from "../tools/remote";
import { ToolFailure, type ToolRunner } from "../tools/runner";
import { limits, plainLine } from "../tools/text";
import { bridgeAddress } from "./address";
import { recorded } from "./calls";
import { hearBridge, theClient } from "./client";
import { mostLines, type Server, type ServerState } from "./model";
import { allowedServers, rememberAllowed, rememberServer } from "./remembered";

/** Seconds before each try to reach a lost server again. */
export const TRIES = [1, 2, 4, 8, 16];

/** Tokens by server; in memory only. */
const tokens = new Map<string, string>();
const attempts = new Map<string, AbortController>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Aborted when a server is disconnected: what runs on it ends. */
const lives = new Map<string, AbortController>();
/** Servers whose hidden tools were spoken of. */
const told = new Set<string>();

hearBridge((event) => {
  if (event.type === "tools:changed") void changed(event.server, event.tools);
});

export const findServer = (id: string): Server | undefined =>
  useTools.getState().servers.find((server) => server.id === id);

export const tokenOf = (id: string): string => tokens.get(id) ?? "";

/** The record of the server at an address, new at the end of the list when it is not known. */
export function knowServer(url: URL, name = ""): Server {
  const id = `http:${url.href}`;
  const known = findServer(id);
  if (known) return known;
  const server: Server = {
    id,
    name: plainLine(name, limits.name) || url.host,
    transport: "http",
    shown: url.href,
    remote: !isLoopback(url),
    host: url.host,
    state: { state: "idle" },
    source: null,
    info: null,
    messages: [],
    log: [],
    entry: null,
  };
  const { servers, set } = useTools.getState();
  set({ servers: [...servers, server] });
  return server;
}

/** Adds the server at an address and connects to it; true when it did. What went wrong is in the store. */
export async function addServer(text: string, token: string, editing: string | null = null): Promise<boolean> {
  const parsed = parseServerUrl(text);
  if ("error" in parsed) {
    const problem: ConnectProblem = { cause: "address", what: parsed.error, advice: "" };
    useTools.getState().set({ draft: { url: text.trim(), token, problem, editing } });
    return false;
  }
  const { id } = knowServer(parsed.url);
  tokens.set(id, token.trim());
  return connectServer(id);
}

/** Another address or token for a known server; connects to it. */
export async function editServer(id: string, text: string, token: string): Promise<boolean> {
  const parsed = parseServerUrl(text);
  if ("url" in parsed && id !== `http:${parsed.url.href}`) removeServer(id);
  return addServer(text, token, id);
}

/** Takes a server out of the list and forgets it. */
export function removeServer(id: string): void {
  disconnectServer(id);
  const server = findServer(id);
  const { servers, draft, set } = useTools.getState();
  set({ servers: servers.filter((one) => one.id !== id), ...(draft?.editing === id ? { draft: null } : {}) });
  tokens.delete(id);
  told.delete(id);
  if (server?.transport === "http") rememberServer(server.shown, null);
}

/** Connects to a known server, again if it is connected; an earlier attempt is given up. True when it did. */
export async function connectServer(id: string): Promise<boolean> {
  const server = findServer(id);
  if (!server) return false;
  stop(id);
  became(id, { state: "connecting" });
  const end = await attempt(id);
  if (end instanceof Error) {
    became(id, { state: "failed", problem: await problemOf(end, server) });
    return false;
  }
  return end;
}

/** One attempt: true when it is connected, false when it was given up, else why not. */
async function attempt(id: string): Promise<boolean | Error> {
  const server = findServer(id);
  if (!server) return false;
  const abort = new AbortController();
  attempts.set(id, abort);
  try {
    const { coreVersion } = useUi.getState();
    const connected = await theClient().connect(id, targetOf(server), coreVersion, abort.signal);
    await accept(server, connected, abort.signal);
    return !abort.signal.aborted;
  } catch (error) {
    if (abort.signal.aborted) return false;
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    if (attempts.get(id) === abort) attempts.delete(id);
  }
}

const targetOf = (server: Server): Target =>
  server.entry
    ? { via: "bridge", name: server.id.slice("bridge:".length), fingerprint: server.entry.fingerprint }
    : { via: "http", url: server.shown, token: tokenOf(server.id) };

/** Puts a connected server's tools into the menu. */
async function accept(server: Server, { server: self, info }: Connected, signal: AbortSignal): Promise<void> {
  const { id } = server;
  const source = sourceOf(server, self);
  // At once: two servers of one name that answer at the same time get different ids.
  useTools.getState().updateServer(id, { source });
  const read = readTools(source, info.tools);
  const entries = await withFormCheck(read.entries);
  if (signal.aborted) return;
  if (server.source && server.source.id !== source.id) useTools.getState().dropOffer(server.source.id);
  const name = server.entry ? server.name : self.name;
  useTools.getState().updateServer(id, { info, name });
  became(id, { state: "ready" });
  useTools.getState().setOffer({ ...read, entries });
  if (server.entry) void earlierLines(id);
  if (!lives.has(id)) lives.set(id, new AbortController());
  if (!server.entry) rememberServer(server.shown, { name, auto: tokenOf(id) === "" });
  const { draft, set } = useTools.getState();
  if (draft?.editing === id) set({ draft: null });
  const hidden = hiddenNotice(read);
  if (!hidden || told.has(id)) return;
  told.add(id);
  useNotices.getState().notify({ level: "warning", lasting: true, title: `${name}:`, text: hidden });
}

/** What the tools of a server are listed under; the id stays as long as the name does. */
function sourceOf(server: Server, self: { name: string; version: string }): ToolSource {
  const called = server.entry ? server.id.slice("bridge:".length) : self.name;
  const taken = useTools
    .getState()
    .servers.filter((other) => other.id !== server.id)
    .flatMap((other) => (other.source ? [other.source.id] : []));
  const same = server.source && (server.entry || server.source.name === self.name);
  const away = server.entry ? bridgeAway() : false;
  const url = !server.entry || server.remote ? server.shown : away ? location.href : undefined;
  return {
    id: same && server.source ? server.source.id : sourceId(called, ["page", ...taken]),
    kind: "server",
    name: self.name,
    version: self.version,
    ...(url ? { url } : {}),
    loopback: !server.remote && !away,
  };
}

/** Whether the bridge itself is on another machine: then what its programs get leaves this one. */
function bridgeAway(): boolean {
  const address = bridgeAddress();
  return address !== null && !isLoopback(new URL(address));
}

/** The tools of a server are others, or it was reached again. */
async function changed(id: string, tools: Parameters<typeof readTools>[1]): Promise<void> {
  const server = findServer(id);
  if (!server?.source || !server.info || server.state.state === "idle") return;
  stop(id);
  useTools.getState().updateServer(id, { info: { ...server.info, tools: [...tools] } });
  became(id, { state: "ready" });
  const read = readTools(server.source, tools);
  const entries = await withFormCheck(read.entries);
  // Meanwhile it may have been disconnected, or have changed once more.
  if (findServer(id)?.info?.tools.every((tool, at) => tool === tools[at]))
    useTools.getState().setOffer({ ...read, entries });
}

/** Leaves a server: what runs on it ends, and its tools leave the menu. It stays in the list. */
export function disconnectServer(id: string): void {
  const server = findServer(id);
  if (!server) return;
  leave(server, "was disconnected before its result came; it is not taken over");
  if (server.state.state !== "idle" && server.state.state !== "unconfirmed") theClient().disconnect(id);
  if (server.state.state !== "unconfirmed") became(id, { state: "idle" });
  if (!server.entry && server.info) rememberServer(server.shown, { name: server.name, auto: false });
  const name = id.slice("bridge:".length);
  const allowed = server.entry && allowedServers()[name];
  if (allowed) rememberAllowed(name, { ...allowed, off: true });
}

/** Ends what runs on a server, and takes its tools out of the menu. */
export function leave({ id, name, source }: Server, why: string): void {
  stop(id);
  lives.get(id)?.abort(new ToolFailure("server", `${name} ${why}.`));
  lives.delete(id);
  if (source) useTools.getState().dropOffer(source.id);
}

/** Gives up attempts and waiting. */
export function stop(id: string): void {
  attempts.get(id)?.abort();
  attempts.delete(id);
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** A server that this page reaches itself did not answer: tries again, later and later. */
function lost(id: string, reason: string, tries = 0): void {
  const seconds = TRIES[tries];
  if (seconds === undefined) {
    const problem: ConnectProblem = { cause: "server-down", what: reason, advice: "The next Run connects again." };
    became(id, { state: "failed", problem });
    return;
  }
  became(id, { state: "waiting", reason, attempt: tries + 1, of: TRIES.length, seconds });
  timers.set(
    id,
    setTimeout(async () => {
      const end = await attempt(id);
      const server = findServer(id);
      if (end instanceof Error && server) lost(id, (await problemOf(end, server)).what, tries + 1);
    }, seconds * 1000),
  );
}

/** Notes a state, in the log too. */
export function became(id: string, state: ServerState): void {
  const old = findServer(id)?.state;
  useTools.getState().updateServer(id, { state });
  if (JSON.stringify(old) !== JSON.stringify(state)) addLines(id, "state", [lineOf(state)]);
}

function lineOf(state: ServerState): string {
  switch (state.state) {
    case "idle":
      return "not connected";
    case "unconfirmed":
      return "waits for permission";
    case "connecting":
      return "connecting";
    case "ready":
      return "connected";
    case "waiting":
      return `lost: ${state.reason}; try ${state.attempt} of ${state.of} in ${state.seconds} s`;
    case "failed":
      return `not reached: ${state.problem.what}`;
  }
}

export function addLines(id: string, from: "state" | "server", texts: readonly string[]): void {
  const server = findServer(id);
  if (!server) return;
  const at = Date.now();
  const log = [...server.log, ...texts.map((text) => ({ at, from, text }))].slice(-mostLines);
  useTools.getState().updateServer(id, { log });
}

/** What a program wrote before this page came to it: other tabs may have had it for long. */
async function earlierLines(id: string): Promise<void> {
  const kept = await theClient()
    .kept(id)
    .catch(() => null);
  const server = findServer(id);
  if (!kept || !server) return;
  const heard = server.log.filter(({ from }) => from === "server").length;
  const earlier = kept.log.slice(0, Math.max(0, kept.log.length - heard));
  const lines = earlier.map((text) => ({ at: 0, from: "server" as const, text }));
  useTools.getState().updateServer(id, { log: [...lines, ...server.log].slice(-mostLines) });
}

async function problemOf(error: Error, server: Server): Promise<ConnectProblem> {
  const message = error instanceof BridgeError && "message" in error.failure ? error.failure.message : error.message;
  if (server.entry) return { cause: "other", what: plainLine(message, limits.message), advice: "" };
  const url = new URL(server.shown);
  const hasToken = tokenOf(server.id) !== "";
  if (error instanceof BridgeError && error.failure.kind === "network")
    return explained(error.failure.facts, url, hasToken);
  return connectProblem({ message }, { url, pageOrigin: location.origin, localNetwork: null, hasToken });
}

async function explained(facts: ConnectFacts, url: URL, hasToken: boolean): Promise<ConnectProblem> {
  const localNetwork = facts.network ? await localNetworkPermission(url, new URL(location.href)) : null;
  return connectProblem(facts, { url, pageOrigin: location.origin, localNetwork, hasToken });
}

/** Runs the tools of the server with this source id. */
export function serverRunner(sourceId: string): ToolRunner {
  const server = useTools.getState().servers.find(({ source }) => source?.id === sourceId);
  if (!server) throw new ToolFailure("server", "The server that offers this tool is not connected.");
  const { id } = server;
  const life = lifeOf(id);
  const runner = remoteRunner(theClient(), { id, life }, core(), async (facts) => {
    const { what, advice } = await explained(facts, new URL(server.shown), tokenOf(id) !== "");
    // What the server said itself is no sign that it is gone; one that was left meanwhile is not tried again.
    if ((facts.network || facts.timeout) && !life.aborted) {
      stop(id);
      lost(id, what);
    }
    return advice ? `${what} ${advice}` : what;
  });
  return {
    run: (entry, args, options) => recorded(id, entry.name, options.signal, () => runner.run(entry, args, options)),
  };
}

/** Ends with the connection to a server. */
export function lifeOf(id: string): AbortSignal {
  const life = lives.get(id) ?? new AbortController();
  lives.set(id, life);
  return life.signal;
}
