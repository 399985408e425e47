import { describe, expect, test, vi } from "vitest";
import { type CoreWorker, WorkerCore, type WorkerCoreOptions } from "./client";
import { CoreError } from "./error";
import type { FromWorker, ToWorker } from "./protocol";

/** A worker whose answers the test writes. Transfers like a real one. */
class FakeWorker implements CoreWorker {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  received: ToWorker[] = [];
  ended = false;

  postMessage(message: ToWorker, transfer: Transferable[]) {
    this.received.push(structuredClone(message, { transfer }));
  }
  terminate() {
    this.ended = true;
  }
  say(message: FromWorker) {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
  ready() {
    this.say({ type: "ready", version: "0.1.0", commands: ["edit.undo"] });
  }
  break(message: string) {
    this.onerror?.({ message, preventDefault() {} } as ErrorEvent);
  }
  /** The call messages, oldest first. */
  get calls() {
    return this.received.filter((message) => message.type === "call");
  }
  answer(json: unknown = {}, memory = 0) {
    const id = this.calls.at(-1)?.id ?? -1;
    this.say({ type: "done", id, json: JSON.stringify(json), bufs: {}, memory });
  }
}

// The smallest module: magic number and version.
const module = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));

function setup(options: Partial<WorkerCoreOptions> = {}) {
  const workers: FakeWorker[] = [];
  const core = new WorkerCore({
    module,
    spawn: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    ...options,
  });
  const started = core.start();
  return { core, started, worker: (n = workers.length - 1) => workers[n] as FakeWorker, workers };
}

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "resolved",
    (error: unknown) => (error instanceof CoreError ? error.code : `no CoreError: ${error}`),
  );

describe("WorkerCore", () => {
  test("starts, and answers with the parsed JSON and the arrays", async () => {
    const { core, started, worker } = setup();
    worker().ready();
    expect(await started).toEqual({ version: "0.1.0", commands: ["edit.undo"] });
    const call = core.call("edit.hash", {});
    expect(worker().calls).toMatchObject([{ cmd: "edit.hash", json: "{}", bufs: {} }]);
    const id = worker().calls[0]?.id ?? 0;
    worker().say({ type: "done", id, json: '{"hash":"ab"}', bufs: { data: new Uint8Array([1]) } });
    expect(await call).toEqual({ json: { hash: "ab" }, bufs: { data: new Uint8Array([1]) } });
  });

  test("holds calls until the program listens, then sends them one at a time in order", async () => {
    const { core, worker } = setup();
    const first = core.call("edit.undo", {});
    const second = core.call("edit.redo", {});
    expect(worker().calls).toHaveLength(0);
    worker().ready();
    expect(worker().calls.map((call) => call.cmd)).toEqual(["edit.undo"]);
    worker().answer(1);
    expect(worker().calls.map((call) => call.cmd)).toEqual(["edit.undo", "edit.redo"]);
    worker().answer(2);
    expect([(await first).json, (await second).json]).toEqual([1, 2]);
  });

  test("transfers whole buffers and copies parts of larger ones", async () => {
    const { core, worker } = setup();
    worker().ready();
    const whole = new Float64Array([1, 2, 3]);
    const large = new Uint8Array([9, 8, 7, 6]);
    void core.call("file.read", { name: "a" }, { bufs: { positions: whole, data: large.subarray(1, 3) } });
    expect(whole).toHaveLength(0);
    expect(large).toEqual(new Uint8Array([9, 8, 7, 6]));
    expect(worker().calls[0]?.bufs).toEqual({ positions: new Float64Array([1, 2, 3]), data: new Uint8Array([8, 7]) });
  });

  test("sends two arrays that share one buffer", () => {
    const { core, worker } = setup();
    worker().ready();
    const bytes = new Uint8Array(8);
    void core.call("file.read", { name: "a" }, { bufs: { a: bytes, b: new Float64Array(bytes.buffer) } });
    expect(Object.keys(worker().calls[0]?.bufs ?? {})).toEqual(["a", "b"]);
  });

  test("rejects a call that cannot be sent and goes on", async () => {
    const { core, worker } = setup();
    worker().ready();
    const gone = new Uint8Array(4);
    structuredClone(gone, { transfer: [gone.buffer] });
    const bad = core.call("file.read", { name: "a" }, { bufs: { data: gone } });
    const good = core.call("edit.undo", {});
    expect(await code(bad)).toBe("BAD_REQUEST");
    worker().answer({});
    expect(await code(good)).toBe("resolved");
  });

  test("a failure carries code, message and problems", async () => {
    const { core, worker } = setup();
    worker().ready();
    const call = core.call("edit.undo", {});
    const problems = [{ path: "/density", rule: "maximum", limit: 3, message: "at most 3" }];
    const id = worker().calls[0]?.id ?? 0;
    worker().say({
      type: "fail",
      id,
      code: "INVALID_ARGUMENTS",
      message: "density: at most 3",
      pointer: "/density",
      problems,
    });
    const error = await call.catch((e: unknown) => e);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENTS", message: "density: at most 3", problems });
  });

  test("rejects an answer that is no JSON", async () => {
    const { core, worker } = setup();
    worker().ready();
    const call = core.call("edit.undo", {});
    worker().say({ type: "done", id: worker().calls[0]?.id ?? 0, json: "{", bufs: {} });
    expect(await code(call)).toBe("INTERNAL");
  });

  test("progress never goes backwards and stays within 1", () => {
    const { core, worker } = setup();
    worker().ready();
    const seen: (number | null)[] = [];
    void core.call("tool.run", { name: "t", args: {} }, { onProgress: (fraction) => seen.push(fraction) });
    const id = worker().calls[0]?.id ?? 0;
    for (const fraction of [null, 0.2, 0.1, 0.5, 1.5]) worker().say({ type: "progress", id, fraction, message: "" });
    worker().say({ type: "progress", id: id + 1, fraction: 0.9, message: "of a call that is not running" });
    expect(seen).toEqual([null, 0.2, 0.2, 0.5, 1]);
  });

  test("ignores messages of unknown calls", async () => {
    const { core, worker } = setup();
    worker().ready();
    const call = core.call("edit.undo", {});
    worker().say({ type: "done", id: 99, json: "1", bufs: {} });
    worker().answer(2);
    expect((await call).json).toBe(2);
  });
});

