import { beforeEach, expect, test, vi } from "vitest";
import { CoreError } from "../core";
import { cancelled } from "../core/error";
import type { CleanUpReport } from "../core/protocol";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useJob } from "../state/job";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { useTools } from "../state/tools";
import { providePageWorker } from "../tools/worker";
import { cancelJob, cleanUp, cleanUpGeometry, cleanUpTogether, newConformer, noticeOf } from "./cleanUp";

const fine: CleanUpReport = {
  molecules: 1,
  converged: 1,
  uff: 0,
  guessed: 0,
  held: 0,
  before: 41.26,
  after: -2.14,
  incomplete: 0,
  failed: 0,
  failures: [],
  notes: [],
};

let core: StubCore;
let worker: StubCore;

beforeEach(() => {
  core = new StubCore();
  worker = new StubCore();
  core.answer("edit.structure", { structure: { atoms: 2, bonds: 1, cell: null } }, { positions: new Float64Array(6) });
  core.answers.set("edit.apply", () => changeOf(2, { revision: 2, bonds: 1 }));
  provideCore(core);
  providePageWorker(worker);
  useTools.setState({ page: "ready", run: null });
  useSelection.getState().clear();
  useJob.getState().end();
  useNotices.setState({ list: [], current: null, announcement: "" });
  const { json, bufs } = changeOf(2, { bonds: 1 }, { opened: true });
  useDocument.getState().commit(json, bufs);
});

function answers(report: Partial<CleanUpReport>) {
  const bufs = { atoms: Uint32Array.of(0, 1), positions: Float64Array.of(1, 2, 3, 4, 5, 6) };
  worker.answer("structure.cleanUp", { ...fine, ...report }, bufs);
}

test("one step for the revision it was for; the selection and the energies stay", async () => {
  answers({});
  useSelection.getState().select([1]);
  await cleanUp.run();
  const [asked] = worker.asked;
  expect(asked?.request).toEqual({ structure: { atoms: 2, bonds: 1, cell: null } });
  expect(asked?.bufs.atoms).toEqual(Uint32Array.of(1));
  const apply = core.asked.at(-1);
  expect(apply?.request).toEqual({
    label: "Clean up geometry",
    author: "person",
    ops: [{ op: "replace_positions" }],
    ifRevision: 1,
  });
  expect(apply?.bufs.positions).toEqual(Float64Array.of(1, 2, 3, 4, 5, 6));
  expect(useSelection.getState().atoms).toEqual([1]);
  expect(useNotices.getState().current).toMatchObject({
    level: "info",
    title: "Cleaned up 1 molecule.",
    text: "MMFF94s energy 41.3 → −2.1 kcal/mol.",
  });
  expect(useJob.getState().job).toBeNull();
});

test("the atoms of a part are named", async () => {
  const { json, bufs } = changeOf(3, { bonds: 1 }, { opened: true });
  useDocument.getState().commit(json, bufs);
  answers({});
  await cleanUp.run();
  expect(core.asked.at(-1)?.request).toMatchObject({ ops: [{ op: "replace_positions", atoms: [0, 1] }] });
});

test("a new conformer has a seed", async () => {
  answers({ molecules: 3, converged: 3 });
  await newConformer.run();
  expect(worker.asked[0]?.request).toMatchObject({ embed: true, seed: expect.any(Number) });
  expect(core.asked.at(-1)?.request).toMatchObject({ label: "New conformers of 3 molecules" });
  expect(useNotices.getState().current?.title).toBe("New conformers of 3 molecules.");
});

test("all together is said to the worker and in the history", async () => {
  answers({ molecules: 64, converged: 0, held: 12, notes: ["The largest force is still 0.5 kcal/mol/Å."] });
  await cleanUpTogether.run();
  expect(worker.asked[0]?.request).toEqual({ structure: { atoms: 2, bonds: 1, cell: null }, together: true });
  expect(core.asked.at(-1)?.request).toMatchObject({ label: "Relax 64 molecules, others held" });
  expect(useNotices.getState().current).toMatchObject({
    level: "warning",
    title: "Relaxed 64 molecules, 12 atoms held.",
    text: "MMFF94s energy 41.3 → −2.1 kcal/mol.",
    warnings: ["The largest force is still 0.5 kcal/mol/Å."],
  });
  expect(noticeOf({ ...fine, molecules: 64 }, "together", []).title).toBe("Relaxed 64 molecules together.");
});

test("a structure that changed meanwhile keeps its change, and offers to run again", async () => {
  answers({});
  core.fail("edit.apply", new CoreError("STALE", "the document has changed in the meantime"));
  await cleanUpGeometry("alone");
  expect(useNotices.getState().current).toMatchObject({
    level: "warning",
    title: "The structure was changed meanwhile.",
    action: { label: "Run again" },
  });
});

const step = (id: string) => ({ id, label: "Move", detail: "", author: "person" as const });

/** The document after a change that is not an edit of its atoms, or is. */
function becomes(state: Parameters<typeof changeOf>[1]) {
  const { json, bufs } = changeOf(2, { bonds: 1, ...state });
  useDocument.getState().commit(json, bufs);
}

