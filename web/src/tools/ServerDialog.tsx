import { useEffect, useId, useState } from "react";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Field } from "../ui/Field";
import { TextField } from "../ui/TextField";
import { connectServer, defaultUrl, disconnectServer, rememberedUrl } from "./connect";
import type { ConnectProblem } from "./connectProblem";
import "./tools.css";

/** Connects the page to one tool server. Mounted once; open while ui.dialog is "server". */
export function ServerDialog() {
  const open = useUi((ui) => ui.dialog === "server");
  const close = () => useUi.getState().set({ dialog: "none" });
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Tool server"
      description="Tools of a server run there and bring their structures here. The page works without one."
      testId="server-dialog"
    >
      {open && <ServerForm onClose={close} />}
    </Dialog>
  );
}

function ServerForm({ onClose }: { onClose(): void }) {
  const { connection, server, offers } = useTools();
  const [url, setUrl] = useState(() => server.url || rememberedUrl() || defaultUrl);
  const [token, setToken] = useState(server.token);
  const id = useId();
  const running = useTools((tools) => tools.run !== null);
  const connecting = connection.state === "connecting";
  const connected = connection.state === "connected";

  // A launch link that failed opens this dialog with its own address.
  useEffect(() => {
    if (server.url) {
      setUrl(server.url);
      setToken(server.token);
    }
  }, [server]);

  const connect = async () => {
    if (connecting || connected || !url.trim()) return;
    if (await connectServer(url, token)) document.querySelector<HTMLElement>('[data-testid="tools-done"]')?.focus();
  };

  return (
    <form
      className="server-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void connect();
      }}
    >
      <Field id={`${id}-url`} label="Address">
        <TextField
          id={`${id}-url`}
          type="url"
          inputMode="url"
          value={url}
          onChange={setUrl}
          readOnly={connecting || connected}
          data-testid="tools-url"
        />
      </Field>
      <Field
        id={`${id}-token`}
        label="Token"
        optional
        help="The server prints it when it starts. It is kept in memory only, never stored."
      >
        <TextField
          id={`${id}-token`}
          type="password"
          value={token}
          onChange={setToken}
          readOnly={connecting || connected}
          autoComplete="off"
          aria-describedby={`${id}-token-help`}
          data-testid="tools-token"
        />
      </Field>
      {connection.state === "none" && connection.problem && <Problem problem={connection.problem} />}
      <p className="server-state" role="status" data-testid="tools-status">
        {connecting && "Connecting…"}
        {connection.state === "connected" && (
          <>
            <span className="server-dot" data-lost={connection.lost ? "" : undefined} />
            {connection.lost
              ? `${connection.source.name} did not answer; the next Run connects again.`
              : `Connected to ${connection.source.name}: ${toolCount(offers, connection.source.id)}`}
          </>
        )}
      </p>
      <div className="server-buttons">
        {connected || connecting ? (
          <Button onClick={disconnectServer} disabled={running} data-testid="tools-disconnect">
            {connecting ? "Cancel" : "Disconnect"}
          </Button>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
        {connected ? (
          <Button variant="primary" onClick={onClose} data-testid="tools-done">
            Done
          </Button>
        ) : (
          <Button type="submit" variant="primary" disabled={connecting || !url.trim()} data-testid="tools-connect">
            Connect
          </Button>
        )}
      </div>
    </form>
  );
}

function Problem({ problem }: { problem: ConnectProblem }) {
  const { server } = useTools();
  return (
    <div className="server-problem" role="alert" data-testid="tools-error" data-cause={problem.cause}>
      <p>
        Could not connect to {server.url}: {problem.what}
      </p>
      {problem.advice && <p className="server-advice">{problem.advice}</p>}
    </div>
  );
}

function toolCount(offers: ReturnType<typeof useTools.getState>["offers"], sourceId: string): string {
  const offer = offers.find(({ source }) => source.id === sourceId);
  const tools = offer?.entries.length ?? 0;
  const plain = offer?.plain ?? 0;
  const count = `${tools} ${tools === 1 ? "tool" : "tools"}`;
  return plain > 0 ? `${count}, and ${plain} for language models` : count;
}
