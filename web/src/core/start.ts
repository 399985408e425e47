import { type CoreWorker, type Ready, WorkerCore } from "./client";
import type { CoreError } from "./error";
import { loadModule } from "./module";
import documentUrl from "./molsmith-document.wasm?url";
import listUrl from "./molsmith-tools.json?url";
import toolsUrl from "./molsmith-tools.wasm?url";
import type { Answer } from "./protocol";

export interface Cores extends Ready {
  /** Document, files, forms. Short calls; holds the document, so it is never restarted on purpose. */
  core: WorkerCore;
  /** Long runs of tools. Cancel ends it and starts a fresh one. */
  tools: WorkerCore;
  /** What `tools` answers to tools.list, known before its module is there. */
  list(): Promise<Answer<"tools.list">>;
  /** Resolves when `tools` runs for the first time. */
  loaded: Promise<unknown>;
}

export interface StartOptions {
  /** See WorkerCoreOptions.onCrash; replay the document into `core` when it is recovering. */
  onCrash?(which: "core" | "tools", error: CoreError, recovering: boolean): void;
}

/** A tool that leaves more WebAssembly memory than this behind costs its worker. */
const RECYCLE_ABOVE = 512 * 1024 * 1024;

const spawn = (name: string) => (): CoreWorker =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name });

let documentModule: Promise<WebAssembly.Module> | null = null;

/** Loaded once; a failure is tried again by who asks next. */
function loadDocumentModule(): Promise<WebAssembly.Module> {
  documentModule ??= loadModule(documentUrl).catch((error: unknown) => {
    documentModule = null;
    throw error;
  });
  return documentModule;
}

/**
 * A core of its own, without a document, for work that must not touch the open one. Its
 * first call starts it; dispose of it.
 */
export function scratchCore(): WorkerCore {
  return new WorkerCore({ module: loadDocumentModule, spawn: spawn("molsmith-scratch") });
}

/**
 * Starts the Go core in two workers, each with a module of its own: the first load
 * brings only that of the document. Resolves when `core` answers; the module of `tools`
 * is loaded when that of `core` is there, and calls wait until it runs. Rejects with CoreError
 * `core_unavailable`.
 */
export async function startCores({ onCrash }: StartOptions = {}): Promise<Cores> {
  const core = new WorkerCore({
    module: loadDocumentModule,
    spawn: spawn("molsmith-core"),
    onCrash: (error, recovering) => onCrash?.("core", error, recovering),
  });
  const tools = new WorkerCore({
    module: () => loadModule(toolsUrl),
    spawn: spawn("molsmith-tools"),
    onAbort: "restart",
    recycleAbove: RECYCLE_ABOVE,
    onCrash: (error, recovering) => onCrash?.("tools", error, recovering),
  });
  const listed = fetch(listUrl).then(
    (response): Promise<Answer<"tools.list">> | null => (response.ok ? response.json() : null),
    () => null,
  );
  const start = core.start();
  // Not earlier: it would only slow the first start down. Its failure reaches its calls.
  const loaded = loadDocumentModule().then(() => tools.start());
  loaded.catch(() => undefined);
  const list = async () => (await listed.catch(() => null)) ?? (await tools.call("tools.list", {})).json;
  return { core, tools, list, loaded, ...(await start) };
}
