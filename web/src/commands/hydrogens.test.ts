import { beforeEach, expect, test } from "vitest";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { changeCharge, lowerCharge } from "./charge";
import { addHydrogens, adjustHydrogens, changeHydrogens, removeHydrogens } from "./hydrogens";

let core: StubCore;

beforeEach(() => {
  core = new StubCore();
  provideCore(core);
  useDocument.getState().close();
  useSelection.getState().clear();
  useNotices.setState({ list: [], current: null, announcement: "" });
});

/** A document of so many oxygen atoms, at revision 1. */
function open(atoms: number) {
  const { json, bufs } = changeOf(atoms, {}, { opened: true });
  useDocument.getState().commit(json, bufs);
}

/** What the core answers when it added or removed some; `rows` are those of the selected atoms. */
function answer(hydrogens: number, notes: string[] = [], removed = 0, rows: number[] | null = null) {
  core.answers.set("edit.hydrogens", () => {
    const change = changeOf(3 + hydrogens, { revision: 2 }, { atomsFrom: 3, added: [3, 3 + hydrogens] });
    return {
      json: { ...change.json, hydrogens, removed, atoms: 2, notes },
      bufs: { ...change.bufs, ...(rows?.length ? { watched: Uint32Array.from(rows) } : {}) },
    };
  });
}

test("the whole document without a selection, and how many came", async () => {
  open(3);
  answer(5);
  await addHydrogens.run();
  expect(core.asked.at(-1)).toEqual({ cmd: "edit.hydrogens", request: { ifRevision: 1 }, bufs: {} });
  expect(useDocument.getState().state?.atoms).toBe(8);
  const { current, announcement } = useNotices.getState();
  expect(current).toMatchObject({ level: "info", title: "Added 5 hydrogens", text: "to 2 atoms." });
  expect(announcement).toBe("Added 5 hydrogens to 2 atoms.");
});

test("the selected atoms, which stay selected", async () => {
  open(3);
  answer(1, ["1 molecule left without: C #0: five bonds"], 0, [2, 0]);
  useSelection.getState().select([2, 0]);
  await addHydrogens.run();
  expect(core.asked.at(-1)?.bufs).toEqual({ atoms: Uint32Array.of(2, 0), watch: Uint32Array.of(2, 0) });
  expect(useSelection.getState().atoms).toEqual([2, 0]);
  expect(useNotices.getState().current).toMatchObject({ level: "warning", title: "Added 1 hydrogen" });
});

test("nothing to add says so", async () => {
  open(3);
  answer(0);
  await changeHydrogens("add", []);
  expect(useNotices.getState().current?.title).toBe("The structure has all hydrogens that the bonds leave room for.");
  await changeHydrogens("remove", [1]);
  expect(useNotices.getState().current?.title).toBe("The selected atoms have no hydrogens to remove.");
});

test("a refusal is told and changes nothing", async () => {
  open(3);
  core.fail("edit.hydrogens", new Error("the structure has no bonds"));
  await addHydrogens.run();
  expect(useNotices.getState().current).toMatchObject({
    level: "error",
    title: "Could not add hydrogens:",
    text: "the structure has no bonds",
  });
  expect(useDocument.getState().state?.atoms).toBe(3);
});

test("a second press before the answer does nothing", async () => {
  open(3);
  answer(5);
  await Promise.all([addHydrogens.run(), addHydrogens.run()]);
  expect(core.names()).toEqual(["edit.hydrogens"]);
});

test("enabled where there is something to do", () => {
  expect([addHydrogens.enabled?.(), removeHydrogens.enabled?.(), lowerCharge.enabled?.()]).toEqual([
    false,
    false,
    false,
  ]);
  open(3);
  expect([addHydrogens.enabled?.(), removeHydrogens.enabled?.()]).toEqual([true, false]);
  const { arrays } = useDocument.getState();
  useDocument.setState({ arrays: { ...arrays, elements: Uint8Array.of(8, 1, 1) } });
  expect(removeHydrogens.enabled?.()).toBe(true);
  useSelection.getState().select([0]);
  expect(lowerCharge.enabled?.()).toBe(true);
});

test("adjusting says what came and what went, and rows that moved stay selected", async () => {
  open(3);
  answer(2, [], 1, [1]);
  useSelection.getState().select([2]);
  await adjustHydrogens.run();
  expect(core.asked.at(-1)?.request).toEqual({ adjust: true, ifRevision: 1 });
  expect(useNotices.getState().announcement).toBe("Added 2 and removed 1 hydrogen at 2 atoms.");
  expect(useSelection.getState().atoms).toEqual([1]);
  answer(0, [], 0, []);
  await changeHydrogens("adjust", []);
  expect(useNotices.getState().current?.title).toBe("The structure has the hydrogens that bonds and charges ask for.");
});

test("the charge of the selected atoms changes with their hydrogens, and they stay selected", async () => {
  open(3);
  answer(1, [], 0, [2, 0]);
  useSelection.getState().select([2, 0]);
  await changeCharge(-1);
  const { request, bufs } = core.asked.at(-1) ?? {};
  expect(request).toEqual({ ops: [{ op: "set_charge", atoms: [2, 0], by: -1 }], ifRevision: 1 });
  expect(bufs).toEqual({ atoms: Uint32Array.of(2, 0), watch: Uint32Array.of(2, 0) });
  expect(useSelection.getState().atoms).toEqual([2, 0]);
  expect(useNotices.getState().current?.title).toBe("Added 1 hydrogen");
});

test("a charge that no hydrogen follows says nothing; one that is refused says why", async () => {
  open(3);
  answer(0, [], 0, [1]);
  useSelection.getState().select([1]);
  await changeCharge(1);
  expect(useNotices.getState().current).toBeNull();
  answer(0, ["1 molecule left without: O #1: two bonds more than its charge allows"], 0, [1]);
  await changeCharge(1);
  expect(useNotices.getState().current).toMatchObject({
    level: "warning",
    title: "The hydrogens stayed as they were.",
  });
});
