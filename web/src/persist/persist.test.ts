import { afterEach, expect, test, vi } from "vitest";
import { journal, provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useFiles } from "../state/files";
import { changeOf, StubCore } from "../state/stubCore";
import type { SessionInfo, SessionStore } from "./database";
import { restore, startPersistence } from "./persist";

const written: SessionInfo[] = [];
const store: SessionStore = {
  list: async () => [],
  read: async () => [{ cmd: "edit.open", request: {}, bufs: {} }],
  replace: async (info) => void written.push(info),
  add: async (info) => void written.push(info),
  note: async (info) => void written.push(info),
  drop: async () => undefined,
};
vi.mock("./database", () => ({ openSessions: async () => store }));
vi.mock("./tab", () => ({
  holdTab: async () => undefined,
  livingTabs: async () => () => false,
  whileFree: async (_: string, work: () => Promise<void>) => {
    await work();
    return true;
  },
}));
afterEach(() => vi.unstubAllGlobals());

test("what is restored is saved as before: in its format, with its options", async () => {
  vi.stubGlobal("navigator", { locks: {} });
  const core = new StubCore();
  core.answers.set("edit.open", () => changeOf(3, { dirty: true }, { opened: true }));
  core.answers.set("edit.apply", () => changeOf(3, { dirty: true, revision: 2 }));
  provideCore(core);
  await startPersistence();
  const session: SessionInfo = { id: "a", name: "a", atoms: 3, steps: 1, dirty: true, changed: 0, format: "lammps" };
  const saved = { name: "b.data", document: "a" };
  await restore({ ...session, options: { style: "charge" }, saved });
  expect(useFiles.getState()).toMatchObject({ format: "lammps", options: { style: "charge" }, saved });
  // Kept for this tab at once, and with each step.
  await vi.waitFor(() => expect(written.at(-1)).toMatchObject({ format: "lammps", options: { style: "charge" } }));
  written.length = 0;
  await journal()?.call("edit.apply", { label: "", author: "person", ops: [] });
  await vi.waitFor(() => expect(written.at(-1)).toMatchObject({ format: "lammps", options: { style: "charge" } }));

  // Of an older page.
  await restore(session);
  expect(useFiles.getState()).toMatchObject({ format: "lammps", options: {}, saved: null });
  expect(useDocument.getState().state?.atoms).toBe(3);
});
