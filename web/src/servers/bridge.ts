import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import type { ListedServer, RelayState } from "../tools/bridge";
import { BridgeError } from "../tools/bridgeClient";
import { bridgeAddress } from "./address";
import { hearBridge, theClient } from "./client";
import { addLines, became, connectServer, disconnectServer, findServer, leave, stop, TRIES } from "./connect";
import type { BridgeLink, Server } from "./model";
import { allowedServers, rememberAllowed } from "./remembered";

/** In memory only, like every token. */
let token = "";
/** A host that the page is embedded in gives the port. */
let hostPort: (() => MessagePort) | null = null;
let opening: AbortController | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

hearBridge((event) => {
  if (event.type === "tools:log") addLines(event.server, "server", event.lines);
  else if (event.type === "tools:state") relayState(event.server, event);
  else if (event.type === "tools:closed") closed(event.reason, 0);
});

const link = (next: BridgeLink) => {
  const { bridge, set } = useTools.getState();
  set({ bridge: { ...bridge, link: next } });
};

/** Opens the bridge of this page and connects to those of its servers that were allowed; true when it is open. */
export async function openBridge(given: { token?: string; port?: () => MessagePort } = {}): Promise<boolean> {
  if (given.token !== undefined) token = given.token.trim();
  if (given.port) hostPort = given.port;
  if (!bridgeAddress() && !hostPort) return false;
  clearTimeout(timer);
  link({ state: "connecting" });
  const reason = await open();
  if (reason === null) return useTools.getState().bridge.link.state === "ready";
  link({ state: "failed", reason });
  return false;
}

/** null: it is open, or another attempt took over; else why it is not. */
async function open(): Promise<string | null> {
  opening?.abort();
  const abort = new AbortController();
  opening = abort;
  try {
    const address = bridgeAddress() ?? location.href;
    await theClient().open(address, token, abort.signal, hostPort?.());
    await listServers();
    link({ state: "ready" });
    for (const server of useTools.getState().servers) if (server.entry) void connectAllowed(server);
    tellUnconfirmed();
    return null;
  } catch (error) {
    return abort.signal.aborted ? null : why(error);
  } finally {
    if (opening === abort) opening = null;
  }
}

function why(error: unknown): string {
  if (!(error instanceof BridgeError)) return error instanceof Error ? error.message : String(error);
  const { failure } = error;
  if (failure.kind === "network") {
    const { status, timeout } = failure.facts;
    if (status === 401) return token ? "It refused the token." : "It asks for the token that toolserver serve printed.";
    if (status === 403) return "It refuses this page.";
    if (status === 503) return "Too many pages use it.";
    if (status !== undefined && status >= 500) return `It answered with HTTP ${status}.`;
    if (timeout) return "It did not answer in time.";
    return "Nothing answers; toolserver serve may have ended.";
  }
  return "message" in failure ? failure.message : "The attempt was given up.";
}

/** The WebSocket ended: tries again, later and later. The servers' tools stay in the menu meanwhile. */
function closed(reason: string, tries: number): void {
  const seconds = TRIES[tries];
  const ours = useTools.getState().servers.filter((server) => server.entry);
  if (seconds === undefined) {
    link({ state: "failed", reason });
    const problem = { cause: "other" as const, what: `The bridge is not there: ${reason}`, advice: "" };
    for (const { id, state } of ours) if (state.state === "waiting") became(id, { state: "failed", problem });
    return;
  }
  const waiting = { state: "waiting" as const, reason, attempt: tries + 1, of: TRIES.length, seconds };
  link(waiting);
  for (const { id, state } of ours) {
    if (state.state === "idle" || state.state === "unconfirmed" || state.state === "failed") continue;
    stop(id);
    became(id, waiting);
  }
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const failure = await open();
    if (failure !== null) closed(failure, tries + 1);
  }, seconds * 1000);
}

/** Reads the bridge's configuration again. What has changed in an entry has to be allowed again. */
export async function listServers(): Promise<void> {
  const { config, problems, servers: listed } = await theClient().servers();
  const { servers, bridge, set } = useTools.getState();
  const now = listed.map((one) => record(one, findServer(one.id)));
  // What runs on a server whose entry is another, or gone, ends with it.
  for (const old of servers) {
    const next = now.find(({ id }) => id === old.id);
    if (old.entry && (!next || next.state.state === "unconfirmed")) leave(old, "is not in the configuration as it was");
  }
  set({ servers: [...servers.filter(({ entry }) => !entry), ...now], bridge: { ...bridge, config, problems } });
}

