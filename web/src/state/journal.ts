import type { CallOptions, Core, CoreAnswer } from "../core";
import type { Bufs, CommandName, DocumentState, Request, TypedArray } from "../core/protocol";
import { type DocumentArrays, nextArrays, noArrays, useDocument } from "./document";

/**
 * Keeps what made the open document, so that a core that died costs a replay and
 * never the work. The journal stands between the page and the core: it writes
 * down every edit command that succeeded, with copies of its arrays.
 */

/** One command that changed the document, and copies of its arrays. */
export interface Entry {
  cmd: CommandName;
  request: unknown;
  bufs: Bufs;
}

/** Everything that rebuilds one document. */
export interface DocumentRecord {
  name: string;
  entries: readonly Entry[];
  /** It has edits that nobody saved or agreed to lose. */
  unsaved?: boolean;
}

/** What has happened to the entries; `state` is that after it. */
export type JournalEvent =
  | { kind: "added"; entry: Entry; state: DocumentState }
  /** Another document, or another way to build the same one. */
  | { kind: "replaced"; entries: readonly Entry[]; state: DocumentState }
  | { kind: "closed" };

/** Commands that answer with a change that is none, or only one of what is shown. */
const passing = new Set<CommandName>(["edit.preview", "edit.original"]);

/** The state after a command that changed the document; null of one that did not. */
function changed(cmd: CommandName, request: unknown, answer: unknown, before: number | null): DocumentState | null {
  if (passing.has(cmd) || (request as { preview?: boolean }).preview) return null;
  const { state, change } = answer as { state?: DocumentState; change?: { state: DocumentState } };
  const after = state ?? change?.state;
  return after && (opens(cmd) || after.revision !== before) ? after : null;
}

/** Documents that can be reopened. */
const KEPT = 4;

const opens = (cmd: CommandName) => cmd === "edit.open" || cmd === "project.open";

export class Journal implements Core {
  #core: Core;
  #entries: Entry[] = [];
  /** Documents that were replaced, the last one at the end. */
  #previous: DocumentRecord[] = [];
  #state: DocumentState | null = null;
  /** Calls wait here while a new core is being brought up to date. */
  #caughtUp: Promise<unknown> = Promise.resolve();
  /** Hears of every change of the entries, after it; one at a time. */
  onChange: ((event: JournalEvent) => void) | null = null;

  constructor(core: Core) {
    this.#core = core;
  }

  async call<C extends CommandName>(cmd: C, request: Request<C>, options: CallOptions = {}): Promise<CoreAnswer<C>> {
    await this.#caughtUp;
    const edits = /^(edit|project)\./.test(cmd);
    // The arrays are transferred: what the journal keeps has to be copied first.
    const { watch: _, ...bufs } = options.bufs ?? {};
    const kept = edits ? copy(bufs) : {};
    const answer = await this.#core.call(cmd, request, options);
    if (cmd === "edit.close") this.forget();
    const state = edits ? changed(cmd, request, answer.json, this.#state?.revision ?? null) : null;
    if (state) this.#take({ cmd, request, bufs: kept }, state);
    return answer;
  }

  #take(entry: Entry, state: DocumentState) {
    if (opens(entry.cmd)) {
      this.#setAside();
      this.#replace([entry], state);
      return;
    }
    this.#entries.push(entry);
    this.#state = state;
    this.onChange?.({ kind: "added", entry, state });
  }

  #replace(entries: readonly Entry[], state: DocumentState) {
    this.#entries = [...entries];
    this.#state = state;
    this.onChange?.({ kind: "replaced", entries, state });
  }

  /** The document that was open before this one, or before it was closed. */
  get previous(): DocumentRecord | null {
    return this.#previous.at(-1) ?? null;
  }

  /** A document that was put aside without a question has unsaved edits. */
  get unsaved(): boolean {
    return this.#previous.some((record) => record.unsaved);
  }

  /** Commands that build the open document. */
  get length(): number {
    return this.#entries.length;
  }

  /** What builds the open document; null when nothing is open. */
  get record(): (DocumentRecord & { state: DocumentState }) | null {
    return this.#state && { name: this.#state.name, entries: [...this.#entries], state: this.#state };
  }

  /**
   * Builds the open document again in a core that knows nothing, and answers with
   * the last change and the arrays after it; null when nothing was open. Calls
   * made meanwhile wait.
   */
  replay(): Promise<Rebuilt | null> {
    const last = this.#state?.revision ?? 0;
    // A form that was made for a revision of the core that died must match none of this one.
    const follow = async () => void (last > 0 && (await this.#core.call("edit.follow", { revision: last })));
    const rebuilt = follow()
      .then(() => rebuild(this.#core, this.#entries))
      .then((done) => {
        if (done) this.#state = done.change.state;
        return done;
      });
    this.#caughtUp = rebuilt.catch(() => null);
    return rebuilt;
  }

  /** Opens the previous document with its history; the one open now becomes the previous one. */
  async reopen(): Promise<Rebuilt | null> {
    const record = this.#previous.pop();
    if (!record) return null;
    try {
      return await this.open(record);
    } catch (error) {
      this.#previous.push(record);
      throw error;
    }
  }

  /** Opens a document by what built it; the one open now becomes the previous one. Calls made meanwhile wait. */
  open(record: DocumentRecord): Promise<Rebuilt | null> {
    const opened = this.#caughtUp.then(() => this.#open(record));
    this.#caughtUp = opened.catch(() => null);
    return opened;
  }

  async #open(record: DocumentRecord): Promise<Rebuilt | null> {
    let rebuilt: Rebuilt | null;
    try {
      rebuilt = await rebuild(this.#core, record.entries);
    } catch (error) {
      // The core holds a part of it now: what was open comes back, with the revisions of another document.
      const back = await this.replay();
      if (back) useDocument.getState().restore(back.change.state, back.arrays, false);
      else await this.#core.call("edit.close", {});
      throw error;
    }
    if (!rebuilt) return null;
    this.#setAside(this.#state?.dirty);
    this.#replace(record.entries, rebuilt.change.state);
    return rebuilt;
  }

  /**
   * Replaces what built the document by its project file, which costs less to keep and
   * to do again. The document is as it was. Rejects where a file cannot hold it.
   */
  async shorten(): Promise<void> {
    await this.#caughtUp;
    // Answers come in the order of the calls: by then the entries are what the file holds.
    const { bufs } = await this.#core.call("project.save", {});
    const data = bufs.text;
    if (!(data instanceof Uint8Array) || !this.#state) return;
    this.#replace([{ cmd: "project.open", request: { unsaved: this.#state.dirty }, bufs: { data } }], this.#state);
  }

  /** The core has no document any more; the one it had becomes the previous one. */
  forget(): void {
    this.lose();
    this.onChange?.({ kind: "closed" });
  }

  /** The same for a document that could not be built again: nobody closed it, so what is stored of it stays. */
  lose(): void {
    this.#setAside();
    this.#entries = [];
    this.#state = null;
  }

  #setAside(unsaved = false) {
    if (this.#entries.length === 0) return;
    this.#previous.push({ name: this.#state?.name ?? "", entries: this.#entries, unsaved });
    if (this.#previous.length > KEPT) this.#previous.shift();
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
    // edit.measure has its change inside.
    change = (answer.json as { change?: Rebuilt["change"] }).change ?? answer.json;
    arrays = nextArrays(arrays, change, answer.bufs);
  }
  return change && { change, arrays };
}

function copy(bufs: Bufs): Bufs {
  return Object.fromEntries(Object.entries(bufs).map(([name, array]) => [name, array.slice() as TypedArray]));
}
