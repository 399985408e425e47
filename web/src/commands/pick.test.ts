import { beforeEach, describe, expect, test } from "vitest";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import { pickEvents } from "./pick";

const plain = { shift: false, mod: false };
const shift = { shift: true, mod: false };
const at = { x: 10, y: 10 };
const selected = () => useSelection.getState().atoms;

describe("a click with the Select tool", () => {
  beforeEach(() => {
    useUi.getState().set({ tool: "select" });
    useSelection.getState().select([7]);
  });

  test("on an atom selects only it", () => {
    pickEvents.onPick({ kind: "atom", atom: 3 }, plain, at);
    expect(selected()).toEqual([3]);
  });

  test("with Shift adds the atom, and takes it away again", () => {
    pickEvents.onPick({ kind: "atom", atom: 3 }, shift, at);
    expect(selected()).toEqual([7, 3]);
    pickEvents.onPick({ kind: "atom", atom: 3 }, shift, at);
    expect(selected()).toEqual([7]);
  });

  test("on a bond selects both ends", () => {
    pickEvents.onPick({ kind: "bond", bond: 0, atoms: [1, 2] }, plain, at);
    expect(selected()).toEqual([1, 2]);
  });

  test("beside everything clears, but not with Shift", () => {
    pickEvents.onPick(null, shift, at);
    expect(selected()).toEqual([7]);
    pickEvents.onPick(null, plain, at);
    expect(selected()).toEqual([]);
  });
});

test("a click beside everything with the Delete tool keeps the selection", () => {
  useUi.getState().set({ tool: "delete" });
  useSelection.getState().select([7]);
  pickEvents.onPick(null, plain, at);
  expect(selected()).toEqual([7]);
});
