import { CoreError, cancelled } from "./error";
import type { CallOptions, Core, CoreAnswer } from "./index";
import { withoutLists } from "./lists";
import type { Bufs, CommandName, FromWorker, Request, ToWorker } from "./protocol";

/** The part of Worker the client needs. */
export interface CoreWorker {
  postMessage(message: ToWorker, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** What the Go program says when it starts to listen. */
export interface Ready {
  version: string;
  commands: string[];
}

export interface WorkerCoreOptions {
  /**
   * Compiled once and used by every worker, also after a restart; or what loads and
   * compiles it, which is asked again by the next call when it fails. Rejects with
   * CoreError.
   */
  module: WebAssembly.Module | (() => Promise<WebAssembly.Module>);
  /** Starts a worker that runs `worker.ts`. */
  spawn(): CoreWorker;
  /**
   * What ends a running call whose signal aborts. A Go program in one thread hears
   * nothing while it computes: `restart` ends the worker and starts a new one at
   * once, `drop` lets it finish and drops the answer. Default `drop`.
   */
  onAbort?: "drop" | "restart";
  /**
   * Restart when a call leaves more than this many bytes of WebAssembly memory,
   * which never shrinks. Default: never.
   */
  recycleAbove?: number;
  /**
   * The worker died. `recovering`: a new one, which knows nothing, is starting and
   * takes the next calls; false: it could not be started again either.
   */
  onCrash?(error: CoreError, recovering: boolean): void;
  /** The Go program listens, for the first time or after a restart. */
  onReady?(): void;
}

interface Pending {
  id: number;
  cmd: CommandName;
  request: unknown;
  options: CallOptions;
  /** Progress never goes backwards. */
  fraction: number;
  resolve(answer: CoreAnswer<CommandName>): void;
  reject(error: CoreError): void;
}

/** Starts in a row that may fail before the client gives up. */
const MAX_FAILED_STARTS = 2;

/**
 * One Go core in one worker. Calls run in order, one at a time: what has not been
 * posted yet still has its arrays, so it survives a restart after an abort. A
 * crash rejects everything that waits, because the state it was meant for is gone.
 */
export class WorkerCore implements Core {
  readonly #options: WorkerCoreOptions;
  #module: WebAssembly.Module | null;
  #loading = false;
  #worker: CoreWorker | null = null;
  #ready = false;
  #failedStarts = 0;
  #failure: CoreError | null = null;
  #running: Pending | null = null;
  #waiting: Pending[] = [];
  #nextId = 1;
  #start: { resolve(ready: Ready): void; reject(error: CoreError): void } | null = null;

  constructor(options: WorkerCoreOptions) {
    this.#options = options;
    this.#module = options.module instanceof WebAssembly.Module ? options.module : null;
  }

  /** Starts the worker; resolves when the Go program listens. Call it once. */
  start(): Promise<Ready> {
    return new Promise((resolve, reject) => {
      this.#start = { resolve, reject };
      this.#spawn();
    });
  }

  call<C extends CommandName>(cmd: C, request: Request<C>, options: CallOptions = {}): Promise<CoreAnswer<C>> {
    const { signal } = options;
    if (this.#failure) return Promise.reject(this.#failure);
    if (signal?.aborted) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      const call: Pending = {
        id: this.#nextId++,
        cmd,
        request,
        options,
        fraction: 0,
        resolve: (answer) => {
          signal?.removeEventListener("abort", abort);
          resolve(answer as CoreAnswer<C>);
        },
        reject: (error) => {
          signal?.removeEventListener("abort", abort);
          reject(error);
        },
      };
      const abort = () => this.#abort(call);
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiting.push(call);
      // The program could not be loaded when it was first wanted.
      if (!this.#module && !this.#loading && !this.#start) this.#spawn();
      this.#next();
    });
  }

  /** Ends the worker; calls that wait are cancelled. */
  dispose(): void {
    this.#failure = new CoreError("core_unavailable", "The chemistry core has been stopped.");
    this.#end();
    this.#rejectAll(cancelled());
  }

  #load(load: () => Promise<WebAssembly.Module>): void {
    this.#loading = true;
    load().then(
      (module) => {
        this.#loading = false;
        this.#module = module;
        if (!this.#failure) this.#spawn();
      },
      (error: unknown) => {
        this.#loading = false;
        const failure = error instanceof CoreError ? error : new CoreError("core_unavailable", text(error));
        this.#rejectAll(failure);
        this.#start?.reject(failure);
        this.#start = null;
      },
    );
  }

  #spawn(): void {
    const { module } = this.#options;
    if (!this.#module && !(module instanceof WebAssembly.Module)) {
      this.#load(module);
      return;
    }
    const worker = this.#options.spawn();
    this.#worker = worker;
    this.#ready = false;
    // A worker that was ended may still have messages under way: they are not ours.
    worker.onmessage = ({ data }) => {
      if (worker === this.#worker) this.#receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (worker === this.#worker) this.#crash(event.message || "its script could not be loaded");
    };
    worker.postMessage({ type: "init", module: this.#module as WebAssembly.Module }, []);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
  }

  #next(): void {
    if (!this.#ready || this.#running) return;
    const call = this.#waiting.shift();
    if (!call) return;
    try {
      const bufs = transferable(call.options.bufs ?? {});
      const json = JSON.stringify(withoutLists(call.cmd, call.request, bufs));
      this.#worker?.postMessage({ type: "call", id: call.id, cmd: call.cmd, json, bufs }, buffersOf(bufs));
    } catch (error) {
      call.reject(new CoreError("BAD_REQUEST", `${call.cmd} could not be sent to the core: ${text(error)}`));
      this.#next();
      return;
    }
    this.#running = call;
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case "ready":
        this.#ready = true;
        this.#failedStarts = 0;
        this.#options.onReady?.();
        this.#start?.resolve({ version: message.version, commands: message.commands });
        this.#start = null;
        this.#next();
        return;
      case "progress":
        if (message.id === this.#running?.id) report(this.#running, message);
        return;
      case "done":
      case "fail": {
        const call = this.#running;
        if (message.id !== call?.id) return; // it was cancelled
        this.#running = null;
        if (message.type === "done") settle(call, message);
        else call.reject(failureOf(message));
        this.#recycle(message.memory ?? 0);
        this.#next();
        return;
      }
      case "exit":
        this.#crash(message.message);
    }
  }

  #abort(call: Pending): void {
    const at = this.#waiting.indexOf(call);
    if (at >= 0) this.#waiting.splice(at, 1);
    else if (this.#running === call && this.#options.onAbort === "restart") {
      this.#running = null;
      this.#restart();
    }
    // A dropped call still occupies the worker: it stays the running one until its
    // answer comes, and settling it then changes nothing.
    call.reject(cancelled());
  }

  #recycle(memory: number): void {
    const { recycleAbove } = this.#options;
    if (recycleAbove !== undefined && memory > recycleAbove) this.#restart();
  }

  #restart(): void {
    this.#end();
    this.#spawn();
  }

  #crash(reason: string): void {
    const started = this.#ready;
    this.#end();
    if (!started) this.#failedStarts++;
    const recovering = this.#failedStarts < MAX_FAILED_STARTS;
    const error = recovering
      ? new CoreError("core_crashed", `The chemistry core stopped (${reason}) and was started again.`)
      : new CoreError("core_unavailable", `The chemistry core cannot run here: ${reason}.`);
    if (recovering) {
      this.#spawn();
      // Before the first start nothing is lost, and calls go on waiting.
      if (!started) return;
    } else this.#failure = error;
    this.#rejectAll(error);
    if (this.#start) this.#start.reject(error);
    else this.#options.onCrash?.(error, recovering);
    this.#start = null;
  }

  #rejectAll(error: CoreError): void {
    const calls = this.#running ? [this.#running, ...this.#waiting] : this.#waiting;
    this.#running = null;
    this.#waiting = [];
    for (const call of calls) call.reject(error);
  }
}

