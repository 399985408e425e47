import { isLoopback } from "../tools/link";
import { bridgeAddress } from "./address";
import type { Server } from "./model";
import { allowedServers } from "./remembered";

/** What would be started or reached, before it is; with what has changed since it was allowed. */
export function Permission({ server }: { server: Server }) {
  const { id, shown, transport, entry, remote, host } = server;
  const before = allowedServers()[id.slice("bridge:".length)];
  const program = transport === "stdio";
  const rows: Row[] = [
    { label: program ? "Command" : "Address", now: shown, was: before?.shown },
    { label: "Folder", now: entry?.cwd ?? "", was: before?.cwd },
    { label: "Variables", now: entry?.env.join(", ") ?? "", was: before?.env.join(", ") },
    { label: "Headers", now: entry?.headers.join(", ") ?? "", was: before?.headers.join(", ") },
  ];
  const changed = rows.some(({ now, was }) => was !== undefined && was !== now);
  return (
    <div className="server-permission" data-testid="server-permission" data-changed={before ? "" : undefined}>
      <p>
        {before
          ? `It has changed since you allowed it${changed ? "." : ": the value of a variable or a header is another."}`
          : program
            ? "Nobody has allowed this program yet."
            : "Nobody has allowed this server yet."}
      </p>
      <dl>{rows.map((row) => (row.now || row.was ? <Part key={row.label} {...row} /> : null))}</dl>
      <p className="server-note">{consequence(program, remote, host)}</p>
    </div>
  );
}

interface Row {
  label: string;
  now: string;
  /** As it was when it was allowed. */
  was: string | undefined;
}

function Part({ label, now, was }: Row) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {was !== undefined && was !== now && (
          <del>
            <code>{was || "none"}</code>
          </del>
        )}
        <code data-testid="server-asked">{now || "none"}</code>
      </dd>
    </div>
  );
}

function consequence(program: boolean, remote: boolean, host: string): string {
  const address = bridgeAddress();
  const away = address !== null && !isLoopback(new URL(address)) ? ` on ${new URL(address).hostname}` : "";
  if (program) return `It runs${away} as the person who started toolserver, with that person's files.`;
  if (remote) return `Structures and molecules given to its tools are sent to ${host}.`;
  return address === null ? "The page around this one offers it." : "It is on the machine of the bridge.";
}
