import { beforeEach, describe, expect, it } from "vitest";
import { noArrays, useDocument } from "./document";
import { isUndone, useNotices } from "./notices";
import { changeOf } from "./stubCore";

const step = (id: string) => ({ id, label: id, detail: "", author: "person" as const });

/** The document with these steps; redo holds the others. */
function show(ids: string[], opened = false) {
  const { json, bufs } = changeOf(3, { steps: ids.map(step) }, { opened });
  useDocument.getState().commit(json, bufs);
}

const current = () => useNotices.getState().current;
const notify = (title: string, lasting = false) =>
  useNotices.getState().notify({ level: "info", title, ...(lasting ? { lasting } : {}) });

beforeEach(() => {
  useNotices.setState({ list: [], current: null });
  useDocument.setState({ state: null, arrays: noArrays });
  show(["s1"], true);
});

describe("a notice about a step", () => {
  it("goes with Undo, and the list says that it was undone", () => {
    show(["s1", "s2"]);
    notify("Added 4 hydrogens");
    expect(current()?.title).toBe("Added 4 hydrogens");
    show(["s1"]);
    expect(current()).toBeNull();
    const [past] = useNotices.getState().list;
    expect(past && isUndone(past)).toBe(true);
    show(["s1", "s2"]);
    expect(past && isUndone(past)).toBe(false);
  });

  it("goes with the next step and with another document", () => {
    notify("Built");
    show(["s1", "s2"]);
    expect(current()).toBeNull();
    notify("Added");
    show([], true);
    expect(current()).toBeNull();
    expect(useNotices.getState().list.some(isUndone)).toBe(false);
  });

  it("stays while the document is only renamed or saved", () => {
    notify("Built");
    show(["s1"]);
    expect(current()?.title).toBe("Built");
  });
});

it("a notice about something else stays", () => {
  notify("A new version is ready", true);
  show(["s1", "s2"]);
  show([], true);
  expect(current()?.title).toBe("A new version is ready");
});

it("what was read out goes with another step, Undo and another document, and stays while the document is saved", () => {
  const said = () => useNotices.getState().announcement;
  const say = () => useNotices.getState().announce("Measured 2.229 Å");
  for (const move of [() => show(["s1", "s2"]), () => show(["s1"]), () => show(["s1"], true)]) {
    say();
    move();
    expect(said()).toBe("");
  }
  say();
  show(["s1"]);
  expect(said()).toBe("Measured 2.229 Å");
});
