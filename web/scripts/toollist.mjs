// What the module of the tools' worker answers to tools.list, as JSON on standard output:
// the page shows its buttons from that while the module is still on its way. Run by
// wasm.mjs, which has built the module and put the loader beside it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const core = join(dirname(fileURLToPath(import.meta.url)), "../src/core");
await import(join(core, "wasm_exec.js"));

// What the program finds in a worker; see wasm/worker_js.go.
let listen;
globalThis.addEventListener = (_type, listener) => {
  listen = listener;
};
globalThis.postMessage = (message) => {
  if (message.type === "ready")
    queueMicrotask(() => listen({ data: { type: "call", id: 1, cmd: "tools.list", json: "{}", bufs: {} } }));
  else if (message.type === "done") write(JSON.parse(message.json));
  else throw new Error(`${message.type}: ${message.message}`);
};

/** Schemas of results are for language models; the page checks results by the contract. */
function write({ server, tools }) {
  const shown = tools.map(({ outputSchema, ...tool }) => tool);
  process.stdout.write(JSON.stringify({ server, tools: shown }), () => process.exit(0));
}

const go = new globalThis.Go();
const module = await WebAssembly.compile(readFileSync(join(core, "molsmith-tools.wasm")));
await go.run(await WebAssembly.instantiate(module, go.importObject));
throw new Error("the program has ended");
