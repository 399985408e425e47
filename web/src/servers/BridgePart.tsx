import { type ReactNode, useId, useState } from "react";
import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { TextField } from "../ui/TextField";
import { isOwnAddress, openBridge, openSettings } from "./bridge";
import { addServer } from "./connect";

/** The servers that toolserver starts and reaches for this page, and the way to it. */
export function BridgePart({ children }: { children: ReactNode }) {
  const { link, config, problems } = useTools((tools) => tools.bridge);
  const id = useId();
  return (
    <section className="server-bridge" aria-labelledby={`${id}-title`} data-testid="bridge" data-state={link.state}>
      <h3 id={`${id}-title`}>Servers of the bridge</h3>
      {config && (
        <p className="server-note">
          toolserver starts and reaches them for this page. They are listed in <code>{config}</code>.{" "}
          {link.state === "ready" && (
            <Button variant="link" onClick={() => void settings()} data-testid="bridge-settings">
              Copy the path
            </Button>
          )}
        </p>
      )}
      {problems.map((problem) => (
        <p key={problem} className="server-warning">
          {problem}
        </p>
      ))}
      {link.state === "connecting" && <p role="status">Connecting to the bridge…</p>}
      {link.state === "waiting" && (
        <div className="server-warning" role="status">
          The bridge was lost: {link.reason}. Trying again in {link.seconds} s ({link.attempt} of {link.of}).
        </div>
      )}
      {link.state === "failed" && (
        <p className="server-problem" role="alert" data-testid="bridge-error">
          The bridge was not reached: {link.reason}
        </p>
      )}
      {(link.state === "locked" || link.state === "failed") && <Unlock />}
      {link.state === "ready" && !children && <p className="server-note">The configuration lists no server.</p>}
      {children}
    </section>
  );
}

/** The file is changed where it is; a page around this one may open it. */
async function settings(): Promise<void> {
  const { notify } = useNotices.getState();
  try {
    const path = await openSettings();
    if (path) await navigator.clipboard.writeText(path);
    notify({ level: "info", title: "Path copied.", text: path });
  } catch (error) {
    notify({ level: "error", title: "Could not copy:", text: error instanceof Error ? error.message : String(error) });
  }
}

/** The program of the bridge has tools of its own behind the same token. */
async function unlock(token: string): Promise<void> {
  if (!(await openBridge(token ? { token } : {}))) return;
  const own = useTools
    .getState()
    .servers.find(({ entry, shown, state }) => !entry && state.state === "idle" && isOwnAddress(new URL(shown)));
  if (own && token) void addServer(own.shown, token);
}

/** The token is not kept over a reload. */
function Unlock() {
  const [token, setToken] = useState("");
  const id = useId();
  return (
    <form
      className="server-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void unlock(token);
      }}
    >
      <Field
        id={id}
        label="Token of the bridge"
        help="It stands in the link that toolserver serve printed; opening the link does the same. The page does not store it."
      >
        <TextField
          id={id}
          type="password"
          value={token}
          onChange={setToken}
          aria-describedby={`${id}-help`}
          data-testid="bridge-token"
        />
      </Field>
      <div className="server-buttons">
        <Button type="submit" data-testid="bridge-open">
          Open the bridge
        </Button>
      </div>
    </form>
  );
}
