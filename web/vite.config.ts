import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { notOffline, withPageUrl } from "./scripts/head.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The dev server injects inline scripts and style elements, which the page's
 * policy forbids; the built page keeps it.
 */
const devWithoutPolicy: Plugin = {
  name: "dev-without-policy",
  apply: "serve",
  transformIndexHtml: (html, context) =>
    context.server ? html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, "") : html,
};

/** The licences of everything the page is made of, as a file of the page. */
const notices: Plugin = {
  name: "notices",
  configureServer(server) {
    server.middlewares.use("/THIRD_PARTY_NOTICES.txt", (_request, response) => {
      response.setHeader("Content-Type", "text/plain; charset=utf-8");
      response.end(readFileSync(here("../THIRD_PARTY_NOTICES")));
    });
  },
  generateBundle() {
    const source = readFileSync(here("../THIRD_PARTY_NOTICES"));
    if (this.environment.name === "client") {
      this.emitFile({ type: "asset", fileName: "THIRD_PARTY_NOTICES.txt", source });
    }
  },
};

/**
 * The sketcher names a file of tables beside it that only its own force fields and
 * predictions would read. Left alone, it would become a file of the page.
 */
const noSketcherTables: Plugin = {
  name: "no-sketcher-tables",
  enforce: "pre",
  transform: {
    filter: { id: /node_modules\/openchemlib\/dist\/openchemlib\.js/ },
    handler: (code) => code.replace(/new URL\("resources\.json",\s*import\.meta\.url\)/g, 'new URL("about:blank")'),
  },
};

/** VITE_MOLSMITH_PAGE_URL is where the page will be, for cards of links to it. */
const linkCard: Plugin = {
  name: "link-card",
  apply: "build",
  transformIndexHtml: (html) => withPageUrl(html, process.env.VITE_MOLSMITH_PAGE_URL),
};

/** Writes the list of the built files, and a version made from their content, into the service worker. */
const offlineFiles: Plugin = {
  name: "offline-files",
  apply: "build",
  closeBundle: {
    order: "post",
    handler() {
      const dist = here("dist");
      const worker = join(dist, "sw.js");
      const files = readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !notOffline.has(entry.name))
        .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join("/"))
        .sort();
      const hash = createHash("sha256");
      for (const file of files) hash.update(file).update(readFileSync(join(dist, file)));
      const code = readFileSync(worker, "utf8")
        .replace("__FILES__", JSON.stringify(files))
        .replace("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 16)));
      writeFileSync(worker, code);
    },
  },
};

/**
 * The module of the document is what the page waits for: it is asked for at once, beside
 * the scripts that will ask for it, and gives way to them.
 */
const moduleEarly: Plugin = {
  name: "module-early",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => /molsmith-document-[^/]*\.wasm$/.test(name))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "preload", as: "fetch", crossorigin: true, fetchpriority: "low", href: `./${name}` },
          injectTo: "head" as const,
        })),
  },
};

export default defineConfig({
  root: here("."),
  // Relative: the page works under any path of any static host.
  base: "./",
  plugins: [react(), devWithoutPolicy, notices, noSketcherTables, linkCard, moduleEarly, offlineFiles],
  resolve: {
    alias: {
      // The page's body never scrolls. The package would lock it with a style
      // element, which the policy forbids.
      "react-remove-scroll": here("src/ui/RemoveScroll.tsx"),
    },
  },
  worker: { format: "es" },
  build: {
    outDir: here("dist"),
    emptyOutDir: true,
    target: "es2023",
    // Fonts and icons stay files: the policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: here("index.html"), sw: here("src/sw.ts") },
      output: {
        // The service worker's address must not change: browsers look for its update there.
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        // Packed tables are the page's own business: under ".gz" some hosts would send
        // them as the encoding of another file.
        assetFileNames: (asset) =>
          asset.names.some((name) => name.endsWith(".bin.gz"))
            ? "assets/table-[hash].bin"
            : "assets/[name]-[hash][extname]",
      },
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  // The tables of chem/ lie beside web/.
  server: { port: 5173, strictPort: false, fs: { allow: [here("..")] } },
});
