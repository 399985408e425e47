// Serves the built page on loopback, for benchmarks of the page.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { root } from "../scripts/run.mjs";

const dist = join(root, "web/dist");
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/**
 * Starts it; `url` is where the page is, `close` ends it. `packed`: sends the .br files and
 * says how long what has a hash in its name may be kept, as docs/deploy.md asks of a host.
 */
export async function servePage({ packed = false, path = "/" } = {}) {
  const site = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.startsWith(path) ? pathname.slice(path.length) || "index.html" : "";
    const file = normalize(join(dist, name));
    if (!name || !file.startsWith(dist) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const brotli = packed && /\bbr\b/.test(request.headers["accept-encoding"] ?? "") && existsSync(`${file}.br`);
    response.writeHead(200, {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      ...(brotli ? { "Content-Encoding": "br" } : {}),
      ...(packed
        ? { "Cache-Control": name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache" }
        : {}),
    });
    response.end(readFileSync(brotli ? `${file}.br` : file));
  });
  await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${site.address().port}${path}`, close: () => site.close() };
}
