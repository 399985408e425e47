import { useNotices } from "../state/notices";

/** The reason of a failure as one line. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows what did not work, as "<what>: <reason>". */
export function failed(what: string, error: unknown): void {
  useNotices.getState().notify({ level: "error", title: `${what}:`, text: reason(error) });
}
