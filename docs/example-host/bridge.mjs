// The host's side of the bridge messages (docs/bridge.md), for one server that runs in
// this page. Nothing here knows what the tools do.

/**
 * Offers `server` = { title, version, tools } to the Builder in `frame`, which comes from
 * `origin`. A tool is what tools/list has, with `run(args, { signal, progress })` beside.
 */
export function offerTools(frame, origin, server) {
  window.addEventListener("message", (event) => {
    // Only the page in this frame, only as long as it is still the Builder, only this message.
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    if (event.data?.type !== "molsmith:bridge" || event.data.protocol !== "molsmith.bridge.1") return;
    const [port] = event.ports;
    if (port) serve(port, server);
  });
}

/** Answers one page; a page that is loaded again comes with another port. */
function serve(port, server) {
  const running = new Map();
  const say = (message) => port.postMessage(JSON.stringify(message));
  // Another fingerprint makes the Builder ask the person again: it stands for what would run.
  const entry = {
    server: "host",
    title: server.title,
    kind: "inmemory",
    shown: location.href,
    remote: false,
    fingerprint: `${server.title} ${server.version}`,
    state: { state: "idle" },
  };
  const tools = server.tools.map(({ run, ...definition }) => definition);

  const requests = {
    "tools:servers": () => ({ type: "tools:servers", config: "", problems: [], servers: [entry] }),
    "tools:connect": ({ fingerprint }) =>
      fingerprint === entry.fingerprint
        ? {
            type: "tools:connected",
            server: "host",
            info: { name: server.title, version: server.version },
            protocol: "2025-11-25",
            serverInfo: { name: server.title, version: server.version },
            capabilities: { tools: {} },
            instructions: "",
            ms: 0,
            tools,
          }
        : failure("unconfirmed", "the server has to be allowed first"),
    "tools:disconnect": () => ({ type: "tools:disconnected", server: "host" }),
    "tools:openSettings": () => ({ type: "tools:settings", path: location.href }),
    async "tools:call"({ id, tool: name, arguments: args }) {
      const tool = server.tools.find((one) => one.name === name);
      if (!tool) return failure("server", `there is no tool ${name}`);
      const abort = new AbortController();
      running.set(id, abort);
      const start = performance.now();
      try {
        const result = await tool.run(args, {
          signal: abort.signal,
          progress: (progress, total, message) => say({ type: "tools:progress", id, progress, total, message }),
        });
        if (abort.signal.aborted) return failure("cancelled", "cancelled");
        return { type: "tools:done", server: "host", ms: Math.round(performance.now() - start), result };
      } catch (error) {
        return failure("server", String(error.message ?? error));
      } finally {
        running.delete(id);
      }
    },
  };

  port.onmessage = async ({ data }) => {
    const message = JSON.parse(data);
    const { type, id } = message;
    if (type === "tools:cancel") {
      running.get(id)?.abort(); // the request itself is answered
      return;
    }
    const answer = await (requests[type]?.(message) ?? failure("request", `there is no message ${type}`));
    say({ ...answer, id });
  };
  say({ type: "tools:ready" });
}

const failure = (kind, message) => ({ type: "tools:failed", failure: { kind, message } });
