// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useDocument } from "../state/document";
import { useMeasure } from "../state/measure";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import { view as mounted, useView } from "../state/view";
import { MANY } from "./moving";
import { shiftBy, turnAround } from "./rigid";
import { Rows } from "./rows";
import { type Picked, View } from "./View";

// There is no WebGL here: everything but the drawing has to work all the same.

let canvas: HTMLCanvasElement;
let view: View;
let picks: (Picked | null)[];
let doubles: Picked[];

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const container = document.createElement("div");
  canvas = document.createElement("canvas");
  canvas.setPointerCapture = () => undefined;
  container.append(canvas);
  document.body.replaceChildren(container);
  const box = new DOMRect(44, 40, 900, 600);
  container.getBoundingClientRect = () => box;
  canvas.getBoundingClientRect = () => box;
  picks = [];
  doubles = [];
  useDocument.getState().close();
  useSelection.getState().clear();
  view = new View(
    canvas,
    container,
    { onPick: (picked) => picks.push(picked), onDoublePick: (picked) => doubles.push(picked) },
    { animate: false, describedBy: "info" },
  );
});

afterEach(() => view.dispose());

/** Three atoms in a row along x, 2 Å apart, with bonds. */
function commit({ atoms = 3, opened = true, cell = null as number[] | null, from = 0 } = {}): void {
  const positions = Float64Array.from({ length: 3 * atoms }, (_, k) => (k % 3 === 0 ? (2 * k) / 3 : 0));
  const bonds = Array.from({ length: atoms - 1 }, (_, i) => [i, i + 1]).flat();
  const state = { revision: 1, name: "row", atoms, bonds: atoms - 1, cell };
  useDocument.getState().commit({ state, atomsFrom: from, bondsFrom: 0, opened } as never, {
    positions: positions.slice(3 * from),
    elements: new Uint8Array(atoms - from).fill(6),
    bonds: Uint32Array.from(bonds),
    bondOrders: new Uint8Array(atoms - 1).fill(1),
  });
}

function click(at: { x: number; y: number } | null): void {
  const init = { pointerId: 1, pointerType: "mouse", button: 0, clientX: at?.x ?? 0, clientY: at?.y ?? 0 };
  canvas.dispatchEvent(new PointerEvent("pointerdown", init));
  canvas.dispatchEvent(new PointerEvent("pointerup", init));
}

function wheel(deltaY: number): void {
  // The WheelEvent of this test environment has no place.
  canvas.dispatchEvent(Object.assign(new WheelEvent("wheel", { deltaY }), { clientX: 100, clientY: 100 }));
}

