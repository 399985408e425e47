/** Where the library is kept between visits. Rejections say why in one line. */
export interface LibraryStorage {
  /** Everything that is stored, whatever it is. */
  read(): Promise<unknown[]>;
  /** All of it or nothing. */
  put(entries: readonly { id: string }[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

const NAME = "molsmith.library";
const STORE = "molecules";

/** The library in IndexedDB. Rejects where the browser gives a page no storage. */
export function openDatabase(factory: IDBFactory | undefined = globalThis.indexedDB): Promise<LibraryStorage> {
  if (!factory) return Promise.reject(new Error("this browser has no IndexedDB"));
  return new Promise((resolve, reject) => {
    const request = factory.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: "id" });
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

class Database implements LibraryStorage {
  constructor(private readonly database: IDBDatabase) {}

  async read(): Promise<unknown[]> {
    return (await this.#run("readonly", (store) => store.getAll())).result;
  }

  async put(entries: readonly { id: string }[]): Promise<void> {
    await this.#run("readwrite", (store) => entries.map((entry) => store.put(entry)));
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#run("readwrite", (store) => ids.map((id) => store.delete(id)));
  }

  /** One transaction; resolves with what `work` returned, by then complete. */
  #run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      try {
        const transaction = this.database.transaction(STORE, mode);
        const asked = work(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(asked);
        transaction.onabort = () => reject(problem(transaction.error));
      } catch (error) {
        reject(problem(error));
      }
    });
  }
}

function problem(error: unknown): Error {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return new Error("the storage that the browser gives this page is full");
  if (name === "InvalidStateError") return new Error("the storage was closed by a newer version of the page");
  const message = error instanceof Error || error instanceof DOMException ? error.message : "";
  return new Error(message || "the browser gives this page no storage");
}
