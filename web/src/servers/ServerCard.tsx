import { useTools } from "../state/tools";
import { Button } from "../ui/Button";
import { allowServer, disallowServer, reconnectServer } from "./bridge";
import { connectServer, disconnectServer, findServer, removeServer, tokenOf } from "./connect";
import { focusServer } from "./focus";
import { type Server, stateText, type Transport } from "./model";
import { Permission } from "./Permission";
import { Problem } from "./Problem";
import { ServerForm } from "./ServerForm";

const transports: Record<Transport, string> = {
  http: "HTTP from this page",
  stdio: "program",
  streamable: "HTTP",
  sse: "HTTP with SSE",
  inmemory: "built in",
};

export interface ServerCardProps {
  server: Server;
  onView(kind: "details" | "log", id: string): void;
}

/** One server of the list: what it is, where it stands, what can be done. */
export function ServerCard({ server, onView }: ServerCardProps) {
  const { id, name, transport, shown, state, remote, host, entry } = server;
  const draft = useTools((tools) => tools.draft);
  const editing = draft?.editing === id;
  return (
    <li className="server" data-server={id} data-state={state.state} data-testid="server" aria-label={name}>
      <div className="server-head">
        <span className="server-dot" data-state={state.state} aria-hidden />
        <h3 className="server-name">{name}</h3>
        <span className="chip">{transports[transport]}</span>
        <span className="grow" />
        <span className="server-state" role="status">
          {stateText(state)}
        </span>
      </div>
      {state.state !== "unconfirmed" && !editing && shown !== name && <code className="server-shown">{shown}</code>}
      {state.state === "ready" && <Offered server={server} />}
      {state.state === "waiting" && <p className="server-reason">{state.reason}</p>}
      {state.state === "failed" && <Problem of={entry ? name : shown} problem={state.problem} />}
      {remote && state.state !== "unconfirmed" && (
        <p className="server-note">Structures and molecules given to its tools are sent to {host}.</p>
      )}
      {state.state === "unconfirmed" && <Permission server={server} />}
      {editing && <ServerForm initial={draft} />}
      <div className="server-actions">
        {!editing && <MainAction server={server} />}
        {(state.state === "ready" || state.state === "waiting") && (
          <Button onClick={() => disconnectServer(id)} data-testid="server-disconnect">
            Disconnect
          </Button>
        )}
        <span className="grow" />
        {server.info && (
          <Button variant="ghost" onClick={() => onView("details", id)} data-testid="server-details">
            Details
          </Button>
        )}
        {server.log.length > 0 && (
          <Button variant="ghost" onClick={() => onView("log", id)} data-testid="server-log">
            Log
          </Button>
        )}
        {entry ? state.state !== "unconfirmed" && <Disallow id={id} /> : <Own server={server} editing={editing} />}
      </div>
    </li>
  );
}

/** One button whose meaning follows the state, so that the focus stays on it. */
function MainAction({ server: { id, state, entry } }: { server: Server }) {
  const connect = () => void (entry ? reconnectServer(id) : connectOwn(id));
  switch (state.state) {
    case "unconfirmed":
      return (
        <Button variant="primary" onClick={() => void allowServer(id)} data-testid="server-allow">
          Allow and connect
        </Button>
      );
    case "connecting":
      return (
        <Button onClick={() => disconnectServer(id)} data-testid="server-cancel">
          Cancel
        </Button>
      );
    case "ready":
      return (
        <Button onClick={connect} data-testid="server-reconnect">
          Reconnect
        </Button>
      );
    case "waiting":
      return (
        <Button onClick={connect} data-testid="server-connect">
          Try now
        </Button>
      );
    case "idle":
    case "failed":
      return (
        <Button onClick={connect} data-testid="server-connect">
          {state.state === "idle" ? "Connect" : "Try again"}
        </Button>
      );
  }
}

/** Connects to a server by its address; where it asks for a token, its form opens. */
async function connectOwn(id: string): Promise<void> {
  if (await connectServer(id)) return;
  const state = findServer(id)?.state;
  if (state?.state === "failed" && state.problem.cause === "token") edit(id);
}

function edit(id: string): void {
  const server = findServer(id);
  if (server) useTools.getState().set({ draft: { url: server.shown, token: tokenOf(id), problem: null, editing: id } });
}

function Disallow({ id }: { id: string }) {
  const disallow = () => {
    disallowServer(id);
    requestAnimationFrame(() => focusServer(id));
  };
  return (
    <Button variant="ghost" onClick={disallow} data-testid="server-disallow">
      Take permission back
    </Button>
  );
}

function Own({ server: { id }, editing }: { server: Server; editing: boolean }) {
  const remove = () => {
    removeServer(id);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="tools-add"]')?.focus());
  };
  return (
    <>
      {!editing && (
        <Button variant="ghost" onClick={() => edit(id)} data-testid="server-edit">
          Edit
        </Button>
      )}
      <Button variant="ghost" onClick={remove} data-testid="server-remove">
        Remove
      </Button>
    </>
  );
}

/** "12 tools, and 3 for language models". */
function Offered({ server }: { server: Server }) {
  const offer = useTools((tools) => tools.offers.find(({ source }) => source.id === server.source?.id));
  const tools = (offer?.entries.length ?? 0) + (offer?.unsupported.length ?? 0);
  const plain = offer?.plain ?? 0;
  const parts = [`${tools} ${tools === 1 ? "tool" : "tools"}`];
  if (offer && offer.unsupported.length > 0) parts.push(`${offer.unsupported.length} of them not usable here`);
  if (plain > 0) parts.push(`${plain} more for language models only, under Details`);
  return <p className="server-note">{parts.join(", ")}.</p>;
}
