// Serves the built page on loopback, for benchmarks of the page.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { root } from "../scripts/run.mjs";

const dist = join(root, "web/dist");
const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Starts it; `url` is where the page is, `close` ends it. */
export async function servePage() {
  const site = createServer((request, response) => {
    const file = normalize(join(dist, new URL(request.url, "http://localhost").pathname.slice(1) || "index.html"));
    try {
      const body = readFileSync(file);
      response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${site.address().port}/`, close: () => site.close() };
}
