import { type CoreWorker, type Ready, WorkerCore } from "./client";
import { CoreError } from "./error";
import { loadModule } from "./module";
import crystalsUrl from "./molsmith-crystals.wasm?url";
import documentUrl from "./molsmith-document.wasm?url";
import listUrl from "./molsmith-tools.json?url";
import toolsUrl from "./molsmith-tools.wasm?url";
import type { Answer } from "./protocol";

export interface Cores extends Ready {
  /** Document, files, forms. Short calls; holds the document, so it is never restarted on purpose. */
  core: WorkerCore;
  /** Long runs of tools. Cancel ends it and starts a fresh one. */
  tools: WorkerCore;
  /** Tools and forms of crystals, as `tools`; loaded by its first call. */
  crystals: WorkerCore;
  /** What both answer to tools.list, known before their modules are there. */
  list(): Promise<ToolList>;
}

/** The workers that have tools. */
export type ToolWorker = "tools" | "crystals";

/** The tools of this page, in the order of toolserver's, and which worker has each, by name. */
export interface ToolList extends Answer<"tools.list"> {
  workers: Record<string, ToolWorker>;
}

export interface StartOptions {
  /** See WorkerCoreOptions.onCrash; replay the document into `core` when it is recovering. */
  onCrash?(which: "core" | ToolWorker, error: CoreError, recovering: boolean): void;
  /** A worker with tools runs, for the first time or anew. */
  onReady?(which: ToolWorker): void;
}

/** A tool that leaves more WebAssembly memory than this behind costs its worker. */
const RECYCLE_ABOVE = 512 * 1024 * 1024;

/** What cannot be used while the module of a worker is missing. */
const missing: Record<ToolWorker, string> = { tools: "The tools of this page", crystals: "The forms for crystals" };

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
 * Starts the Go core in workers with a module each: the first load brings only that of
 * the document. Resolves when `core` answers; the module of `tools` is loaded when that of
 * `core` is there, that of `crystals` when it is first called, and calls wait until it runs.
 * Rejects with CoreError `core_unavailable`.
 */
export async function startCores({ onCrash, onReady }: StartOptions = {}): Promise<Cores> {
  const core = new WorkerCore({
    module: loadDocumentModule,
    spawn: spawn("molsmith-core"),
    onCrash: (error, recovering) => onCrash?.("core", error, recovering),
  });
  const withTools = (which: ToolWorker, url: string) =>
    new WorkerCore({
      module: () =>
        loadModule(url).catch(() => {
          const text = `${missing[which]} could not be loaded: check the connection and try again.`;
          throw new CoreError("core_unavailable", text);
        }),
      spawn: spawn(`molsmith-${which}`),
      onAbort: "restart",
      recycleAbove: RECYCLE_ABOVE,
      onCrash: (error, recovering) => onCrash?.(which, error, recovering),
      onReady: () => onReady?.(which),
    });
  const tools = withTools("tools", toolsUrl);
  const crystals = withTools("crystals", crystalsUrl);
  const listed = loadList().catch(() => null);
  const start = core.start();
  // Not earlier: it would only slow the first start down. Its failure reaches its calls.
  loadDocumentModule()
    .then(() => tools.start())
    .catch(() => undefined);
  const list = async () => (await listed) ?? loadList();
  return { core, tools, crystals, list, ...(await start) };
}

async function loadList(): Promise<ToolList> {
  const response = await fetch(listUrl);
  if (!response.ok) throw new Error(`their list could not be loaded (HTTP ${response.status})`);
  return response.json();
}
