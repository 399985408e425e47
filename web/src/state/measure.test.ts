import { beforeEach, expect, test } from "vitest";
import { provideCore } from "./core";
import { useDocument } from "./document";
import { edit, withWatched } from "./edits";
import { useMeasure } from "./measure";
import { useSelection } from "./selection";
import { changeOf, StubCore } from "./stubCore";
import { LOST, STAYS } from "./watch";

let core: StubCore;
let revision = 1;

beforeEach(() => {
  core = new StubCore();
  provideCore(core);
  useSelection.getState().clear();
  open();
});

function open() {
  const { json, bufs } = changeOf(6, { revision: ++revision }, { opened: true });
  useDocument.getState().commit(json, bufs);
}

/** An edit after which the core finds the watched atoms in these rows; what it was asked to watch. */
async function step(rows: number[], cmd: "edit.undo" | "edit.redo" = "edit.undo"): Promise<number[] | null> {
  core.answers.set(cmd, () => {
    const { json, bufs } = changeOf(6, { revision: ++revision });
    return { json, bufs: { ...bufs, watched: Uint32Array.from(rows) } };
  });
  await edit(cmd, {});
  const { watch } = core.asked.at(-1)?.bufs ?? {};
  return watch ? Array.from(watch as Uint32Array) : null;
}

const add = (...atoms: number[]) => useMeasure.getState().add(atoms);
const now = () => useMeasure.getState().list.map(({ atoms }) => atoms);

test("measurements follow their atoms; with those that go they wait for them to come back", async () => {
  add(0, 1);
  add(4, 2, 5);
  expect(await step([0, 1, 3, 2, 4])).toEqual([0, 1, 4, 2, 5]);
  expect(now()).toEqual([
    [0, 1],
    [3, 2, 4],
  ]);
  expect(await step([LOST, 0, 2, 1, 3])).toEqual([0, 1, 3, 2, 4]);
  expect(now()).toEqual([[2, 1, 3]]);
  add(1, 0);
  // Known rows are named anew; of what is lost, its entry in the list before.
  expect(await step([2, 1, 3, 1, 0, 0, 1])).toEqual([2, 1, 3, 1, 0, STAYS, 0]);
  expect(now()).toEqual([
    [0, 1],
    [2, 1, 3],
    [1, 0],
  ]);
});

test("a measured atom whose place is set is followed too", async () => {
  add(0, 5);
  core.answers.set("edit.measure", () => {
    const { json, bufs } = changeOf(6, { revision: ++revision });
    return { json: { value: 1, unit: "Å", change: json }, bufs: { ...bufs, watched: Uint32Array.of(0, 5) } };
  });
  await withWatched("edit.measure", { atoms: [0, 5], set: 1 }, undefined, ({ json, bufs }) => {
    if (json.change) useDocument.getState().commit(json.change, bufs);
  });
  expect(core.asked[0]?.bufs.watch).toEqual(Uint32Array.of(0, 5));
  expect(now()).toEqual([[0, 5]]);
});

test("of two edits at once only the first names rows, which may be others for the second", async () => {
  add(0, 5);
  const first = step([0, 4]);
  const second = step([0, 3], "edit.redo");
  await first;
  await second;
  expect(core.asked.map(({ bufs }) => bufs.watch)).toEqual([Uint32Array.of(0, 5), undefined]);
  expect(now()).toEqual([[0, 3]]);
});

test("another document, and Clear, take what waits along", async () => {
  add(0, 5);
  await step([LOST, 5]);
  open();
  expect(await step([0, 5])).toBeNull();
  expect(now()).toEqual([]);
  add(0, 5);
  await step([LOST, 5]);
  useMeasure.getState().clear();
  expect(await step([0, 5])).toBeNull();
  expect(now()).toEqual([]);
});

test("a core that takes the place of another one has the same atoms", async () => {
  add(0, 5);
  await step([0, 5]);
  const { state, arrays } = useDocument.getState();
  if (!state) throw new Error("no document");
  useDocument.getState().restore({ ...state, revision: ++revision }, { ...arrays }, false);
  expect(now()).toEqual([[0, 5]]);
  expect(await step([0, 4])).toEqual([0, 5]);
  expect(now()).toEqual([[0, 4]]);
});
