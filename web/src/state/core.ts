import type { Core } from "../core";

let current: Core | null = null;

/** The core that holds the document and reads and writes files. Throws before it has started. */
export function core(): Core {
  if (!current) throw new Error("The chemistry core has not started.");
  return current;
}

/** Whether `core()` may be called. */
export function hasCore(): boolean {
  return current !== null;
}

/** Called once at start, and with null when the core cannot run here. */
export function provideCore(started: Core | null): void {
  current = started;
}
