import { beforeEach, expect, test } from "vitest";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { changeOf, StubCore } from "../state/stubCore";
import { provideView, type ViewHandle } from "../state/view";
import { placeMolecule } from "./placeMolecule";

let core: StubCore;
let revealed: number[];

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
  revealed = [];
  const camera = { target: [7, 8, 9] as const, rotation: [0, 0, 0, 1] as const, distance: 30, position: [0, 0, 0] };
  provideView({ camera: () => camera, reveal: (from: number) => revealed.push(from) } as unknown as ViewHandle);
  useDocument.getState().close();
  useNotices.setState({ list: [], current: null, announcement: "" });
});

function open(cell: number[] | null) {
  const { json, bufs } = changeOf(1, { cell }, { opened: true });
  useDocument.getState().commit(json, bufs);
}

const placed = () => [...((core.asked.at(-1)?.bufs.positions as Float64Array | undefined) ?? [])];

test("without a cell: where the core puts it, brought into the picture", async () => {
  open(null);
  expect(await placeMolecule("Argon", "block")).toBe(true);
  expect(placed()).toEqual(beside);
  expect(revealed).toEqual([1]);
  expect(useNotices.getState()).toMatchObject({ current: null, announcement: "Argon placed, 1 atom" });
});

test("in a cell: into it, near to what is looked at", async () => {
  open([20, 0, 0, 0, 20, 0, 0, 0, 20]);
  expect(await placeMolecule("Argon", "block")).toBe(true);
  placed().forEach((v, k) => {
    expect(Math.abs(v - ([7, 8, 9][k] ?? 0))).toBeLessThan(0.5);
  });
  expect(revealed).toEqual([1]);
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
