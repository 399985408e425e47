// What the modules with tools answer to tools.list: the page shows its buttons from that
// while the modules are still on their way. `node toollist.mjs NAME` writes the answer of one
// module, as JSON on standard output; wasm.mjs, which has built them and put the loader
// beside them, runs it for each and joins the answers.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const marker = "io.github.megane-labs/builder";

/**
 * The list of the page from those of its modules, by name: structure tools in the order of
 * their names between the others, as the registry of toolserver has them, and which module
 * has each. A tool in two modules is an error.
 */
export function joined(lists) {
  const workers = {};
  const tools = [];
  for (const [module, list] of Object.entries(lists)) {
    for (const tool of list.tools) {
      if (Object.hasOwn(workers, tool.name))
        throw new Error(`${tool.name} is in ${workers[tool.name]} and in ${module}`);
      workers[tool.name] = module;
      tools.push(tool);
    }
  }
  const builds = (tool) => tool._meta?.[marker] !== undefined;
  const first = tools.findIndex(builds);
  const structure = tools.filter(builds).sort((a, b) => (a.name < b.name ? -1 : 1));
  const rest = tools.filter((tool) => !builds(tool));
  const ordered = first < 0 ? rest : [...rest.slice(0, first), ...structure, ...rest.slice(first)];
  return { server: Object.values(lists)[0].server, tools: ordered, workers };
}

/** Schemas of results are for language models; the page checks results by the contract. */
function write({ server, tools }) {
  const shown = tools.map(({ outputSchema, ...tool }) => tool);
  process.stdout.write(JSON.stringify({ server, tools: shown }), () => process.exit(0));
}

async function main(name) {
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
  const go = new globalThis.Go();
  const module = await WebAssembly.compile(readFileSync(join(core, `molsmith-${name}.wasm`)));
  await go.run(await WebAssembly.instantiate(module, go.importObject));
  throw new Error("the program has ended");
}

if (process.argv[1]?.endsWith("toollist.mjs")) await main(process.argv[2]);
