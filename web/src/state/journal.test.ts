import { expect, test } from "vitest";
import { useDocument } from "./document";
import { Journal, type JournalEvent } from "./journal";
import { changeOf, StubCore } from "./stubCore";

const head = { atoms: 2, bonds: 0, cell: null };
const openRequest = { name: "a", source: { kind: "file" as const, label: "a.xyz" }, structure: head };
const deleteOne = { label: "Delete", author: "person" as const, ops: [], ifRevision: 7 };
const positions = () => ({ positions: Float64Array.of(1, 2, 3, 4, 5, 6), elements: Uint8Array.of(8, 1) });

function stub() {
  const core = new StubCore();
  core.answers.set("edit.open", (request) => changeOf(2, { name: (request as { name: string }).name }));
  core.answers.set("edit.apply", () => changeOf(1, { name: "doc", revision: 2 }, { atomsFrom: 1 }));
  core.answer("edit.hash", { hash: "x" }).answer("edit.close", {}).answer("edit.follow", {});
  core.answers.set("edit.undo", () => changeOf(2, { revision: 3 }));
  return core;
}

test("replay sends every edit again, with its arrays and without the old revision", async () => {
  const core = stub();
  const journal = new Journal(core);
  await journal.call("edit.open", openRequest, { bufs: positions() });
  await journal.call("edit.apply", deleteOne, { bufs: {} });
  await journal.call("edit.hash", {});
  await journal.call("edit.undo", {});
  core.asked.length = 0;

  const rebuilt = await journal.replay();
  expect(core.names()).toEqual(["edit.follow", "edit.open", "edit.apply", "edit.undo"]);
  // The new core counts on from the old one: a form of the old document matches no revision of it.
  expect(core.asked[0]?.request).toEqual({ revision: 3 });
  expect(core.asked[1]?.bufs.positions).toEqual(Float64Array.of(1, 2, 3, 4, 5, 6));
  expect(core.asked[2]?.request).toEqual({ label: "Delete", author: "person", ops: [] });
  expect(rebuilt?.change.state.revision).toBe(3);
  expect(rebuilt?.arrays.elements).toHaveLength(2);

  // The copies are still there for a second crash.
  await journal.replay();
  expect(core.asked.at(-3)?.bufs.elements).toEqual(Uint8Array.of(8, 1));
});

test("what failed is not written down", async () => {
  const core = stub();
  const journal = new Journal(core);
  await journal.call("edit.open", openRequest, { bufs: positions() });
  core.fail("edit.apply", new Error("refused"));
  await expect(journal.call("edit.apply", deleteOne)).rejects.toThrow("refused");
  core.asked.length = 0;
  await journal.replay();
  expect(core.names()).toEqual(["edit.follow", "edit.open"]);
});

test("nothing open: nothing to replay", async () => {
  expect(await new Journal(stub()).replay()).toBeNull();
});

test("calls wait for a replay", async () => {
  const core = stub();
  const journal = new Journal(core);
  await journal.call("edit.open", openRequest, { bufs: positions() });
  core.asked.length = 0;
  const replay = journal.replay();
  const hash = journal.call("edit.hash", {});
  await Promise.all([replay, hash]);
  expect(core.names()).toEqual(["edit.follow", "edit.open", "edit.hash"]);
});

test("the document before can be opened again, and the two change places", async () => {
  const core = stub();
  const journal = new Journal(core);
  expect(journal.previous).toBeNull();
  await journal.call("edit.open", openRequest, { bufs: positions() });
  await journal.call("edit.apply", deleteOne);
  expect(journal.previous).toBeNull();
  await journal.call("edit.open", { ...openRequest, name: "b" }, { bufs: positions() });
  expect(journal.previous?.name).toBe("doc");

  core.asked.length = 0;
  await journal.reopen();
  expect(core.names()).toEqual(["edit.open", "edit.apply"]);
  expect(journal.previous?.name).toBe("b");

  await journal.call("edit.close", {});
  expect(journal.previous?.name).toBe("doc");
  expect(await journal.replay()).toBeNull();
});

test("a document with unsaved edits that is put aside without a question still counts as unsaved", async () => {
  const core = stub();
  const journal = new Journal(core);
  const dirty = (name: string, dirty: boolean) => {
    const { json, bufs } = changeOf(3, { name, dirty }, { opened: true });
    return { json, bufs };
  };
  core.answers.set("edit.open", () => dirty("a", false));
  await journal.call("edit.open", openRequest, { bufs: positions() });
  core.answers.set("edit.open", () => dirty("b", true));
  // Replaced by an open, which asked.
  await journal.call("edit.open", { ...openRequest, name: "b" }, { bufs: positions() });
  expect(journal.unsaved).toBe(false);
  core.answers.set("edit.open", () => dirty("a", false));
  await journal.reopen();
  expect(journal.unsaved).toBe(true);
  core.answers.set("edit.open", () => dirty("b", true));
  await journal.reopen();
  expect(journal.unsaved).toBe(false);
});