function record(one: ListedServer, known: Server | undefined): Server {
  const { id, title, kind, shown, host, remote, fingerprint, command, args, cwd, env, headers } = one;
  const same = known?.entry?.fingerprint === fingerprint;
  const allowed = allowedServers()[one.name]?.fingerprint === fingerprint;
  const idle: Server["state"] = allowed ? { state: "idle" } : { state: "unconfirmed" };
  return {
    id,
    name: title,
    transport: kind,
    shown,
    remote,
    host,
    entry: { fingerprint, ...(command ? { command, args: args ?? [] } : {}), cwd, env, headers },
    state: same && known && (allowed || known.state.state === "unconfirmed") ? known.state : idle,
    source: same ? (known?.source ?? null) : null,
    info: same ? (known?.info ?? null) : null,
    messages: known?.messages ?? [],
    log: known?.log ?? [],
  };
}

/** Allows a server as its entry is now, and connects to it. */
export async function allowServer(id: string): Promise<boolean> {
  const server = findServer(id);
  if (!server?.entry) return false;
  const { shown, entry } = server;
  rememberAllowed(nameOf(id), { ...entry, shown, off: false });
  return connect(id);
}

/** Connects by hand: it is connected by itself from now on. */
export async function reconnectServer(id: string): Promise<boolean> {
  const server = findServer(id);
  const allowed = server?.entry && allowedServers()[nameOf(id)];
  if (allowed?.off) rememberAllowed(nameOf(id), { ...allowed, off: false });
  if (server?.entry && useTools.getState().bridge.link.state !== "ready") return openBridge();
  return connect(id);
}

/** The bridge refuses a server whose entry has changed meanwhile: then the list says what is to be allowed. */
async function connect(id: string): Promise<boolean> {
  const connected = await connectServer(id);
  if (!connected && findServer(id)?.entry) await listServers().catch(() => undefined);
  return connected;
}

/** Takes the permission back. */
export function disallowServer(id: string): void {
  disconnectServer(id);
  rememberAllowed(nameOf(id), null);
  became(id, { state: "unconfirmed" });
}

async function connectAllowed(server: Server): Promise<void> {
  const allowed = allowedServers()[nameOf(server.id)];
  if (!allowed || allowed.off || allowed.fingerprint !== server.entry?.fingerprint) return;
  await connect(server.id);
}

const nameOf = (id: string) => id.slice("bridge:".length);

/** Opens the list of servers where there is a place for it, as in a host's settings; the path of its file. */
export const openSettings = (): Promise<string> => theClient().settings();

/** What the bridge says of a connection that it holds. */
function relayState(id: string, { state, reason = "", attempt = 1, of = TRIES.length }: RelayState): void {
  const server = findServer(id);
  // What was on its way when it was left says nothing of it any more.
  if (!server || server.state.state === "idle" || server.state.state === "unconfirmed") return;
  switch (state) {
    case "waiting":
      became(id, { state: "waiting", reason, attempt, of, seconds: TRIES[attempt - 1] ?? 16 });
      return;
    case "connected":
      if (server.info && server.state.state === "waiting") became(id, { state: "ready" });
      // Another tab has connected it again.
      else if (server.state.state === "failed") void connect(id);
      return;
    case "failed":
      // The answer to a connection that is under way says the same.
      if (server.state.state !== "connecting")
        became(id, { state: "failed", problem: { cause: "other", what: reason, advice: "" } });
      // Its entry may have been changed.
      void listServers().catch(() => undefined);
  }
}

/** Those that were spoken of, and the notice that does. */
let told = "";
let notice = 0;

const unconfirmed = (): string[] =>
  useTools
    .getState()
    .servers.filter(({ state }) => state.state === "unconfirmed")
    .map(({ name }) => name);

// While it is shown the notice says what is so: it goes with the last one that waits.
useTools.subscribe(({ servers }, before) => {
  const { current, dismiss } = useNotices.getState();
  if (servers === before.servers || current?.id !== notice) return;
  if (unconfirmed().length === 0) dismiss();
  else tellUnconfirmed();
});

function tellUnconfirmed(): void {
  const names = unconfirmed();
  // Not with every time that the bridge is opened again.
  if (names.length === 0 || told === names.join()) return;
  told = names.join();
  const { notify } = useNotices.getState();
  notify({
    level: "info",
    lasting: true,
    title:
      names.length === 1
        ? `${names[0]} waits for your permission.`
        : `${names.length} servers wait for your permission.`,
    text: "A server runs as you, with your files. Look at what would be started first.",
    action: { label: "Look at it", run: () => useUi.getState().set({ dialog: "server" }) },
  });
  notice = useNotices.getState().current?.id ?? 0;
}

/** Whether a token that answered at this address is the bridge's too. */

export const isOwnAddress = (url: URL): boolean => bridgeAddress() !== null && url.origin === location.origin;
