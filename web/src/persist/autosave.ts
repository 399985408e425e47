import type { DocumentState } from "../core/protocol";
import type { Entry, Journal, JournalEvent } from "../state/journal";
import type { SessionInfo, SessionStore } from "./database";

/** So many commands build a document before they are replaced by its project file. */
const LONG = 200;
/** For documents of more atoms a project file costs more than the commands. */
const LARGE = 100_000;
const IDLE_MS = 3000;

export interface AutosaveOptions {
  /** Of this tab. */
  id: string;
  /** The file format of the document now, and how it is written. */
  saving(): Pick<SessionInfo, "format" | "options" | "saved">;
  /** Keeping failed, and is tried again with the next document; one line. */
  onProblem(reason: string): void;
}

/**
 * Keeps the open document of one tab in storage: what was opened once, then each step by
 * itself, so that a step costs what it changed. A document that was opened from a file
 * is stored when it is first edited: until then the file is as good.
 */
export class Autosave {
  readonly #journal: Journal;
  readonly #store: SessionStore;
  readonly #options: AutosaveOptions;
  /** Entries that are stored; −1: the document is not stored. */
  #stored = -1;
  /** The document that is kept now; what was to be stored after a failure of it is left out. */
  #document = { failed: false };
  #queue: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(journal: Journal, store: SessionStore, options: AutosaveOptions) {
    this.#journal = journal;
    this.#store = store;
    this.#options = options;
    journal.onChange = (event) => this.#hear(event);
    // What was opened before this was loaded.
    const { record } = journal;
    if (record) this.#hear({ kind: "replaced", entries: record.entries, state: record.state });
  }

  /** Resolves when everything so far is stored. */
  get idle(): Promise<void> {
    return this.#queue;
  }

  /** Whether the open document is stored, as far as it has to be, once everything so far is done. */
  async kept(): Promise<boolean> {
    await this.#queue;
    return !this.#document.failed;
  }

  /** The format to save in is another one: that comes after the document it is of. */
  note(): void {
    const { record } = this.#journal;
    if (this.#stored < 0 || !record) return;
    const info = this.#info(record.state);
    this.#do(() => this.#store.note(info));
  }

  #hear(event: JournalEvent): void {
    clearTimeout(this.#timer);
    switch (event.kind) {
      case "closed":
        this.#forget();
        return;
      case "replaced":
        this.#document = { failed: false };
        if (worthKeeping(event.state)) this.#replace(event.state, event.entries);
        else this.#forget();
        break;
      case "added":
        if (this.#document.failed) return;
        if (this.#stored >= 0) this.#add(event.state, event.entry);
        else if (worthKeeping(event.state)) this.#replace(event.state, this.#journal.record?.entries ?? []);
    }
    if (this.#journal.length > LONG && event.state.atoms <= LARGE && !event.state.original)
      this.#timer = setTimeout(() => void this.#journal.shorten().catch(() => undefined), IDLE_MS);
  }

  #replace(state: DocumentState, entries: readonly Entry[]): void {
    this.#stored = entries.length;
    const info = this.#info(state);
    this.#do(() => this.#store.replace(info, entries));
  }

  #add(state: DocumentState, entry: Entry): void {
    const at = this.#stored++;
    const info = this.#info(state);
    this.#do(() => this.#store.add(info, at, entry));
  }

  #forget(): void {
    if (this.#stored < 0) return;
    this.#stored = -1;
    this.#do(() => this.#store.drop([this.#options.id]));
  }

  /** One after the other. An entry that cannot be stored ends the list: those behind it would not fit. */
  #do(work: () => Promise<void>): void {
    const document = this.#document;
    this.#queue = this.#queue
      .then(() => (document.failed ? undefined : work()))
      .catch((error: Error) => {
        document.failed = true;
        if (document === this.#document) this.#stored = -1;
        this.#options.onProblem(error.message);
      });
  }

  #info({ name, atoms, steps, dirty }: DocumentState): SessionInfo {
    const { id, saving } = this.#options;
    return { id, name, atoms, steps: steps.length, dirty, changed: Date.now(), ...saving() };
  }
}

/** Edits, and what a tool made or a person drew, typed or pasted: no file has them. */
export function worthKeeping({ dirty, source }: DocumentState): boolean {
  return dirty || (source.kind !== "file" && source.atoms > 0);
}
