import type { CallOptions, Core, CoreAnswer } from "../core";
import type { Bufs, CommandName, Request, TypedArray } from "../core/protocol";
import { type DocumentArrays, nextArrays, noArrays } from "./document";

/**
 * Keeps what made the open document, so that a core that died costs a replay and
 * never the work. The journal stands between the page and the core: it writes
 * down every edit command that succeeded, with copies of its arrays.
 */

type EditName = Extract<CommandName, `edit.${string}`>;

interface Entry {
  cmd: EditName;
  request: unknown;
  bufs: Bufs;
}

/** Everything that rebuilds one document. */
export interface DocumentRecord {
  name: string;
  entries: Entry[];
}

/** Commands that change the document or its history. */
const recorded = new Set<CommandName>([
  "edit.open",
  "edit.apply",
  "edit.hydrogens",
  "edit.undo",
  "edit.redo",
  "edit.jump",
  "edit.rename",
  "edit.markSaved",
]);

export class Journal implements Core {
  #core: Core;
  #entries: Entry[] = [];
  #previous: DocumentRecord | null = null;
  #name = "";
  /** Calls wait here while a new core is being brought up to date. */
  #caughtUp: Promise<unknown> = Promise.resolve();

  constructor(core: Core) {
    this.#core = core;
  }

  async call<C extends CommandName>(cmd: C, request: Request<C>, options: CallOptions = {}): Promise<CoreAnswer<C>> {
    await this.#caughtUp;
    if (cmd !== "edit.close" && !recorded.has(cmd)) return this.#core.call(cmd, request, options);
    // The arrays are transferred: what the journal keeps has to be copied first.
    const kept = copy(options.bufs ?? {});
    const answer = await this.#core.call(cmd, request, options);
    if (cmd === "edit.open" || cmd === "edit.close") this.#setAside();
    if (cmd === "edit.close") return answer;
    this.#entries.push({ cmd: cmd as EditName, request, bufs: kept });
    this.#name = (answer.json as { state: { name: string } }).state.name;
    return answer;
  }

  /** The document that was open before this one, or before it was closed. */
  get previous(): DocumentRecord | null {
    return this.#previous;
  }

  /**
   * Builds the open document again in a core that knows nothing, and answers with
   * the last change and the arrays after it; null when nothing was open. Calls
   * made meanwhile wait.
   */
  replay(): Promise<Rebuilt | null> {
    const rebuilt = rebuild(this.#core, this.#entries);
    this.#caughtUp = rebuilt.catch(() => null);
    return rebuilt;
  }

  /** Opens the previous document with its history; the one open now becomes the previous one. */
  async reopen(): Promise<Rebuilt | null> {
    const record = this.#previous;
    if (!record) return null;
    await this.#caughtUp;
    const rebuilt = await rebuild(this.#core, record.entries);
    this.#setAside();
    this.#entries = record.entries;
    this.#name = record.name;
    return rebuilt;
  }

  /** The core has no document any more; the one it had becomes the previous one. */
  forget(): void {
    this.#setAside();
  }

  #setAside() {
    if (this.#entries.length > 0) this.#previous = { name: this.#name, entries: this.#entries };
    this.#entries = [];
  }
}

export interface Rebuilt {
  change: CoreAnswer<"edit.apply">["json"];
  arrays: DocumentArrays;
}

async function rebuild(core: Core, entries: readonly Entry[]): Promise<Rebuilt | null> {
  let arrays = noArrays;
  let change: Rebuilt["change"] | null = null;
  for (const { cmd, request, bufs } of entries) {
    // The revision a step was made for belongs to the core that is gone.
    const { ifRevision: _, ...rest } = request as { ifRevision?: number };
    const answer = await core.call(cmd as "edit.apply", rest as Request<"edit.apply">, { bufs: copy(bufs) });
    change = answer.json;
    arrays = nextArrays(arrays, change, answer.bufs);
  }
  return change && { change, arrays };
}

function copy(bufs: Bufs): Bufs {
  return Object.fromEntries(Object.entries(bufs).map(([name, array]) => [name, array.slice() as TypedArray]));
}
