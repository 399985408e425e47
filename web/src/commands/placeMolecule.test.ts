import { beforeEach, expect, test } from "vitest";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { changeOf, StubCore } from "../state/stubCore";
import { provideView, type ViewHandle } from "../state/view";
import { placeMolecule } from "./placeMolecule";

let core: StubCore;
/** Whether the picture holds what was placed, and how often everything was shown. */
let seen: boolean;
let shown: number;

/** Where the core puts the atom: beside. */
const beside = [30, 5, 5];

beforeEach(() => {
  core = new StubCore();
  core.answers.set("molecule.place", () => ({
    json: { structure: { atoms: 1, bonds: 0, cell: null }, name: "argon" },
    bufs: { positions: Float64Array.from(beside), elements: Uint8Array.of(18) },
  }));
  core.answers.set("edit.apply", () => changeOf(2, { revision: 2 }, { atomsFrom: 1, added: [1, 2] }));
  provideCore(core);
  seen = true;
  shown = 0;
  const camera = { target: [7, 8, 9] as const, rotation: [0, 0, 0, 1] as const, distance: 30, position: [0, 0, 0] };
  provideView({
    camera: () => camera,
    shows: (from: number) => seen || from !== 1,
    showAll: () => shown++,
  } as unknown as ViewHandle);
  useDocument.getState().close();
  useNotices.setState({ list: [], current: null, announcement: "" });
});

function open(cell: number[] | null) {
  const { json, bufs } = changeOf(1, { cell }, { opened: true });
  useDocument.getState().commit(json, bufs);
}

const placed = () => [...((core.asked.at(-1)?.bufs.positions as Float64Array | undefined) ?? [])];

test("without a cell: where the core puts it, in the picture", async () => {
  open(null);
  expect(await placeMolecule("Argon", "block")).toBe(true);
  expect(placed()).toEqual(beside);
  expect(useNotices.getState()).toMatchObject({ current: null, announcement: "Argon placed, 1 atom" });
});

test("beside the picture: the camera stays, and a notice offers to show everything", async () => {
  open(null);
  seen = false;
  expect(await placeMolecule("Argon", "block")).toBe(true);
  expect(shown).toBe(0);
  const { current } = useNotices.getState();
  expect(current).toMatchObject({ level: "info", title: "Placed Argon beside the picture." });
  current?.action?.run();
  expect(shown).toBe(1);
});

test("in a cell: into it, near to what is looked at", async () => {
  open([20, 0, 0, 0, 20, 0, 0, 0, 20]);
  expect(await placeMolecule("Argon", "block")).toBe(true);
  placed().forEach((v, k) => {
    expect(Math.abs(v - ([7, 8, 9][k] ?? 0))).toBeLessThan(0.5);
  });
});

test("a full cell: beside, and that is said", async () => {
  open([2.2, 0, 0, 0, 2.2, 0, 0, 0, 2.2]);
  expect(await placeMolecule("Argon", "block")).toBe(true);
  expect(placed()).toEqual(beside);
  expect(useNotices.getState().current).toMatchObject({
    level: "warning",
    title: "The cell has no room for Argon.",
  });
});
