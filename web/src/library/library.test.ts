import { beforeEach, describe, expect, test } from "vitest";
import { provideCore } from "../state/core";
import { useNotices } from "../state/notices";
import { StubCore } from "../state/stubCore";
import { useUi } from "../state/ui";
import type { LibraryStorage } from "./database";
import { byAge, type LibraryEntry, type NewEntry, newEntry, parseEntry } from "./entry";
import { importFiles } from "./exchange";
import {
  addEntries,
  addEntry,
  deleteEntry,
  type LibraryChannel,
  openLibrary,
  renameEntry,
  useLibrary,
} from "./library";

const molblock = (name: string) => `${name}\n  Molsmith            3D\n\n  0  0  0 V2000\nM  END\n`;
const part = (name: string): NewEntry => ({
  name,
  formula: "H2O",
  smiles: "O",
  atoms: 3,
  molblock: molblock(name),
  flat: false,
  origin: "smiles",
});
const names = () => useLibrary.getState().entries.map(({ name }) => name);

/** Storage that can be made to fail, shared by two windows. */
class Shelf implements LibraryStorage {
  readonly rows = new Map<string, unknown>();
  failure: Error | null = null;
  async read() {
    return [...this.rows.values()];
  }
  async put(entries: readonly { id: string }[]) {
    if (this.failure) throw this.failure;
    for (const entry of entries) this.rows.set(entry.id, structuredClone(entry));
  }
  async remove(ids: readonly string[]) {
    if (this.failure) throw this.failure;
    for (const id of ids) this.rows.delete(id);
  }
}

let shelf: Shelf;
let told: string[];
let channel: LibraryChannel;
const open = () =>
  openLibrary(
    async () => shelf,
    () => channel,
  );

beforeEach(async () => {
  shelf = new Shelf();
  told = [];
  channel = { postMessage: (message) => told.push(message), onmessage: null };
  useLibrary.setState({ entries: [], kept: "loading" });
  useNotices.setState({ list: [], current: null, announcement: "" });
  await open();
});

describe("entries", () => {
  test("get an id, a time and a name", () => {
    const entry = newEntry({ ...part(" two \n words "), origin: "sketch" }, 1_700_000_000_000);
    expect(entry.id).toMatch(/^user:[a-z0-9]+-[a-z0-9]+$/);
    expect(entry).toMatchObject({ name: "two words", origin: "sketch" });
    expect(newEntry(part("")).name).toBe("H2O");
    expect(newEntry({ ...part("x"), created: "2020-01-02T03:04:05.000Z" }).created).toBe("2020-01-02T03:04:05.000Z");
    expect(newEntry({ ...part("x"), created: "yesterday" }).created).toMatch(/^\d{4}-/);
    const [a, b] = [newEntry(part("a"), 5), newEntry(part("b"), 5)];
    expect(a.id).not.toBe(b.id);
    expect(byAge(a, b)).toBe(-1);
  });

  const good = newEntry(part("good"), 1_700_000_000_000);
  const malformed: [string, unknown][] = [
    ["nothing", null],
    ["a text", "user:1"],
    ["no block", { ...good, molblock: "" }],
    ["a block without its end", { ...good, molblock: "x\n" }],
    ["no name", { ...good, name: "  " }],
    ["a preset's id", { ...good, id: "water" }],
    ["atoms as text", { ...good, atoms: "3" }],
    ["no atoms", { ...good, atoms: 0 }],
    ["an origin there is not", { ...good, origin: "dream" }],
    ["a sketch that is none", { ...good, sketch: 7 }],
    ["a time that is none", { ...good, created: "then" }],
    ["no flat mark", { ...good, flat: undefined }],
  ];
  test.each(malformed)("malformed: %s", (_, stored) => {
    expect(parseEntry(stored)).toBeNull();
  });
  test("good ones stay as they are", () => {
    expect(parseEntry(structuredClone(good))).toEqual(good);
    expect(parseEntry({ ...good, sketch: "x", other: 1 })).toEqual({ ...good, sketch: "x" });
  });
});

