import type { Core } from "../core";

let worker: Core | null = null;

/** The worker that the tools of this page run in. Throws before the tools have started. */
export function pageWorker(): Core {
  if (!worker) throw new Error("the tools worker has not started");
  return worker;
}

/** Called once at start. */
export function providePageWorker(started: Core): void {
  worker = started;
}
