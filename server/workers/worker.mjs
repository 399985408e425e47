// What the platform calls. One Go program serves all requests of an isolate: starting one
// costs twenty times what a request does (docs/edge.md). Paths other than those of the
// protocol are files of the page.
import "./wasm_exec.js";
import module from "./molsmith.wasm";

const served = new Set(["/mcp", "/health"]);

/** The running program. */
let program;

/** A Go program and the requests that it has. */
class Program {
  /** What ends the requests when the program ends. */
  waiting = new Set();

  constructor(env) {
    this.ready = new Promise((resolve, reject) => {
      this.waiting.add(reject);
      globalThis.molsmith = { env, ready: resolve, failed: (reason) => reject(new Error(reason)) };
      const go = new globalThis.Go();
      // Called at once. What follows on the promise of run belongs to the request that started the program,
      // and the platform forgets it with that request.
      go.exit = () => this.end();
      go.run(new WebAssembly.Instance(module, go.importObject)).catch(() => this.end());
    });
    this.ready.catch(() => this.end());
  }

  /** For want of memory, or by a fault: the requests it had get no answer, the next one starts another. */
  end() {
    if (program === this) program = undefined;
    for (const fail of this.waiting) fail(new Error("the program ended"));
    this.waiting.clear();
  }

  /** Resolves with the status, the headers and the body of the answer. */
  async answer(call) {
    const handle = await this.ready;
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      try {
        handle(call, (...parts) => {
          this.waiting.delete(reject);
          resolve(parts);
        });
      } catch {
        this.end();
      }
    });
  }
}

/** The largest body the program is given; what is longer it refuses by the length alone. */
const maxBody = 1 << 20;

/** No more of a body is read than says that it is too long: memory is short. */
async function read(request) {
  const pieces = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxBody) break; // which cancels the rest
  }
  const body = new Uint8Array(Math.min(size, maxBody + 1));
  let at = 0;
  for (const piece of pieces) {
    const part = piece.subarray(0, body.length - at);
    body.set(part, at);
    at += part.length;
  }
  return body;
}

/** An answer without the program, which a listed page can read like every other. */
function unserved(request, env) {
  const headers = new Headers({ "Retry-After": "1", Vary: "Origin" });
  const origin = request.headers.get("Origin");
  const listed = (env.ALLOW_ORIGIN ?? "").split(",").map((text) => text.trim());
  if (origin && listed.includes(origin)) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Expose-Headers", "Retry-After");
  }
  return new Response("the tools cannot run right now; try again\n", { status: 503, headers });
}

export default {
  async fetch(request, env) {
    if (!served.has(new URL(request.url).pathname)) {
      return env.ASSETS ? env.ASSETS.fetch(request) : new Response("not found\n", { status: 404 });
    }
    try {
      const body = await read(request);
      program ??= new Program(env);
      const call = { method: request.method, url: request.url, headers: [...request.headers].flat(), body };
      // The program puts cancel there when it begins with the call.
      const leave = () => {
        call.cancelled = true;
        call.cancel?.();
      };
      if (request.signal.aborted) leave();
      else request.signal.addEventListener("abort", leave);
      const [status, headers, bytes] = await program.answer(call);
      const sent = new Headers();
      for (let k = 0; k < headers.length; k += 2) sent.append(headers[k], headers[k + 1]);
      return new Response(bytes.length > 0 ? bytes : null, { status, headers: sent });
    } catch (error) {
      console.log(`not served: ${error}`);
      return unserved(request, env);
    }
  },
};
