// The official suite cannot send a token, and the server wants one: a proxy on loopback
// adds it and passes everything else on as it comes, Host and Origin included.
import { createServer, request } from "node:http";

/** Starts a proxy in front of `target`; resolves with its own address and what stops it. */
export function startProxy(target, token) {
  const { hostname, port, pathname } = new URL(target);
  const server = createServer((from, to) => {
    const headers = { ...from.headers, authorization: `Bearer ${token}` };
    const passed = request({ hostname, port, path: from.url, method: from.method, headers, agent: false }, (answer) => {
      to.writeHead(answer.statusCode, answer.rawHeaders);
      to.flushHeaders();
      answer.pipe(to);
    });
    passed.on("error", () => to.destroy());
    to.on("close", () => passed.destroy());
    from.pipe(passed);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}${pathname}`,
        stop: () => {
          server.closeAllConnections();
          server.close();
        },
      }),
    );
  });
}