function report(call: Pending, { fraction, message }: { fraction: number | null; message: string }): void {
  if (call.options.signal?.aborted) return;
  if (fraction !== null) call.fraction = Math.max(call.fraction, Math.min(1, fraction));
  call.options.onProgress?.(fraction === null ? null : call.fraction, message);
}

function settle(
  call: Pending,
  { json, bufs, ms, memory }: { json: string; bufs: Bufs; ms?: number; memory?: number },
): void {
  try {
    call.resolve({
      json: JSON.parse(json),
      bufs,
      ...(ms === undefined ? {} : { ms }),
      ...(memory === undefined ? {} : { memory }),
    });
  } catch (error) {
    call.reject(new CoreError("INTERNAL", `the core answered ${call.cmd} with text that is no JSON: ${text(error)}`));
  }
}

function failureOf({ code, message, pointer, problems }: Extract<FromWorker, { type: "fail" }>): CoreError {
  return new CoreError(code, message, { ...(pointer ? { pointer } : {}), ...(problems ? { problems } : {}) });
}

/** A view of a part of a larger buffer is copied: a transfer would take the rest away from its owner. */
function transferable(bufs: Bufs): Bufs {
  return Object.fromEntries(
    Object.entries(bufs).map(([name, array]) => [
      name,
      array.byteLength === array.buffer.byteLength ? array : array.slice(),
    ]),
  );
}

/** A buffer may be listed once only. */
function buffersOf(bufs: Bufs): Transferable[] {
  return [...new Set(Object.values(bufs).map((array) => array.buffer as ArrayBuffer))];
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