test("every command that made a step is written down, and no other", async () => {
  const core = stub();
  const journal = new Journal(core);
  const heard: JournalEvent[] = [];
  journal.onChange = (event) => heard.push(event);
  core.answers.set("edit.images", () => changeOf(2, { revision: 4 }));
  core.answers.set("edit.preview", () => changeOf(2, { revision: 9 }));
  core.answers.set("edit.ions", () => changeOf(2, { revision: 9 }));
  core.answers.set("edit.measure", () => ({ json: { value: 1, unit: "Å" } }));
  core.answers.set("edit.hydrogens", () => changeOf(2, { revision: 4 }));
  await journal.call("edit.open", openRequest, { bufs: positions() });
  await journal.call("edit.images", { mode: "atoms" });
  await journal.call("edit.preview", { label: "", author: "person", ops: [] });
  await journal.call("edit.ions", { preview: true } as never);
  await journal.call("edit.measure", { atoms: [0, 1] });
  // Nothing to do is no step.
  await journal.call("edit.hydrogens", {});
  expect(journal.record?.entries.map(({ cmd }) => cmd)).toEqual(["edit.open", "edit.images"]);
  expect(heard.map(({ kind }) => kind)).toEqual(["replaced", "added"]);
  await journal.call("edit.close", {});
  expect(heard.at(-1)?.kind).toBe("closed");
  expect(journal.record).toBeNull();
});

test("a long way is shortened to the project file, and what follows stands behind it", async () => {
  const core = stub();
  const journal = new Journal(core);
  core.answer("project.save", { fileName: "a", mime: "" }, { text: Uint8Array.of(123, 125) });
  core.answers.set("project.open", () => changeOf(2));
  await journal.call("edit.open", openRequest, { bufs: positions() });
  await journal.call("edit.apply", deleteOne);
  await Promise.all([journal.shorten(), journal.call("edit.undo", {})]);
  expect(journal.record?.entries.map(({ cmd }) => cmd)).toEqual(["project.open", "edit.undo"]);
  expect(journal.previous).toBeNull();
  core.asked.length = 0;
  await journal.replay();
  expect(core.asked[1]).toMatchObject({ cmd: "project.open", bufs: { data: Uint8Array.of(123, 125) } });
});

test("a distance that was set is an edit too", async () => {
  const core = stub();
  const journal = new Journal(core);
  await journal.call("edit.open", openRequest, { bufs: positions() });
  core.answers.set("edit.measure", (request) => {
    const { json, bufs } = changeOf(2, { revision: 2 });
    return { json: { value: 1, unit: "Å", ...((request as { set?: number }).set && { change: json }) }, bufs };
  });
  await journal.call("edit.measure", { atoms: [0, 1] });
  await journal.call("edit.measure", { atoms: [0, 1], set: 1 });
  expect(journal.record?.entries.map(({ cmd }) => cmd)).toEqual(["edit.open", "edit.measure"]);
  const rebuilt = await journal.replay();
  expect(rebuilt?.change.state.revision).toBe(2);
  expect(rebuilt?.arrays.positions).toHaveLength(6);
});

test("a document that cannot be built again leaves the open one", async () => {
  const core = stub();
  const journal = new Journal(core);
  await journal.call("edit.open", openRequest, { bufs: positions() });
  core.fail("edit.redo", new Error("of another version"));
  const record = { name: "old", entries: [{ cmd: "edit.redo" as const, request: {}, bufs: {} }] };
  core.asked.length = 0;
  await expect(journal.open(record)).rejects.toThrow("another version");
  expect(core.names()).toEqual(["edit.redo", "edit.follow", "edit.open"]);
  expect(journal.record?.name).toBe("a");
  // The page has its revision, which is one of the core as it is now.
  expect(useDocument.getState().state).toBe(journal.record?.state);
  expect(journal.previous).toBeNull();

  // With nothing open the core is left without a document.
  const empty = new Journal(core);
  core.asked.length = 0;
  await expect(empty.open(record)).rejects.toThrow("another version");
  expect(core.names()).toEqual(["edit.redo", "edit.close"]);
});

test("what is asked while a document is built waits for all of it", async () => {
  const core = stub();
  const journal = new Journal(core);
  await journal.call("edit.open", openRequest, { bufs: positions() });
  await journal.call("edit.apply", deleteOne);
  await journal.call("edit.open", { ...openRequest, name: "b" }, { bufs: positions() });
  core.asked.length = 0;
  await Promise.all([journal.reopen(), journal.call("edit.undo", {})]);
  expect(core.names()).toEqual(["edit.open", "edit.apply", "edit.undo"]);
  expect(journal.record?.entries.map(({ cmd }) => cmd)).toEqual(["edit.open", "edit.apply", "edit.undo"]);
});

test("a document that is lost can be reopened, and its end is not told to those who keep it", async () => {
  const core = stub();
  const journal = new Journal(core);
  await journal.call("edit.open", openRequest, { bufs: positions() });
  const heard: JournalEvent[] = [];
  journal.onChange = (event) => heard.push(event);
  journal.lose();
  expect(journal.record).toBeNull();
  expect(journal.previous?.name).toBe("a");
  expect(heard).toEqual([]);
});

test("documents that were replaced come back one after the other", async () => {
  const core = stub();
  const journal = new Journal(core);
  for (const name of ["a", "b", "c"]) await journal.call("edit.open", { ...openRequest, name }, { bufs: positions() });
  await journal.call("edit.close", {});
  const reopened: (string | undefined)[] = [];
  for (let i = 0; i < 2; i++) {
    await journal.reopen();
    reopened.push(journal.record?.name);
    await journal.call("edit.close", {});
  }
  expect(reopened).toEqual(["c", "c"]);
  await journal.reopen();
  await journal.reopen();
  expect(journal.record?.name).toBe("b");
  await journal.reopen();
  expect(journal.record?.name).toBe("c");
});
