import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

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

export default defineConfig({
  root: here("."),
  // Relative: the page works under any path of any static host.
  base: "./",
  plugins: [react(), devWithoutPolicy],
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
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  server: { port: 5173, strictPort: false },
});
