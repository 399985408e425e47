import { Copy, RefreshCw } from "lucide-react";
import { Tabs } from "radix-ui";
import { type ReactNode, useState } from "react";
import { type Server, stateText, type Transport } from "../servers/model";
import { limits, plainLine } from "../tools/text";
import { Button, IconButton } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { TextBox } from "./AnswerView";
import { plainText, timeText } from "./answer";
import { boundedJson } from "./boundedJson";
import { clientEntry } from "./clientEntry";
import { copyText } from "./copyText";
import type { CallRecord, DetailActions } from "./facts";
import { CallList, MessageList } from "./records";
import "./serverDetails.css";
import { ToolList } from "./ToolList";

/** What is shown of one JSON value. */
const MOST_JSON = 20_000;

export interface ServerDetailsProps {
  server: Server;
  calls: readonly CallRecord[];
  actions: DetailActions;
  onClose(): void;
}

/** Everything the page knows about one server, for people who run or write one. */
export function ServerDetails({ server, calls, actions, onClose }: ServerDetailsProps) {
  const [tab, setTab] = useState("about");
  const { state } = server;
  const reason = state.state === "failed" ? state.problem.what : state.state === "waiting" ? state.reason : "";
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={server.name}
      description={
        <>
          <span className="server-dot" data-state={state.state} aria-hidden /> {stateText(state)}
          {reason && `: ${plainLine(reason, limits.help)}`}
        </>
      }
      testId="server-panel"
      footer={
        <>
          <Button
            icon={Copy}
            onClick={() => copyText(clientEntry(server), "Entry copied.")}
            data-testid="server-copy-entry"
          >
            Copy as mcpServers entry
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Tabs.Root className="server-tabs" value={tab} onValueChange={setTab}>
        <div className="server-tabs-head">
          <Tabs.List className="tab-list" aria-label="Server details">
            <Tab value="about">About</Tab>
            <Tab value="tools" items={server.info?.tools.length ?? 0}>
              Tools
            </Tab>
            <Tab value="calls" items={calls.length}>
              Calls
            </Tab>
            <Tab value="messages" items={server.messages.length}>
              Messages
            </Tab>
          </Tabs.List>
          <IconButton label="Refresh" icon={RefreshCw} onClick={actions.refresh} data-testid="server-refresh" />
        </div>
        <Tabs.Content className="server-tab" value="about" tabIndex={-1}>
          <About server={server} />
        </Tabs.Content>
        <Tabs.Content className="server-tab" value="tools" tabIndex={-1}>
          <ToolList server={server} actions={actions} />
        </Tabs.Content>
        <Tabs.Content className="server-tab" value="calls" tabIndex={-1}>
          <CallList calls={calls} />
        </Tabs.Content>
        <Tabs.Content className="server-tab" value="messages" tabIndex={-1}>
          <MessageList messages={server.messages} />
        </Tabs.Content>
      </Tabs.Root>
    </Dialog>
  );
}

const Tab = ({ value, items, children }: { value: string; items?: number; children: ReactNode }) => (
  <Tabs.Trigger className="tab" value={value} data-testid={`server-tab-${value}`}>
    {children}
    {items ? <span className="server-count"> {items}</span> : null}
  </Tabs.Trigger>
);

const transports: Record<Transport, string> = {
  http: "Streamable HTTP, this page connects by itself",
  stdio: "program, through the bridge",
  streamable: "Streamable HTTP, through the bridge",
  sse: "HTTP+SSE of 2024-11-05, through the bridge",
  inmemory: "tools of toolserver itself",
};

function About({ server }: { server: Server }) {
  const { info, entry, transport } = server;
  const rows: [string, string][] = [
    ["Transport", transports[transport]],
    [transport === "stdio" ? "Command" : "Address", transport === "inmemory" ? "" : server.shown],
    ["Folder", entry?.cwd ?? ""],
    ["Variables", entry?.env.join(", ") ?? ""],
    ["Headers", entry?.headers.join(", ") ?? ""],
    ["Structures go to", server.remote ? server.host : ""],
    ["Server", nameAndVersion(info?.serverInfo)],
    ["Protocol", info?.protocol ?? ""],
    ["Connecting took", info ? timeText(info.milliseconds) : ""],
  ];
  return (
    <div className="server-about">
      <dl className="facts" data-testid="server-facts">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{plainLine(value, limits.message)}</dd>
              </div>
            ),
        )}
      </dl>
      {info?.instructions && (
        <TextBox
          label="Instructions"
          text={plainText(info.instructions.slice(0, MOST_JSON))}
          testId="server-instructions"
        />
      )}
      {info && (
        <>
          <TextBox label="Capabilities" text={boundedJson(info.capabilities, MOST_JSON)} testId="server-capabilities" />
          <TextBox label="serverInfo" text={boundedJson(info.serverInfo, MOST_JSON)} testId="server-info" />
        </>
      )}
    </div>
  );
}

function nameAndVersion(serverInfo: unknown): string {
  const { name, version } = (serverInfo ?? {}) as { name?: unknown; version?: unknown };
  return [name, version].filter((text) => typeof text === "string").join(" ");
}
