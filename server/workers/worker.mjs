// What the platform calls. One Go program serves all requests of an isolate: starting one
// costs twenty times what a request does (docs/edge.md). Paths other than those of the
// protocol are files of the page.
import "./wasm_exec.js";
import module from "./molsmith.wasm";

const served = new Set(["/mcp", "/health"]);

/** The running program: a promise of the function that takes a request. */
let program;

function start(env) {
  program ??= new Promise((resolve, reject) => {
    globalThis.molsmith = { env, ready: resolve, failed: (reason) => reject(new Error(reason)) };
    const go = new globalThis.Go();
    const ended = go.run(new WebAssembly.Instance(module, go.importObject));
    // A program that has ended, for want of memory or by a fault, is started anew by the next request.
    const forget = () => {
      program = undefined;
      reject(new Error("the program ended"));
    };
    ended.then(forget, forget);
  });
  return program;
}

/** The largest body the program is given; what is longer it refuses by the length alone. */
const maxBody = 1 << 20;

async function read(request) {
  const body = new Uint8Array(await request.arrayBuffer());
  return body.length > maxBody ? body.subarray(0, maxBody + 1) : body;
}

export default {
  async fetch(request, env) {
    if (!served.has(new URL(request.url).pathname)) {
      return env.ASSETS ? env.ASSETS.fetch(request) : new Response("not found\n", { status: 404 });
    }
    try {
      const body = await read(request);
      const handle = await start(env);
      const call = { method: request.method, url: request.url, headers: [...request.headers].flat(), body };
      request.signal?.addEventListener("abort", () => call.cancel?.());
      const [status, headers, bytes] = await new Promise((answer) => handle(call, (...parts) => answer(parts)));
      const sent = new Headers();
      for (let k = 0; k < headers.length; k += 2) sent.append(headers[k], headers[k + 1]);
      return new Response(bytes.length > 0 ? bytes : null, { status, headers: sent });
    } catch (error) {
      console.log(`not served: ${error}`);
      return new Response("the tools cannot run right now; try again\n", { status: 503, headers: { "Retry-After": "1" } });
    }
  },
};
