import type { Core } from "../core";
import { Journal } from "./journal";

let current: Journal | null = null;

/** The core that holds the document and reads and writes files. Throws before it has started. */
export function core(): Core {
  if (!current) throw new Error("the chemistry core has not started");
  return current;
}

/** Whether `core()` may be called. */
export function hasCore(): boolean {
  return current !== null;
}

/** What rebuilds the document; null before the core has started. */
export function journal(): Journal | null {
  return current;
}

/** Called once at start. */
export function provideCore(started: Core): void {
  current = new Journal(started);
}
