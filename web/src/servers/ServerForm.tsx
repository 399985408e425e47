import { useEffect, useId, useRef, useState } from "react";
import { type ServerDraft, useTools } from "../state/tools";
import { parseServerUrl } from "../tools/link";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { TextField } from "../ui/TextField";
import { isOwnAddress, openBridge } from "./bridge";
import { addServer, editServer, findServer } from "./connect";
import { focusServer } from "./focus";
import { Problem } from "./Problem";

/** Address and token of a server, new or known. `alone`: there is nothing to go back to. */
export function ServerForm({ initial, alone = false }: { initial: ServerDraft; alone?: boolean }) {
  const { editing } = initial;
  const [url, setUrl] = useState(initial.url);
  const [token, setToken] = useState(initial.token);
  const id = useId();

  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  // The form of a server opens beside it, because it was asked for or because the attempt failed.
  const refused = useTools((tools) =>
    tools.servers.some(
      ({ id, state }) => id === editing && state.state === "failed" && state.problem.cause === "token",
    ),
  );
  useEffect(() => {
    if (editing) (refused ? second : first).current?.focus();
  }, [editing, refused]);

  const connect = async () => {
    if (!url.trim()) return;
    const connecting = editing ? editServer(editing, url, token) : addServer(url, token);
    const parsed = parseServerUrl(url);
    if ("error" in parsed) return;
    const server = `http:${parsed.url.href}`;
    const { set } = useTools.getState();
    set({ draft: null });
    requestAnimationFrame(() => focusServer(server));
    if (await connecting) {
      if (isOwnAddress(parsed.url)) void openBridge({ token });
    } else if (findServer(server)?.state.state === "failed" && useTools.getState().draft === null)
      set({ draft: { url, token, problem: null, editing: server } });
  };
  const cancel = () => {
    useTools.getState().set({ draft: null });
    if (editing) requestAnimationFrame(() => focusServer(editing));
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
          ref={first}
          id={`${id}-url`}
          type="url"
          inputMode="url"
          value={url}
          onChange={setUrl}
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
          ref={second}
          id={`${id}-token`}
          type="password"
          value={token}
          onChange={setToken}
          autoComplete="off"
          aria-describedby={`${id}-token-help`}
          data-testid="tools-token"
        />
      </Field>
      {initial.problem && <Problem of={initial.url} problem={initial.problem} />}
      <div className="server-buttons">
        {!alone && <Button onClick={cancel}>Cancel</Button>}
        <Button type="submit" variant="primary" disabled={!url.trim()} data-testid="tools-connect">
          Connect
        </Button>
      </div>
    </form>
  );
}
