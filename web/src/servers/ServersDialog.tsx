import { ArrowLeft, Plus } from "lucide-react";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { defaultUrl } from "../tools/connect";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { part } from "../ui/part";
import { BridgePart } from "./BridgePart";
import { listServers } from "./bridge";
import { type CallRecord, useCalls } from "./calls";
import { detailActions } from "./details";
import { LogPanel } from "./LogPanel";
import type { Server } from "./model";
import { ServerCard } from "./ServerCard";
import { ServerForm } from "./ServerForm";
import "./servers.css";

const ServerDetails = part(async () => (await import("../serverDetails/ServerDetails")).ServerDetails);

/** What the dialog shows: all servers, or one of them closely. */
type View = { kind: "list" } | { kind: "details" | "log"; id: string };

/** The tool servers of the page: to add, look at, connect and leave. */
export function ServersDialog() {
  const [view, setView] = useState<View>({ kind: "list" });
  const server = useTools((tools) =>
    view.kind === "list" ? undefined : tools.servers.find(({ id }) => id === view.id),
  );
  const close = () => useUi.getState().set({ dialog: "none" });
  useFreshList();
  useEffect(() => () => useTools.getState().set({ draft: null }), []);

  const one = view.kind !== "list" && server;
  const back = () => setView({ kind: "list" });
  if (one && view.kind === "details")
    return (
      <Suspense>
        <Details server={server} onClose={back} />
      </Suspense>
    );
  return (
    <Dialog
      open
      onClose={close}
      title={one ? `Log of ${server.name}` : "Tool servers"}
      {...(one
        ? {}
        : { description: "Tools of a server run there and bring their structures here. The page works without one." })}
      size={one ? "wide" : "large"}
      testId="server-dialog"
    >
      {one ? <Log server={server} onBack={back} /> : <List onView={(kind, id) => setView({ kind, id })} />}
    </Dialog>
  );
}

/** The bridge's configuration may have been changed since. */
function useFreshList(): void {
  useEffect(() => {
    if (useTools.getState().bridge.link.state === "ready") void listServers().catch(() => undefined);
  }, []);
}

function List({ onView }: { onView(kind: "details" | "log", id: string): void }) {
  const { servers, draft, bridge } = useTools();
  const own = servers.filter(({ transport }) => transport === "http");
  const bridged = servers.filter(({ entry }) => entry);
  const hasBridge = bridge.link.state !== "none";
  // With nothing else to show, the form for the first server stands open.
  const adding = draft ? draft.editing === null : own.length === 0 && !hasBridge;
  const add = () =>
    useTools
      .getState()
      .set({ draft: { url: own.length === 0 ? defaultUrl : "", token: "", problem: null, editing: null } });
  return (
    <div className="servers">
      {own.length > 0 && (
        <ul className="server-list" aria-label="Servers this page reaches itself">
          {own.map((server) => (
            <ServerCard key={server.id} server={server} onView={onView} />
          ))}
        </ul>
      )}
      {adding ? (
        <ServerForm
          initial={draft ?? { url: defaultUrl, token: "", problem: null, editing: null }}
          alone={own.length === 0}
        />
      ) : (
        <Button icon={Plus} onClick={add} className="server-add" data-testid="tools-add">
          Add a server by its address…
        </Button>
      )}
      {hasBridge && (
        <BridgePart>
          {bridged.length > 0 && (
            <ul className="server-list" aria-label="Servers of the bridge">
              {bridged.map((server) => (
                <ServerCard key={server.id} server={server} onView={onView} />
              ))}
            </ul>
          )}
        </BridgePart>
      )}
    </div>
  );
}

/** Everything about one server, in a dialog of its own. */
function Details({ server, onClose }: { server: Server; onClose(): void }) {
  const { id } = server;
  const calls = useCalls((store) => store.calls[id]) ?? none;
  const actions = useMemo(() => detailActions(id), [id]);
  useEffect(() => actions.refresh(), [actions]);
  return <ServerDetails server={server} calls={calls} actions={actions} onClose={onClose} />;
}

const none: CallRecord[] = [];

function Log({ server, onBack }: { server: Server; onBack(): void }) {
  const back = useRef<HTMLButtonElement>(null);
  // What was pressed to come here is gone.
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="server-closely">
      <Button
        ref={back}
        variant="ghost"
        icon={ArrowLeft}
        onClick={onBack}
        className="server-back"
        data-testid="server-back"
      >
        All servers
      </Button>
      <LogPanel server={server} />
    </div>
  );
}