describe("abort", () => {
  test("before the call: nothing is sent", async () => {
    const { core, worker } = setup();
    worker().ready();
    expect(await code(core.call("edit.undo", {}, { signal: AbortSignal.abort() }))).toBe("cancelled");
    expect(worker().calls).toHaveLength(0);
  });

  test("while it waits: it is never sent, the others are", async () => {
    const { core, worker } = setup();
    worker().ready();
    const running = core.call("edit.undo", {});
    const abort = new AbortController();
    const waiting = core.call("edit.redo", {}, { signal: abort.signal });
    abort.abort();
    expect(await code(waiting)).toBe("cancelled");
    worker().answer({});
    expect(await code(running)).toBe("resolved");
    expect(worker().calls.map((call) => call.cmd)).toEqual(["edit.undo"]);
  });

  test("`drop` lets the call finish and drops its answer and its progress", async () => {
    const { core, worker, workers } = setup();
    worker().ready();
    const abort = new AbortController();
    const onProgress = vi.fn();
    const call = core.call("file.read", { name: "a" }, { signal: abort.signal, onProgress });
    const next = core.call("edit.undo", {});
    abort.abort();
    expect(await code(call)).toBe("cancelled");
    worker().say({ type: "progress", id: worker().calls[0]?.id ?? 0, fraction: 0.5, message: "" });
    expect(onProgress).not.toHaveBeenCalled();
    expect(worker().calls).toHaveLength(1);
    worker().answer("late");
    worker().answer("next");
    expect((await next).json).toBe("next");
    expect(workers).toHaveLength(1);
  });

  test("`restart` ends the worker at once; what waited runs in the new one with its arrays", async () => {
    const { core, worker, workers } = setup({ onAbort: "restart" });
    worker().ready();
    const abort = new AbortController();
    const run = core.call("tool.run", { name: "t", args: {} }, { signal: abort.signal });
    const next = core.call("file.read", { name: "a" }, { bufs: { data: new Uint8Array([5]) } });
    const first = worker();
    const lateId = first.calls[0]?.id ?? 0;
    abort.abort();
    expect(first.ended).toBe(true);
    expect(workers).toHaveLength(2);
    expect(await code(run)).toBe("cancelled");
    first.say({ type: "done", id: lateId, json: '"late"', bufs: {} });
    expect(worker().received.map((message) => message.type)).toEqual(["init"]);
    worker().ready();
    expect(worker().calls[0]?.bufs).toEqual({ data: new Uint8Array([5]) });
    worker().answer("fresh");
    expect((await next).json).toBe("fresh");
  });
});

describe("recycling", () => {
  test("restarts after a call that left much memory behind, and not before", async () => {
    const onCrash = vi.fn();
    const { core, worker, workers } = setup({ recycleAbove: 512, onCrash });
    worker().ready();
    const small = core.call("edit.undo", {});
    worker().answer({}, 512);
    await small;
    expect(workers).toHaveLength(1);
    const big = core.call("edit.undo", {});
    const waiting = core.call("edit.redo", {});
    worker().answer({}, 513);
    await big;
    expect(workers).toHaveLength(2);
    worker().ready();
    worker().answer("after");
    expect((await waiting).json).toBe("after");
    expect(onCrash).not.toHaveBeenCalled();
  });
});

