// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from "vitest";
import { useContextMenu } from "../state/contextMenu";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";
import { changeOf } from "../state/stubCore";
import { provideView, useView, type ViewHandle } from "../state/view";
import { bondOrder, openMenu, showMenu } from "./contextMenu";
import { matches } from "./shortcut";

const at = { x: 30, y: 40 };
const menu = () => useContextMenu.getState().menu;
const selected = () => useSelection.getState().atoms;

beforeEach(() => {
  document.body.innerHTML = '<div class="view-canvas"></div>';
  const canvas = document.querySelector(".view-canvas") as HTMLElement;
  canvas.getBoundingClientRect = () => new DOMRect(44, 40, 900, 600);
  const { json, bufs } = changeOf(4, { bonds: 2 }, { opened: true });
  useDocument.getState().commit(json, {
    ...bufs,
    bonds: Uint32Array.of(0, 1, 2, 1),
    bondOrders: Uint8Array.of(1, 2),
  });
  useSelection.getState().clear();
  useContextMenu.getState().close();
  useView.getState().setPreview(null);
  provideView({
    project: (atom: number) => (atom === 3 ? { x: -50, y: 0 } : { x: 100 + atom, y: 200 }),
  } as unknown as ViewHandle);
});

describe("a menu", () => {
  test("of an atom that is not selected selects it", () => {
    useSelection.getState().select([0]);
    openMenu({ kind: "atom", atom: 2 }, at);
    expect(menu()).toEqual({ target: { kind: "atoms", atom: 2 }, at });
    expect(selected()).toEqual([2]);
  });

  test("of a selected atom is about the selection", () => {
    useSelection.getState().select([0, 2]);
    openMenu({ kind: "atom", atom: 2 }, at);
    expect(selected()).toEqual([0, 2]);
  });

  test("of a bond selects its ends; of empty space it leaves the selection", () => {
    openMenu({ kind: "bond", bond: 1, atoms: [2, 1] }, at);
    expect(menu()?.target).toEqual({ kind: "bond", atoms: [2, 1] });
    expect(selected()).toEqual([2, 1]);
    openMenu(null, at);
    expect(menu()?.target).toEqual({ kind: "space" });
    expect(selected()).toEqual([2, 1]);
  });

  test("does not open over a preview", () => {
    useView.getState().setPreview({ cell: null, atoms: true });
    openMenu(null, at);
    expect(menu()).toBeNull();
  });
});

describe("the key for the menu", () => {
  const press = (key: string, shiftKey = false) => ({ key, shiftKey, ctrlKey: false, metaKey: false, altKey: false });

  test("is the one that keyboards have, or Shift and F10", () => {
    const { shortcut = "" } = showMenu;
    expect(matches(shortcut, press("ContextMenu"))).toBe(true);
    expect(matches(shortcut, press("F10", true))).toBe(true);
    expect(matches(shortcut, press("F10"))).toBe(false);
  });

  test.each([
    [[1], { kind: "atoms", atom: 1 }, { x: 101, y: 200 }],
    [[0, 2], { kind: "atoms", atom: 2 }, { x: 102, y: 200 }],
    [[1, 2], { kind: "bond", atoms: [1, 2] }, { x: 102, y: 200 }],
    [[], { kind: "space" }, { x: 494, y: 340 }],
    [[3], { kind: "atoms", atom: 3 }, { x: 494, y: 340 }],
  ])("with %j selected", (atoms, target, place) => {
    useSelection.getState().select(atoms);
    void showMenu.run();
    expect(menu()).toEqual({ target, at: place });
  });
});

test("the order of a bond is that of either direction, 0 for none", () => {
  expect([bondOrder(1, 0), bondOrder(1, 2), bondOrder(0, 2)]).toEqual([1, 2, 0]);
});
