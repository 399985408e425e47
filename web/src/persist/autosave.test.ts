import { beforeEach, expect, test, vi } from "vitest";
import type { DocumentState } from "../core/protocol";
import { type Entry, Journal } from "../state/journal";
import { changeOf, StubCore } from "../state/stubCore";
import { Autosave } from "./autosave";
import type { SessionInfo, SessionStore } from "./database";

/** Sessions in memory, as a database has them. */
class Memory implements SessionStore {
  readonly infos = new Map<string, SessionInfo>();
  readonly entries = new Map<string, Entry[]>();
  fails = "";

  list = async () => [...this.infos.values()];
  read = async (id: string) => this.entries.get(id) ?? [];
  async replace(info: SessionInfo, entries: readonly Entry[]) {
    this.#check();
    this.infos.set(info.id, info);
    this.entries.set(info.id, [...entries]);
  }
  async add(info: SessionInfo, at: number, entry: Entry) {
    this.#check();
    const list = this.entries.get(info.id) ?? [];
    // Behind a gap, where there is one.
    list[at] = entry;
    this.entries.set(info.id, list);
    this.infos.set(info.id, info);
  }
  async note(info: SessionInfo) {
    this.infos.set(info.id, info);
  }
  async drop(ids: readonly string[]) {
    for (const id of ids) {
      this.infos.delete(id);
      this.entries.delete(id);
    }
  }
  #check() {
    if (this.fails) throw new Error(this.fails);
  }
}

const head = { atoms: 2, bonds: 0, cell: null };
const step = (id: string) => ({ id, label: id, detail: "", author: "person" as const });
const steps = (n: number) => Array.from({ length: n }, (_, i) => step(`s${i + 1}`));

let core: StubCore;
let journal: Journal;
let store: Memory;
let done: number;
let problems: string[];
let autosave: Autosave;

/** What the core says after so many steps. */
const after = (n: number, part: Partial<DocumentState> = {}) =>
  changeOf(2, { revision: 10 + n, steps: steps(n), dirty: n > 0, ...part });

const open = (part: Partial<DocumentState> = {}) => {
  core.answers.set("edit.open", () => after(0, part));
  return journal.call("edit.open", { name: "a", source: { kind: "file", label: "a.xyz" }, structure: head });
};
const edit = (part: Partial<DocumentState> = {}) => {
  core.answers.set("edit.apply", () => after(++done, part));
  return journal.call("edit.apply", { label: "", author: "person", ops: [] });
};
const stored = async () => {
  await autosave.idle;
  return Array.from(store.entries.get("tab") ?? [], (entry) => entry?.cmd);
};

beforeEach(() => {
  core = new StubCore().answer("edit.close", {});
  journal = new Journal(core);
  store = new Memory();
  done = 0;
  problems = [];
  autosave = new Autosave(journal, store, {
    id: "tab",
    saving: () => ({ format: "lammps", options: { style: "charge" } }),
    onProblem: (line) => problems.push(line),
  });
});

test("a file that is only looked at is not stored; its first edit stores both", async () => {
  await open();
  expect(await stored()).toEqual([]);
  await edit();
  expect(await stored()).toEqual(["edit.open", "edit.apply"]);
  await edit();
  expect(await stored()).toEqual(["edit.open", "edit.apply", "edit.apply"]);
  expect(store.infos.get("tab")).toMatchObject({
    name: "doc",
    atoms: 2,
    steps: 2,
    dirty: true,
    format: "lammps",
    options: { style: "charge" },
  });
});

test("what a tool made is stored at once: no file has it", async () => {
  await open({ source: { kind: "tool", label: "Liquid box", atoms: 2 } });
  expect(await stored()).toEqual(["edit.open"]);
  expect(store.infos.get("tab")?.dirty).toBe(false);
});

test("so is a molecule that was drawn, typed or pasted; an empty cell is when it has an edit", async () => {
  await open({ source: { kind: "new", label: "New empty cell", atoms: 0 } });
  expect(await stored()).toEqual([]);
  await edit();
  expect(await stored()).toEqual(["edit.open", "edit.apply"]);
  await open({ source: { kind: "new", label: "Sketched ibuprofen", atoms: 33 } });
  expect(await stored()).toEqual(["edit.open"]);
});

test("another document takes the place of the one before; closing leaves nothing", async () => {
  await open();
  await edit();
  await open({ source: { kind: "tool", label: "Liquid box", atoms: 2 } });
  expect(await stored()).toEqual(["edit.open"]);
  await journal.call("edit.close", {});
  expect(await stored()).toEqual([]);
  expect(store.infos.size).toBe(0);
});

test("a full storage is said once, and the next document is tried again", async () => {
  await open();
  store.fails = "the storage is full";
  await edit();
  await edit();
  await autosave.idle;
  await edit();
  expect(await stored()).toEqual([]);
  expect(problems).toEqual(["the storage is full"]);
  expect(await autosave.kept()).toBe(false);
  store.fails = "";
  await open();
  await edit();
  expect(await autosave.kept()).toBe(true);
  expect(await stored()).toEqual(["edit.open", "edit.apply"]);
});

test("what comes behind an entry that could not be stored is not stored alone", async () => {
  await open();
  await edit();
  expect(await stored()).toEqual(["edit.open", "edit.apply"]);
  const add = store.add.bind(store);
  let first = true;
  // The storage is full for one step only.
  store.add = async (info, at, entry) => {
    if (!first) return add(info, at, entry);
    first = false;
    throw new Error("the storage is full");
  };
  await Promise.all([edit(), edit()]);
  expect(await stored()).toEqual(["edit.open", "edit.apply"]);
  expect(problems).toEqual(["the storage is full"]);
});

test("a failure of the document before does not end the keeping of the next one", async () => {
  await open();
  store.fails = "the storage is full";
  const failing = edit();
  await failing;
  const next = open({ source: { kind: "tool", label: "Liquid box", atoms: 2 } });
  store.fails = "";
  await next;
  await edit();
  expect(await stored()).toEqual(["edit.open", "edit.apply"]);
});

test("a long way is replaced by the project file when nothing happens for a while", async () => {
  vi.useFakeTimers();
  core.answer("project.save", { fileName: "", mime: "" }, { text: Uint8Array.of(1) });
  await open();
  for (let i = 0; i < 200; i++) await edit();
  expect((await stored()).length).toBe(201);
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  expect(await stored()).toEqual(["project.open"]);
  expect(store.entries.get("tab")?.[0]?.request).toEqual({ unsaved: true });
  await edit();
  expect(await stored()).toEqual(["project.open", "edit.apply"]);
});

test("what was open before autosave was loaded is stored too", async () => {
  journal.onChange = null;
  await open();
  await edit();
  autosave = new Autosave(journal, store, { id: "tab", saving: () => ({ format: null }), onProblem: () => undefined });
  expect(await stored()).toEqual(["edit.open", "edit.apply"]);
});