test("a save, and a look at the original, are no changes of the structure", async () => {
  answers({});
  const running = cleanUpGeometry("alone");
  becomes({ revision: 2, original: true });
  becomes({ revision: 3 });
  await running;
  expect(core.asked.at(-1)?.request).toMatchObject({ label: "Clean up geometry", ifRevision: 3 });
  expect(useNotices.getState().current?.title).toBe("Cleaned up 1 molecule.");
});

test("the result waits while the original is shown, and lands when it is put away", async () => {
  answers({});
  const running = cleanUpGeometry("alone");
  becomes({ revision: 2, original: true });
  await vi.waitFor(() => expect(useNotices.getState().current?.title).toBe("The result waits."));
  expect(core.names()).toEqual(["edit.structure"]);
  expect(useJob.getState().job).not.toBeNull();
  core.answers.set("edit.original", () => changeOf(2, { revision: 3, bonds: 1 }));
  useNotices.getState().current?.action?.run();
  await running;
  expect(core.names()).toEqual(["edit.structure", "edit.original", "edit.apply"]);
  expect(core.asked.at(-1)?.request).toMatchObject({ ifRevision: 3 });
  expect(useNotices.getState().current?.title).toBe("Cleaned up 1 molecule.");
});

test("what waits can be cancelled, and is dropped when the edits are others by then", async () => {
  for (const end of [() => cancelJob.run(), () => becomes({ revision: 3, steps: [step("s1")] })]) {
    answers({});
    core.answer(
      "edit.structure",
      { structure: { atoms: 2, bonds: 1, cell: null } },
      { positions: new Float64Array(6) },
    );
    const running = cleanUpGeometry("alone");
    becomes({ revision: 2, original: true });
    await vi.waitFor(() => expect(useJob.getState().job?.fraction).toBe(1));
    end();
    await running;
    expect(core.names()).not.toContain("edit.apply");
    expect(useJob.getState().job).toBeNull();
    becomes({ revision: 4 });
  }
  const told = useNotices.getState().list.map(({ title }) => title);
  expect(told).toContain("Cancelled.");
  expect(told).toContain("The structure was changed meanwhile.");
});

test("cancel leaves everything as it was", async () => {
  worker.answers.set("structure.cleanUp", () => {
    cancelJob.run();
    throw cancelled();
  });
  const running = cleanUpGeometry("alone");
  expect(cleanUp.enabled?.()).toBe(false);
  await running;
  expect(core.names()).toEqual(["edit.structure"]);
  expect(useNotices.getState().current?.title).toBe("Cancelled.");
  expect(cleanUp.enabled?.()).toBe(true);
});

test("nothing moved: no step", async () => {
  answers({ molecules: 0, converged: 0, incomplete: 1 });
  await cleanUpGeometry("alone");
  expect(core.names()).toEqual(["edit.structure"]);
  expect(useNotices.getState().current).toMatchObject({
    level: "warning",
    title: "Nothing was changed.",
    warnings: ["1 molecule stayed as it was: hydrogens are missing, and every one must be an atom."],
    action: { label: "Add hydrogens" },
  });
});

test("a failure is told", async () => {
  worker.fail("structure.cleanUp", new Error("out of memory"));
  await cleanUpGeometry("alone");
  expect(useNotices.getState().current).toMatchObject({
    level: "error",
    title: "Could not clean up:",
    text: "out of memory",
  });
});

test("needs bonds, and no other run", () => {
  expect(cleanUp.enabled?.()).toBe(true);
  const { json, bufs } = changeOf(2, { bonds: 0 });
  useDocument.getState().commit(json, bufs);
  expect(cleanUp.enabled?.()).toBe(false);
});

test("what the words say", () => {
  expect(noticeOf({ ...fine, molecules: 0, converged: 0 }, "alone", [])).toMatchObject({
    level: "info",
    title: "There is no molecule to clean up.",
  });
  expect(noticeOf({ ...fine, before: null }, "alone", []).text).toBe("MMFF94s energy −2.1 kcal/mol.");
  expect(noticeOf({ ...fine, before: 3.2e7 }, "alone", []).text).toBe("MMFF94s energy 3.20e+7 → −2.1 kcal/mol.");
  const mixed = noticeOf(
    {
      ...fine,
      molecules: 4,
      converged: 3,
      uff: 1,
      guessed: 2,
      failed: 2,
      failures: [{ atom: 7, reason: "carbon atom 7 has valence 5" }],
      notes: ["a ring is strained"],
    },
    "alone",
    [],
  );
  expect(mixed.text).toBe("MMFF94s and UFF energy 41.3 → −2.1 kcal/mol.");
  expect(mixed.warnings).toEqual([
    "2 molecules stayed as they were: #7: carbon atom 7 has valence 5 (the first of them)",
    "1 molecule not yet at the minimum; run it once more.",
    "UFF was used for 1 molecule that MMFF94 does not cover.",
    "2 molecules taken as charged, as the bonds ask for it; set the charges to be sure.",
    "a ring is strained",
  ]);
  expect(noticeOf({ ...fine, uff: 1 }, "alone", []).text).toMatch(/^UFF energy/);
});