describe("crash", () => {
  const ways: [string, (worker: FakeWorker) => void][] = [
    ["an error event", (worker) => worker.break("unreachable")],
    ["the end of the program", (worker) => worker.say({ type: "exit", message: "exit code 2" })],
  ];
  test.each(ways)("by %s: every call is rejected, a new worker starts, the page is told", async (_name, crash) => {
    const onCrash = vi.fn();
    const { core, worker, workers } = setup({ onCrash });
    worker().ready();
    const running = core.call("edit.undo", {});
    const waiting = core.call("edit.redo", {});
    crash(worker());
    expect(await code(running)).toBe("core_crashed");
    expect(await code(waiting)).toBe("core_crashed");
    expect(workers[0]?.ended).toBe(true);
    expect(onCrash).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: "core_crashed" }), true);
    const later = core.call("edit.open", {
      name: "n",
      source: { kind: "new", label: "" },
      structure: { atoms: 0, bonds: 0, cell: null },
    });
    worker().ready();
    worker().answer({});
    expect(await code(later)).toBe("resolved");
  });

  test("one failed start is tried again without a word; calls go on waiting", async () => {
    const onCrash = vi.fn();
    const { core, started, worker, workers } = setup({ onCrash });
    const call = core.call("edit.undo", {});
    worker().break("");
    expect(workers).toHaveLength(2);
    worker().ready();
    expect((await started).version).toBe("0.1.0");
    worker().answer({});
    expect(await code(call)).toBe("resolved");
    expect(onCrash).not.toHaveBeenCalled();
  });

  test("two failed starts end it: start and every call reject", async () => {
    const onCrash = vi.fn();
    const { core, started, worker, workers } = setup({ onCrash });
    const waiting = core.call("edit.undo", {});
    worker().break("CompileError");
    worker().say({ type: "exit", message: "exit code 1" });
    expect(await code(started)).toBe("core_unavailable");
    expect(await code(waiting)).toBe("core_unavailable");
    expect(await code(core.call("edit.undo", {}))).toBe("core_unavailable");
    expect(workers).toHaveLength(2);
    expect(onCrash).not.toHaveBeenCalled();
  });

  test("a core that cannot come back is reported once", async () => {
    const onCrash = vi.fn();
    const { worker } = setup({ onCrash });
    worker().ready();
    worker().break("out of memory");
    worker().break("out of memory");
    worker().break("out of memory");
    expect(onCrash.mock.calls.map(([error, recovering]) => [error.code, recovering])).toEqual([
      ["core_crashed", true],
      ["core_unavailable", false],
    ]);
  });
});

test("dispose ends the worker and cancels what waits", async () => {
  const { core, worker } = setup();
  worker().ready();
  const running = core.call("edit.undo", {});
  core.dispose();
  expect(worker().ended).toBe(true);
  expect(await code(running)).toBe("cancelled");
  expect(await code(core.call("edit.undo", {}))).toBe("core_unavailable");
});

test("loads its program when it starts, and again with the next call when that failed", async () => {
  let loads = 0;
  const { core, started, workers, worker } = setup({
    module: async () => {
      if (++loads === 1) throw new CoreError("core_unavailable", "no connection");
      return module;
    },
  });
  const early = core.call("edit.undo", {});
  expect(await code(started)).toBe("core_unavailable");
  expect(await code(early)).toBe("core_unavailable");
  expect(workers).toHaveLength(0);
  const late = core.call("edit.redo", {});
  await vi.waitFor(() => expect(workers).toHaveLength(1));
  worker().ready();
  expect(worker().calls.map((call) => call.cmd)).toEqual(["edit.redo"]);
  worker().answer({});
  expect(await code(late)).toBe("resolved");
  expect(loads).toBe(2);
});

test("a call that is aborted while the program loads is cancelled at once", async () => {
  let loaded = (_: WebAssembly.Module) => {};
  const { core, workers, worker } = setup({
    onAbort: "restart",
    module: () =>
      new Promise((resolve) => {
        loaded = resolve;
      }),
  });
  const stop = new AbortController();
  const call = core.call("edit.undo", {}, { signal: stop.signal });
  stop.abort();
  expect(await code(call)).toBe("cancelled");
  loaded(module);
  await vi.waitFor(() => expect(workers).toHaveLength(1));
  worker().ready();
  expect(worker().calls).toHaveLength(0);
});