describe("View", () => {
  test("says that it cannot draw, and names itself for screen readers", async () => {
    expect(useUi.getState().drawing).toBe("missing");
    expect(await view.settled()).toBe(false);
    expect(canvas.getAttribute("role")).toBe("img");
    expect(canvas.getAttribute("aria-label")).toBe("3D view of the structure");
    expect(canvas.getAttribute("aria-describedby")).toBe("info");
    expect(mounted()).toBe(view);
  });

  test("a click where an atom is drawn picks it", () => {
    commit();
    for (const atom of [0, 1, 2]) click(view.project(atom));
    expect(picks).toEqual([0, 1, 2].map((atom) => ({ kind: "atom", atom })));
  });

  test("a click between two atoms picks their bond, one beside everything nothing", () => {
    commit();
    const [a, b] = [view.project(0), view.project(1)];
    click({ x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2 });
    click({ x: 50, y: 50 });
    expect(picks).toEqual([{ kind: "bond", bond: 0, atoms: [0, 1] }, null]);
  });

  test("atoms that came beside the picture are known to, and brought into it on request only", () => {
    commit();
    const before = view.camera();
    expect(view.shows(0)).toBe(true);
    commit({ atoms: 40, opened: false, from: 3 });
    expect(view.shows(3)).toBe(false);
    expect(view.camera()).toEqual(before);
    view.showAll();
    expect(view.shows(0)).toBe(true);
    expect(view.camera().distance).toBeGreaterThan(2 * before.distance);
    expect(view.camera().rotation).toEqual(before.rotation);
    const far = view.project(39);
    expect(far?.x).toBeLessThan(944);
  });

  test("a double click is told apart", () => {
    commit();
    const at = view.project(2);
    canvas.dispatchEvent(new MouseEvent("dblclick", { clientX: at?.x ?? 0, clientY: at?.y ?? 0 }));
    expect(doubles).toEqual([{ kind: "atom", atom: 2 }]);
  });

  test("opening fits the camera, an edit never moves it", () => {
    commit();
    const camera = view.camera();
    commit({ atoms: 40, opened: false });
    expect(view.camera()).toEqual(camera);
    expect(view.project(39)).not.toBeNull();
    commit({ atoms: 40, opened: true });
    expect(view.camera().distance).toBeGreaterThan(camera.distance);
  });

  test("reset shows everything after the person went elsewhere", () => {
    commit();
    const camera = view.camera();
    wheel(300);
    expect(view.camera().distance).toBeGreaterThan(camera.distance);
    view.resetCamera();
    expect(view.camera()).toEqual(camera);
  });

  test("looking along an axis keeps a whole view whole and a detail where it is", () => {
    commit({ atoms: 20 });
    const wide = view.camera();
    view.lookAlong("x");
    expect(view.camera().distance).toBeLessThan(wide.distance + 20);
    expect(view.camera().position[0]).toBeGreaterThan(view.camera().target[0]);
    wheel(-300);
    const detail = view.camera();
    view.lookAlong("-y");
    expect(view.camera().target).toEqual(detail.target);
    expect(view.camera().distance).toBe(detail.distance);
  });

  test("a lattice axis needs a cell", () => {
    commit();
    const camera = view.camera();
    view.lookAlong("c");
    expect(view.camera()).toEqual(camera);
    commit({ cell: [9, 0, 0, 0, 9, 0, 0, 3, 9] });
    view.lookAlong("c");
    expect(view.camera().rotation).not.toEqual(camera.rotation);
  });

  test("the pointer over an atom or a bond is told to the page, and no more after an edit", async () => {
    commit();
    const hover = async (at: { x: number; y: number } | null) => {
      canvas.dispatchEvent(
        new PointerEvent("pointermove", { pointerType: "mouse", clientX: at?.x ?? 0, clientY: at?.y ?? 0 }),
      );
      await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
    };
    const [a, b] = [view.project(0), view.project(1)];
    await hover(a);
    expect(useView.getState().hover).toMatchObject({ kind: "atom", atom: 0, x: (a?.x ?? 0) - 44, y: (a?.y ?? 0) - 40 });
    expect(useSelection.getState().hovered).toBe(0);
    await hover({ x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2 });
    expect(useView.getState().hover).toMatchObject({ kind: "bond", bond: 0, atoms: [0, 1], order: 1, length: 2 });
    expect(useSelection.getState().hovered).toBeNull();
    commit({ opened: false });
    expect(useView.getState().hover).toBeNull();
  });

  test("atoms that are drawn elsewhere are there until the document changes, which stays as it is", () => {
    commit();
    const [before, other] = [view.project(1), view.project(2)];
    const { arrays } = useDocument.getState();
    const positions = arrays.positions.slice();
    view.drawMoved({ atoms: [1], by: shiftBy([0, 1, 0]) });
    view.drawMoved({ atoms: [1], by: shiftBy([0, 3, 0]) });
    expect(view.place(1)).toEqual([2, 3, 0]);
    expect(view.project(1)).not.toEqual(before);
    expect(view.project(2)).toEqual(other);
    expect(arrays.positions).toEqual(positions);
    view.drawMoved(null);
    expect(view.project(1)).toEqual(before);
    view.drawMoved({ atoms: [1], by: shiftBy([0, 3, 0]) });
    commit({ opened: false });
    expect(view.place(1)).toEqual([2, 0, 0]);
    view.drawMoved(null);
    expect(view.place(1)).toEqual([2, 0, 0]);
  });

  test("atoms that are moved while another edit comes are drawn where the document has them", () => {
    commit();
    const write = vi.spyOn(Rows.prototype, "set");
    // The x, y and z that were written last for an atom; its row of positions is the one of floats.
    const row = (atom: number) => {
      const at = write.mock.calls.findLastIndex(
        ([i], call) => i === atom && (write.mock.contexts[call] as Rows<Float32Array>).data instanceof Float32Array,
      );
      return write.mock.calls[at]?.slice(1, 4);
    };
    view.drawMoved({ atoms: [1], by: shiftBy([0, 0, 0]) });
    const before = row(1);
    view.drawMoved({ atoms: [1], by: shiftBy([0, 3, 0]) });
    expect(row(1)).not.toEqual(before);
    // Behind the moved atom: its row is said to be as it was.
    commit({ atoms: 4, opened: false, from: 3 });
    expect(row(1)).toEqual(before);
    view.drawMoved({ atoms: [1], by: shiftBy([0, 3, 0]) });
    useUi.getState().set({ drawStyle: "space" });
    expect(view.place(1)).toEqual([2, 0, 0]);
    expect(row(1)).toEqual(before);
    view.drawMoved(null);
    expect(view.place(1)).toEqual([2, 0, 0]);
    useUi.getState().set({ drawStyle: "ballStick" });
    write.mockRestore();
  });

  test("many atoms glide: no row is written while they are dragged, and they are where they are drawn", async () => {
    const atoms = MANY + 10;
    commit({ atoms });
    const { arrays } = useDocument.getState();
    const positions = arrays.positions.slice();
    const start = view.place(5);
    const all = Array.from({ length: atoms - 1 }, (_, i) => i);
    useMeasure.getState().add([5, 6]);
    const write = vi.spyOn(Rows.prototype, "set");
    view.drawMoved({ atoms: all, by: shiftBy([0, 1, 0]) });
    write.mockClear();
    view.drawMoved({ atoms: all, by: turnAround([0, 0, 0], [0, 0, 1], 90) });
    expect(write).not.toHaveBeenCalled();
    view.place(5).forEach((v, k) => {
      expect(v).toBeCloseTo([-start[1], start[0], start[2]][k] ?? 0, 9);
    });
    expect(view.place(atoms - 1)).toEqual([...positions.subarray(3 * atoms - 3)]);
    expect(arrays.positions).toEqual(positions);
    view.drawMoved(null);
    expect(view.place(5)).toEqual(start);
    // From places of their own: whole molecules.
    view.drawMoved({ atoms: all, from: positions.map((v) => v + 1), by: shiftBy([0, 0, 1]) });
    expect(view.place(5)).toEqual([start[0] + 1, start[1] + 1, start[2] + 2]);
    commit({ atoms, opened: false });
    expect(view.place(5)).toEqual(start);
    write.mockRestore();
    useMeasure.getState().clear();
  });

  test("nothing is drawn while nothing changes: no frame asks for the next one", async () => {
    commit();
    const frames = (n: number) =>
      new Promise<void>((done) => {
        const next = () => (n-- > 0 ? asked(next) : done());
        next();
      });
    const asked = requestAnimationFrame.bind(window);
    await frames(3);
    const spy = vi.spyOn(window, "requestAnimationFrame");
    await frames(5);
    expect(spy).not.toHaveBeenCalled();
    useSelection.getState().select([1]);
    expect(spy).toHaveBeenCalledTimes(1);
    await frames(3);
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
  });

  test("a pixel lies where the camera turns about, or as far away as a place", () => {
    commit();
    const at = view.project(2) ?? { x: 0, y: 0 };
    const inside = { x: at.x - 44, y: at.y - 40 };
    view.pointAt(inside, [4, 0, 0]).forEach((v, k) => {
      expect(v).toBeCloseTo([4, 0, 0][k] ?? 0, 9);
    });
    expect(view.pixelOf([4, 0, 0])).toMatchObject({ x: expect.closeTo(inside.x, 9), y: expect.closeTo(inside.y, 9) });
    expect(view.pickAt(inside)).toEqual({ kind: "atom", atom: 2 });
  });

  test("a measurement stands at its atoms and goes where they are drawn", () => {
    commit();
    useMeasure.getState().add([0, 1]);
    const tags = () =>
      [...(canvas.parentElement?.querySelectorAll<HTMLElement>(".measure-tag") ?? [])]
        .filter((tag) => !tag.hidden)
        .map((tag) => tag.textContent);
    expect(tags()).toEqual(["2.000 Å"]);
    view.drawMoved({ atoms: [1], by: shiftBy([0.5, 0, 0]) });
    expect(tags()).toEqual(["2.500 Å"]);
    useMeasure.getState().setShown(false);
    expect(tags()).toEqual([]);
    useMeasure.getState().clear();
  });

  test("project knows no atom that is not there", () => {
    commit();
    expect(view.project(3)).toBeNull();
    expect(view.project(-1)).toBeNull();
    expect(view.project(Number.NaN)).toBeNull();
  });

  test("the letters of the cell stand at its vectors, and go with it", () => {
    const letters = () =>
      [...(canvas.parentElement?.querySelectorAll("span") ?? [])]
        .filter((span) => !span.hidden)
        .map((s) => s.textContent);
    commit({ cell: [9, 0, 0, 0, 9, 0, 0, 0, 9] });
    expect(letters()).toEqual(["a", "b", "c"]);
    commit();
    expect(letters()).toEqual([]);
  });

  describe("a preview", () => {
    const box = (edge: number) => ({ cell: [edge, 0, 0, 0, edge, 0, 0, 0, edge], atoms: false });
    const setPreview = useView.getState().setPreview;
    afterEach(() => setPreview(null));

    test("re-fits and keeps the angle; its end puts everything back", () => {
      commit({ atoms: 20 });
      view.lookAlong("y");
      wheel(-200);
      const before = view.camera();
      setPreview(box(10));
      const small = view.camera();
      expect(small.rotation).toEqual(before.rotation);
      expect(view.project(0)).toBeNull();
      setPreview(box(60));
      expect(view.camera().distance).toBeGreaterThan(3 * small.distance);
      expect(view.camera().rotation).toEqual(before.rotation);
      setPreview(null);
      expect(view.camera()).toEqual(before);
      expect(view.project(0)).not.toBeNull();
      // Not whole before, not whole after: an axis turns about where the person was.
      view.lookAlong("x");
      expect(view.camera().target).toEqual(before.target);
    });

    test("says how long the edges are", () => {
      setPreview(box(12.34));
      const labels = [...(canvas.parentElement?.querySelectorAll("span") ?? [])].map((s) => s.textContent);
      expect(labels).toEqual(["a 12.3 Å", "b 12.3 Å", "c 12.3 Å"]);
    });

    test("is not disturbed by the document, and gives way to one that was opened", () => {
      commit();
      setPreview(box(30));
      const camera = view.camera();
      commit({ atoms: 5, opened: false });
      expect(view.camera()).toEqual(camera);
      expect(view.project(4)).toBeNull();
      commit({ atoms: 40, opened: true });
      expect(view.project(4)).toBeNull();
      setPreview(null);
      expect(view.project(39)).not.toBeNull();
      const fitted = view.camera();
      view.resetCamera();
      expect(view.camera()).toEqual(fitted);
    });

    test("of a change shows its atoms, which cannot be picked", () => {
      commit({ cell: box(8).cell });
      useSelection.getState().select([1]);
      const before = view.camera();
      const { arrays, state } = useDocument.getState();
      const moved = { ...arrays, positions: arrays.positions.map((x) => x + 5) };
      const changed = { arrays: moved, state: state as never };
      const at = view.project(2);
      setPreview({ ...box(8), atoms: true, changed });
      // The cell is the document's: the camera stays.
      expect(view.camera()).toEqual(before);
      expect(view.project(2)).not.toEqual(at);
      click(view.project(2));
      expect(picks).toEqual([]);
      setPreview({ ...box(40), atoms: true, changed });
      const large = view.camera();
      expect(large.distance).toBeGreaterThan(before.distance);
      setPreview(null);
      expect(view.camera()).toEqual(before);
      click(view.project(2));
      expect(picks).toEqual([{ kind: "atom", atom: 2 }]);
    });

    test("that was applied leaves the camera", () => {
      commit({ cell: box(8).cell });
      const { arrays, state } = useDocument.getState();
      setPreview({ ...box(40), atoms: true, changed: { arrays, state: state as never } });
      const large = view.camera();
      commit({ opened: false, cell: box(40).cell });
      setPreview(null, true);
      expect(view.camera()).toEqual(large);
    });

    test("may keep the atoms", () => {
      commit();
      setPreview({ ...box(9), atoms: true });
      expect(view.project(2)).not.toBeNull();
    });
  });

  test("after dispose it listens to nothing", () => {
    view.dispose();
    commit();
    click({ x: 400, y: 300 });
    expect(picks).toEqual([]);
    expect(mounted()).toBeNull();
  });
});
