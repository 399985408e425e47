import type { BridgeLink, Server } from "./model";

/** What the status line says of all servers, in a few words. */
export function serversSummary(
  servers: readonly Server[],
  bridge: BridgeLink,
): { text: string; level: "none" | "good" | "wait" | "bad" } {
  const in_ = (...states: Server["state"]["state"][]) => servers.filter(({ state }) => states.includes(state.state));
  const [unconfirmed] = in_("unconfirmed");
  const ready = in_("ready");
  const bad = in_("waiting", "failed");
  const first = bad[0];
  if (first) {
    const what = first.state.state === "waiting" ? "was lost; trying again" : "was not reached";
    const text = bad.length === 1 ? `${first.name} ${what}` : `${bad.length} tool servers were not reached`;
    return { text, level: "bad" };
  }
  if (in_("connecting").length > 0) return { text: "Connecting to a tool server…", level: "wait" };
  if (unconfirmed) {
    const count = in_("unconfirmed").length;
    const text = count === 1 ? `${unconfirmed.name} waits for permission` : `${count} servers wait for permission`;
    return { text, level: "wait" };
  }
  if (bridge.state === "failed") return { text: "The bridge was not reached", level: "bad" };
  if (bridge.state === "locked") return { text: "The bridge needs its token", level: "wait" };
  if (ready.length === 0) return { text: "No tool server", level: "none" };
  const text = ready.length === 1 ? `Tool server: ${ready[0]?.name}` : `${ready.length} tool servers`;
  return { text, level: "good" };
}
