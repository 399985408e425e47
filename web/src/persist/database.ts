import type { SavedFile, SaveOptions } from "../state/files";
import type { Entry } from "../state/journal";

/** What is known of a stored document without reading it. */
export interface SessionInfo {
  /** Of the tab that wrote it. */
  id: string;
  name: string;
  atoms: number;
  steps: number;
  /** It has edits that are in no file. */
  dirty: boolean;
  /** Date.now() of its last change. */
  changed: number;
  /** The file format it was opened or last saved in. */
  format: string | null;
  /** How; absent in what an older page stored. */
  options?: SaveOptions;
  saved?: SavedFile | null;
}

/** Where documents are kept while they are edited. Rejections say why in one line. */
export interface SessionStore {
  list(): Promise<SessionInfo[]>;
  /** What builds the document, in order. */
  read(id: string): Promise<Entry[]>;
  /** Replaces what is stored of a session. All of it or nothing. */
  replace(info: SessionInfo, entries: readonly Entry[]): Promise<void>;
  /** Stores the entry at a place of the session's list. */
  add(info: SessionInfo, at: number, entry: Entry): Promise<void>;
  /** What is known of a session, whose entries stay. */
  note(info: SessionInfo): Promise<void>;
  drop(ids: readonly string[]): Promise<void>;
}

const NAME = "molsmith.documents";
const SESSIONS = "sessions";
const ENTRIES = "entries";

/** The documents in IndexedDB. Rejects where the browser gives a page no storage. */
export function openSessions(factory: IDBFactory | undefined = globalThis.indexedDB): Promise<SessionStore> {
  if (!factory) return Promise.reject(new Error("this browser has no IndexedDB"));
  return new Promise((resolve, reject) => {
    const request = factory.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(SESSIONS, { keyPath: "id" });
      // Keys are [session, place].
      request.result.createObjectStore(ENTRIES);
    };
    request.onerror = () => reject(problem(request.error));
    request.onblocked = () => reject(new Error("another window holds an older version of it; close that window"));
    request.onsuccess = () => {
      const database = request.result;
      // A later version of the page in another window must not wait for this one.
      database.onversionchange = () => database.close();
      resolve(new Database(database));
    };
  });
}

const all = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);

class Database implements SessionStore {
  constructor(private readonly database: IDBDatabase) {}

  async list(): Promise<SessionInfo[]> {
    return (await this.#run("readonly", (sessions) => sessions.getAll())).result as SessionInfo[];
  }

  async read(id: string): Promise<Entry[]> {
    return (await this.#run("readonly", (_, entries) => entries.getAll(all(id)))).result as Entry[];
  }

  async replace(info: SessionInfo, entries: readonly Entry[]): Promise<void> {
    await this.#run("readwrite", (sessions, stored) => {
      stored.delete(all(info.id));
      for (const [at, entry] of entries.entries()) stored.put(entry, [info.id, at]);
      sessions.put(info);
    });
  }

  async add(info: SessionInfo, at: number, entry: Entry): Promise<void> {
    await this.#run("readwrite", (sessions, entries) => {
      entries.put(entry, [info.id, at]);
      sessions.put(info);
    });
  }

  async note(info: SessionInfo): Promise<void> {
    await this.#run("readwrite", (sessions) => sessions.put(info));
  }

  async drop(ids: readonly string[]): Promise<void> {
    await this.#run("readwrite", (sessions, entries) => {
      for (const id of ids) {
        sessions.delete(id);
        entries.delete(all(id));
      }
    });
  }

  /** One transaction; resolves with what `work` returned, by then complete. */
  #run<T>(mode: IDBTransactionMode, work: (sessions: IDBObjectStore, entries: IDBObjectStore) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      try {
        const transaction = this.database.transaction([SESSIONS, ENTRIES], mode);
        const asked = work(transaction.objectStore(SESSIONS), transaction.objectStore(ENTRIES));
        transaction.oncomplete = () => resolve(asked);
        transaction.onabort = () => reject(problem(transaction.error));
      } catch (error) {
        reject(problem(error));
      }
    });
  }
}

function problem(error: unknown): Error {
  const { name = "", message = "" } = (error ?? {}) as { name?: string; message?: string };
  if (name === "QuotaExceededError") return new Error("the storage that the browser gives this page is full");
  if (name === "InvalidStateError") return new Error("the storage was closed by a newer version of the page");
  return new Error(message || "the browser gives this page no storage");
}