describe("the library", () => {
  test("stores what is added, and drops what is malformed when it is read again", async () => {
    await addEntry(part("a"));
    await addEntries([part("b"), part("c")]);
    shelf.rows.set("user:bad", { id: "user:bad" });
    useLibrary.setState({ entries: [] });
    await open();
    expect(names()).toEqual(["a", "b", "c"]);
    expect(useLibrary.getState().kept).toBe("stored");
    expect(told).toEqual(["changed", "changed"]);
  });

  test("renames, in the block too; a blank name changes nothing", async () => {
    const { id } = await addEntry(part("a"));
    await renameEntry(id, " new name ");
    expect(useLibrary.getState().entries[0]).toMatchObject({ name: "new name", molblock: molblock("new name") });
    await renameEntry(id, " ");
    expect(names()).toEqual(["new name"]);
    expect(shelf.rows.get(id)).toMatchObject({ name: "new name" });
  });

  test("deletes, and Undo brings the entry back to its place", async () => {
    const [a] = await addEntries([part("a"), part("b")]);
    await deleteEntry((a as LibraryEntry).id);
    expect(names()).toEqual(["b"]);
    expect(shelf.rows.size).toBe(1);
    useNotices.getState().current?.action?.run();
    await Promise.resolve();
    expect(names()).toEqual(["a", "b"]);
    expect(shelf.rows.size).toBe(2);
  });

  test("follows another window, and keeps what only this one has", async () => {
    await addEntry(part("mine"));
    shelf.failure = new Error("full");
    await addEntry(part("unsaved"));
    shelf.failure = null;
    const theirs = newEntry(part("theirs"));
    shelf.rows.set(theirs.id, theirs);
    channel.onmessage?.({ data: "changed" } as MessageEvent);
    await new Promise((resolve) => setTimeout(resolve));
    expect(names().sort()).toEqual(["mine", "theirs", "unsaved"]);
  });

  test("says when something cannot be stored, and shows it all the same", async () => {
    shelf.failure = new Error("the storage that the browser gives this page is full");
    await addEntry(part("a"));
    expect(names()).toEqual(["a"]);
    expect(useNotices.getState().current).toMatchObject({ level: "error", title: "Could not store “a”:" });
    expect(useNotices.getState().current?.text).toContain("is full. It lasts until the page is closed");
  });

  test("keeps an entry that could not be deleted", async () => {
    const { id } = await addEntry(part("a"));
    shelf.failure = new Error("closed");
    await deleteEntry(id);
    expect(names()).toEqual(["a"]);
    expect(useNotices.getState().current?.title).toBe("Could not delete “a”:");
  });

  test("lives in memory where there is no storage, and says so", async () => {
    await openLibrary(() => Promise.reject(new Error("this browser has no IndexedDB")));
    await addEntry(part("a"));
    expect(names()).toEqual(["a"]);
    expect(useLibrary.getState().kept).toBe("memory");
    expect(useNotices.getState().current).toMatchObject({ level: "warning" });
    expect(useNotices.getState().current?.text).toContain("no IndexedDB. Molecules you add last until");
  });
});

describe("importing", () => {
  const imported = (name: string, more: object = {}) => ({ ...part(name), missing: 0, origin: undefined, ...more });

  test("adds what is new, names it, and says what could not be read", async () => {
    const core = new StubCore().answer("library.import", {
      molecules: [
        imported("a"),
        imported(""),
        imported("drawn", { origin: "sketch", sketch: "s", created: "2020-01-01T00:00:00.000Z" }),
      ],
      problems: [{ record: 4, message: "the counts line is missing" }],
    });
    provideCore(core);
    await importFiles([new File(["x"], "some.sdf")]);
    expect(names()).toEqual(["drawn", "a", "H2O"]);
    expect(useLibrary.getState().entries[0]).toMatchObject({ origin: "sketch", sketch: "s" });
    expect(useLibrary.getState().entries[1]).toMatchObject({ origin: "file" });
    expect(useNotices.getState().current).toMatchObject({
      level: "warning",
      title: "Added 3 molecules to your library.",
      warnings: ["some.sdf, record 4: the counts line is missing."],
    });
    await importFiles([new File(["x"], "some.sdf")]);
    expect(names()).toHaveLength(3);
    expect(useNotices.getState().current).toMatchObject({
      title: "Nothing was added to your library.",
      text: "3 molecules were in it already.",
    });
    expect(useUi.getState().busy).toBe("");
  });

  test("waits for what is being read, and drops nothing", async () => {
    provideCore(new StubCore().answer("library.import", { molecules: [imported("a")], problems: [] }));
    useUi.getState().set({ busy: "Reading other.pdb" });
    const first = importFiles([new File(["x"], "some.sdf")]);
    const second = importFiles([new File(["x"], "same.sdf")]);
    await Promise.resolve();
    expect(names()).toEqual([]);
    useUi.getState().set({ busy: "" });
    await first;
    expect(names()).toEqual(["a"]);
    await second;
    expect(useNotices.getState().current).toMatchObject({ text: "1 molecule was in it already." });
  });

  test("of a file that is none adds nothing", async () => {
    provideCore(new StubCore().fail("library.import", new Error("line 1: no")));
    await importFiles([new File(["x"], "bad.xyz")]);
    expect(names()).toEqual([]);
    expect(useNotices.getState().current).toMatchObject({ level: "error", warnings: ["bad.xyz: line 1: no."] });
  });
});
