/// <reference lib="webworker" />
import "./wasm_exec.js";
import type { FromWorker, ToWorker } from "./protocol";

// Starts the Go program on `init`. From `ready` on the program itself listens for
// calls and posts answers; this script only adds what it alone can see: how much
// memory the instance holds, how long a call took, and that the program has ended.
const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = scope.postMessage.bind(scope);
const post = (message: FromWorker, transfer: Transferable[] = []) => send(message, transfer);

scope.addEventListener("message", function start({ data }: MessageEvent<ToWorker>) {
  if (data.type !== "init") return;
  scope.removeEventListener("message", start);
  run(data.module).catch((error: unknown) => {
    post({ type: "exit", message: error instanceof Error ? error.message : String(error) });
  });
});

async function run(module: WebAssembly.Module): Promise<void> {
  const go = new Go();
  let code = 0;
  go.exit = (exitCode) => {
    code = exitCode;
  };
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const memory = instance.exports.mem as WebAssembly.Memory;
  // Before the program's own listener, which answers while this event is handled.
  let begun = 0;
  scope.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
    if (data.type === "call") begun = performance.now();
  });
  // The program posts by this name.
  scope.postMessage = (message: FromWorker, transfer?: Transferable[] | StructuredSerializeOptions) => {
    if (message.type === "done" || message.type === "fail") {
      message.memory = memory.buffer.byteLength;
      message.ms = performance.now() - begun;
    }
    post(message, transfer as Transferable[]);
  };
  await go.run(instance);
  post({ type: "exit", message: `exit code ${code}` });
}
