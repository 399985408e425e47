import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pickEvents } from "../commands/pick";
import { railTools } from "../commands/railTools";
import { clearSelection } from "../commands/select";
import type { LibraryEntry } from "../library/entry";
import { useLibrary } from "../library/library";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useMeasure } from "../state/measure";
import { useNotices } from "../state/notices";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { type RailTool, useUi } from "../state/ui";
import { provideView, useView, type ViewHandle } from "../state/view";
import type { Point2 } from "../view/camera";
import type { Moved } from "../view/moving";
import { moved as movedBy } from "../view/rigid";
import type { Picked } from "../view/View";
import { csvOf } from "./csv";
import { placesOf } from "./motion";
import { measureNow } from "./tools/measure";

// The tools against a core and a view that write down what they are asked.

const plain = { shift: false, mod: false };
const none = { x: 0, y: 0 };
const atom = (i: number): Picked => ({ kind: "atom", atom: i });
const bond = (i: number, j: number): Picked => ({ kind: "bond", bond: 0, atoms: [i, j] });

let core: StubCore;
/** What the view was told to draw elsewhere, and what lies under the pointer. */
let moved: ({ atoms: ArrayLike<number>; positions: ArrayLike<number> } | null)[];
let under: Picked | null;

/** Looks along z, 100 pixels are 1 Å, the origin at pixel 0, 0. */
const view = {
  place: (i: number) => [0, 1, 2].map((k) => useDocument.getState().arrays.positions[3 * i + k] ?? 0),
  pointAt: ({ x, y }: Point2) => [x / 100, -y / 100, 0],
  pixelOf: ([x = 0, y = 0]: number[]) => ({ x: 100 * x, y: -100 * y }),
  pickAt: () => under,
  size: () => 600,
  drawGhost: () => undefined,
  drawMoved: (what: Moved | null) => void moved.push(what && { atoms: what.atoms, positions: placesAfter(what) }),
  camera: () => ({ rotation: [0, 0, 0, 1], target: [0, 0, 0], distance: 30, position: [0, 0, 30] }),
};

/** Where a drag draws its atoms. */
function placesAfter({ atoms, from, by }: Moved): number[] {
  const start = from ?? placesOf(atoms, useDocument.getState().arrays.positions);
  return atoms.flatMap((_, k) => movedBy(by, [start[3 * k] ?? 0, start[3 * k + 1] ?? 0, start[3 * k + 2] ?? 0]));
}

function open(atoms: number, bonds: [number, number][] = []) {
  const { json, bufs } = changeOf(atoms, { revision: 7 }, { opened: true });
  json.state.bonds = bonds.length;
  bufs.bonds = Uint32Array.from(bonds.flat());
  bufs.bondOrders = new Uint8Array(bonds.length).fill(1);
  // 0 at the origin, the others along x, 1 Å apart; 3 and later also 1 Å up.
  bufs.positions = Float64Array.from({ length: 3 * atoms }, (_, k) =>
    k % 3 === 0 ? k / 3 : k % 3 === 1 && k > 9 ? 1 : 0,
  );
  useDocument.getState().commit(json, bufs);
}

beforeEach(() => {
  core = new StubCore();
  provideCore(core);
  moved = [];
  under = null;
  provideView(view as unknown as ViewHandle);
  useDocument.getState().close();
  useSelection.getState().clear();
  useMeasure.getState().clear();
  useNotices.setState({ list: [], current: null });
  useUi.setState({ tool: "select" });
  useRail.setState({ ...useRail.getInitialState() });
  useView.getState().setLines([]);
});
afterEach(() => provideView(null));

const use = (tool: RailTool) => useUi.getState().set({ tool });
const click = (picked: Picked | null, at: Point2 = none) => pickEvents.onPick(picked, plain, at);
const settled = () => new Promise((resolve) => setTimeout(resolve));
const requests = () => core.asked.map(({ cmd, request }) => ({ cmd, ...(request as object) }));
const hint = (tool: RailTool) => railTools.find((command) => command.tool === tool)?.hint();

function drag(from: Picked, to: Point2, release = true, mod = false) {
  const gesture = pickEvents.onGrab?.(from, none, plain);
  gesture?.move(to, { shift: false, mod });
  if (release) gesture?.end(to, { shift: false, mod });
  return gesture;
}

describe("Move", () => {
  beforeEach(() => {
    open(4);
    use("move");
    core.answers.set("edit.apply", () => changeOf(4, { revision: 8 }));
  });

  test("drags what was grabbed, draws it meanwhile, and makes one step of it; the selection stays", async () => {
    useSelection.getState().select([3]);
    drag(atom(1), { x: 50, y: -20 });
    expect(useSelection.getState().atoms).toEqual([1]);
    expect(Array.from(moved[0]?.positions ?? [])).toEqual([1.5, 0.2, 0]);
    await settled();
    expect(requests()).toEqual([
      {
        cmd: "edit.apply",
        label: "Move 1 atom",
        author: "person",
        ops: [{ op: "move_atoms", atoms: [1], by: [0.5, 0.2, 0] }],
        ifRevision: 7,
      },
    ]);
    expect(useSelection.getState().atoms).toEqual([1]);
  });

  test("takes the whole selection when what is grabbed is in it", async () => {
    useSelection.getState().select([1, 3]);
    drag(atom(3), { x: 100, y: 0 });
    await settled();
    expect(requests()[0]).toMatchObject({ label: "Move 2 atoms", ops: [{ atoms: [1, 3], by: [1, 0, 0] }] });
  });

  test("a drag that comes back, one that is cancelled, and one over a changed document are no step", async () => {
    drag(atom(1), none);
    drag(atom(1), { x: 9, y: 9 }, false)?.cancel();
    const gesture = drag(atom(1), { x: 9, y: 9 }, false);
    open(4);
    useDocument.setState({ state: { ...changeOf(4).json.state, revision: 9 } });
    gesture?.end({ x: 9, y: 9 }, plain);
    await settled();
    expect(core.asked).toEqual([]);
    expect(moved.at(-1)).toBeNull();
  });

  test("what the core refuses goes back", async () => {
    core.fail("edit.apply", new Error("no"));
    drag(atom(1), { x: 50, y: 0 });
    await settled();
    await settled();
    expect(moved.at(-1)).toBeNull();
    expect(useNotices.getState().current?.title).toBe("Could not move:");
  });

  test("along an axis, and by tenths with Ctrl", async () => {
    useRail.getState().set({ axis: "y" });
    drag(atom(1), { x: 50, y: -22 }, true, true);
    await settled();
    expect(requests()[0]).toMatchObject({ ops: [{ by: [0, expect.closeTo(0.2, 9), 0] }] });
  });

  test("arrow keys gather until they are released", async () => {
    useSelection.getState().select([0]);
    for (let k = 0; k < 3; k++) expect(pickEvents.onArrow?.(1, 0, false)).toBe(true);
    pickEvents.onArrow?.(0, 1, true);
    expect(core.asked).toEqual([]);
    pickEvents.onArrowEnd?.();
    await settled();
    const [request] = requests();
    expect(request).toMatchObject({ ops: [{ op: "move_atoms", by: [expect.closeTo(0.3, 9), 0.01, 0] }] });
    expect(core.asked).toHaveLength(1);
  });

  test.each(["move", "rotate"] as const)(
    "%s: a key before the last answer is not the camera's either",
    async (tool) => {
      use(tool);
      useSelection.getState().select([0, 1]);
      expect(pickEvents.onArrow?.(1, 0, false)).toBe(true);
      pickEvents.onArrowEnd?.();
      expect(pickEvents.onArrow?.(1, 0, false)).toBe(true);
      pickEvents.onArrowEnd?.();
      await settled();
      expect(core.names()).toEqual(["edit.apply"]);
    },
  );

  test("without a selection the arrow keys are the camera's", () => {
    expect(pickEvents.onArrow?.(1, 0, false)).toBe(false);
  });

  test("on empty space the camera turns; a click selects", () => {
    expect(pickEvents.onGrab?.(null, none, plain)).toBeNull();
    click(atom(2));
    expect(useSelection.getState().atoms).toEqual([2]);
  });

  test("nothing moves while the original is shown, and only what looks can be chosen", () => {
    useDocument.setState({ state: { ...changeOf(4).json.state, original: true } });
    expect(pickEvents.onGrab?.(atom(1), none, plain)).toBeNull();
    expect(railTools.filter(({ enabled }) => enabled?.()).map(({ tool }) => tool)).toEqual(["select", "measure"]);
  });
});

describe("Rotate", () => {
  beforeEach(() => {
    open(5, [
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    use("rotate");
    core.answers.set("edit.apply", () => changeOf(5, { revision: 8 }));
  });

  test("a bond becomes the axis of its smaller side; a second click takes the other", () => {
    click(bond(2, 1));
    expect(useRail.getState().hinge).toEqual({ from: 2, to: 1 });
    expect(useSelection.getState().atoms).toEqual([1, 0]);
    click(bond(2, 1));
    expect(useSelection.getState().atoms).toEqual([2, 3]);
    expect(hint("rotate")).toContain("O #1–O #2");
    clearSelection.run();
    expect(useRail.getState().hinge).toBeNull();
  });

  test("a bond of a ring turns nothing and says so", () => {
    open(3, [
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
    click(bond(0, 1));
    expect(useRail.getState().hinge).toBeNull();
    expect(useNotices.getState().current?.title).toBe("The bond is in a ring.");
  });

  test("a drag on a molecule turns it about its center as one step", async () => {
    drag(atom(0), { x: 60, y: 0 });
    await settled();
    expect([...useSelection.getState().atoms].sort()).toEqual([0, 1, 2, 3]);
    const [request] = requests() as unknown as { ops: { op: string; axis: number[]; angle: number }[] }[];
    expect(request?.ops[0]).toMatchObject({ op: "rotate_atoms", axis: [0, 1, 0] });
    expect(request?.ops[0]?.angle).toBeCloseTo(18, 6);
  });
});

describe("Bond", () => {
  beforeEach(() => {
    open(4, [[0, 1]]);
    use("bond");
    core.answers.set("edit.bond", () => changeOf(4, { revision: 8 }));
  });

  test("by two clicks; the same atom twice stays pending", async () => {
    click(atom(2));
    expect(hint("bond")).toBe("from O #2: click the second atom; Esc drops it");
    click(atom(2));
    click(null);
    expect(useRail.getState().pending).toBe(2);
    useRail.getState().set({ order: 2 });
    click(atom(3));
    await settled();
    expect(requests()).toEqual([{ cmd: "edit.bond", a: 2, b: 3, order: 2, rebalance: true, ifRevision: 7 }]);
    expect(useRail.getState().pending).toBeNull();
  });

  test("by a drag from atom to atom, with a line to the pointer", async () => {
    const gesture = pickEvents.onGrab?.(atom(2), none, plain);
    gesture?.move({ x: 5, y: 5 }, plain);
    expect(useView.getState().lines[0]).toMatchObject({ through: [2], to: { x: 5, y: 5 } });
    under = atom(3);
    gesture?.move({ x: 9, y: 9 }, plain);
    expect(useView.getState().lines[0]).toMatchObject({ through: [2, 3], text: "1.414 Å" });
    gesture?.end({ x: 9, y: 9 }, plain);
    await settled();
    expect(requests()[0]).toMatchObject({ cmd: "edit.bond", a: 2, b: 3 });
    expect(useView.getState().lines).toEqual([]);
  });

  test("a click on a bond sets its order, or takes it away", async () => {
    useRail.getState().set({ order: 0 });
    click(bond(0, 1));
    await settled();
    expect(requests()[0]).toMatchObject({ cmd: "edit.bond", a: 0, b: 1, order: 0 });
  });

  test("Esc drops the first atom before anything else; so do other tools and other atoms", () => {
    useSelection.getState().select([1]);
    click(atom(2));
    clearSelection.run();
    expect([useRail.getState().pending, useSelection.getState().atoms]).toEqual([null, [1]]);
    click(atom(2));
    use("select");
    expect(useRail.getState().pending).toBeNull();
    use("bond");
    click(atom(2));
    const { json, bufs } = changeOf(3, { revision: 9 });
    useDocument.getState().commit(json, bufs);
    expect(useRail.getState().pending).toBeNull();
  });

  test("Undo drops the first atom, another step does not", () => {
    const commit = (revision: number, n: number) => {
      const step = { id: "s", label: "Move", detail: "", author: "person" as const };
      const { json, bufs } = changeOf(4, { revision, steps: Array(n).fill(step) });
      useDocument.getState().commit(json, bufs);
    };
    click(atom(2));
    commit(8, 1);
    expect(useRail.getState().pending).toBe(2);
    commit(9, 0);
    expect(useRail.getState().pending).toBeNull();
  });
});

describe("Add", () => {
  beforeEach(() => {
    use("add");
    core.answers.set("edit.place", () => {
      const { json, bufs } = changeOf(1, { revision: 8 }, { added: [0, 1] });
      return { json: { ...json, selected: [0] }, bufs };
    });
  });

  test("begins a document where nothing is open", async () => {
    core.answers.set("edit.open", () => changeOf(0, { revision: 1 }, { opened: true }));
    click(null, { x: 100, y: -200 });
    await settled();
    await settled();
    expect(requests()).toEqual([
      {
        cmd: "edit.open",
        name: "untitled",
        source: { kind: "new", label: "New document" },
        structure: { atoms: 0, bonds: 0, cell: null },
      },
      { cmd: "edit.place", element: 6, at: [1, 2, 0], ifRevision: 1 },
    ]);
    expect(useSelection.getState().atoms).toEqual([0]);
  });

  test("on an atom bonds there; a click before the answer does nothing", async () => {
    open(4);
    useRail.getState().set({ element: 8, order: 0 });
    click(atom(3));
    click(atom(2));
    await settled();
    expect(requests()).toEqual([{ cmd: "edit.place", element: 8, order: 1, on: 3, ifRevision: 7 }]);
  });

  test("a double click adds one atom: the second click would bond another to it", async () => {
    open(4);
    click(null, { x: 100, y: -200 });
    await settled();
    pickEvents.onPick(atom(0), { ...plain, again: true }, { x: 100, y: -200 });
    await settled();
    expect(requests()).toEqual([{ cmd: "edit.place", element: 6, at: [1, 2, 0], ifRevision: 7 }]);
  });
});

describe("Delete and Element", () => {
  beforeEach(() => {
    open(4, [[0, 1]]);
    for (const cmd of ["edit.apply", "edit.remove", "edit.element"] as const)
      core.answers.set(cmd, () => changeOf(4, { revision: 8 }));
  });

  test("take an atom, a bond, or fill the gap", async () => {
    use("delete");
    click(bond(0, 1));
    await settled();
    useRail.getState().set({ fill: true });
    click(bond(0, 1));
    await settled();
    click(atom(1));
    await settled();
    expect(requests()).toMatchObject([
      { ops: [{ op: "delete_bond", bonds: [0, 1] }] },
      { cmd: "edit.remove", bonds: [0, 1], fill: true },
      { cmd: "edit.remove", atoms: [1], fill: true },
    ]);
  });

  test("an atom becomes the chosen element", async () => {
    use("element");
    useRail.getState().set({ element: 7 });
    click(bond(0, 1));
    click(atom(1));
    await settled();
    expect(requests()).toMatchObject([{ cmd: "edit.element", atoms: [1], element: 7 }]);
  });
});

describe("Measure", () => {
  beforeEach(() => {
    open(5);
    use("measure");
  });

  test("takes as many atoms as it is set to; a bond at once; nothing twice", () => {
    click(atom(0));
    expect(hint("measure")).toBe("1 more atom for a distance; Esc drops them");
    click(atom(2));
    click(bond(2, 0));
    expect(useMeasure.getState().list.map(({ atoms }) => atoms)).toEqual([[0, 2]]);
    useRail.getState().set({ measureSize: 3 });
    click(atom(0));
    click(atom(1));
    click(atom(1));
    expect(useRail.getState().measuring).toEqual([0]);
    click(atom(1));
    click(atom(4));
    expect(measureNow([0, 1, 4])?.value).toBeCloseTo(180 - (Math.atan2(1, 3) * 180) / Math.PI, 9);
    expect(csvOf(useMeasure.getState().list, useDocument.getState().arrays.elements, measureNow)).toBe(
      "kind,atoms,elements,value,unit\r\ndistance,0 2,O O,2.0000,angstrom\r\nangle,0 1 4,O O O,161.57,degree\r\n",
    );
  });

  test("two atoms at one place have no angle", () => {
    const { json, bufs } = changeOf(3, { revision: 8 }, { opened: true });
    bufs.positions = new Float64Array(9);
    useDocument.getState().commit(json, bufs);
    useRail.getState().set({ measureSize: 3 });
    for (const i of [0, 1, 2]) click(atom(i));
    expect(useMeasure.getState().list).toEqual([]);
    expect(useNotices.getState().current?.title).toBe("There is nothing to measure:");
  });
});

describe("Place", () => {
  test("a molecule that leaves the library takes the tool along; one of the page stays", () => {
    const stamp = { id: "user:1", name: "Mine", molblock: "" };
    const entry = { id: "user:1", name: "Mine" } as LibraryEntry;
    useUi.setState({ tool: "place" });
    useLibrary.setState({ entries: [entry] });
    useRail.setState({ stamp });
    useLibrary.setState({ entries: [{ ...entry, name: "Renamed" }] });
    expect(useUi.getState().tool).toBe("place");
    useLibrary.setState({ entries: [] });
    expect(useRail.getState().stamp).toBeNull();
    expect(useUi.getState().tool).toBe("select");
    useUi.setState({ tool: "place" });
    useRail.setState({ stamp: { ...stamp, id: "preset:water" } });
    useLibrary.setState({ entries: [entry] });
    expect(useRail.getState().stamp).not.toBeNull();
    expect(useUi.getState().tool).toBe("place");
  });

  test("opens the library while no molecule is chosen", () => {
    useUi.setState({ core: "wasm", detailsTab: "document" });
    const choose = railTools.find(({ tool }) => tool === "place");
    useRail.getState().set({ stamp: { id: "x", name: "Pair", molblock: "…" } });
    choose?.run();
    expect(useUi.getState().detailsTab).toBe("document");
    useRail.getState().set({ stamp: null });
    choose?.run();
    expect(useUi.getState()).toMatchObject({ detailsTab: "library", tool: "place" });
  });

  test("stamps with the center where it was clicked, on atoms above them, and nowhere else", async () => {
    open(4);
    use("place");
    useRail.getState().set({ stamp: { id: "x", name: "Pair", molblock: "…" } });
    core.answers.set("molecule.place", () => ({
      json: { name: "pair", structure: { atoms: 2, bonds: 0, cell: null } },
      bufs: { positions: Float64Array.of(10, 0, 0, 12, 0, 0) },
    }));
    core.answers.set("edit.apply", () => changeOf(6, { revision: 8 }, { added: [4, 6] }));
    click(null, { x: 300, y: -100 });
    await settled();
    await settled();
    expect(Array.from(core.asked[1]?.bufs.positions ?? [])).toEqual([2, 1, 0, 4, 1, 0]);
    expect(useSelection.getState().atoms).toEqual([4, 5]);
    expect(useUi.getState().tool).toBe("place");
    click(atom(1));
    await settled();
    expect(core.asked).toHaveLength(2);
    useRail.getState().set({ onAtoms: "above", height: 2 });
    open(4);
    click(atom(1));
    await settled();
    await settled();
    expect(Array.from(core.asked[3]?.bufs.positions ?? [])).toEqual([0, 0, 2, 2, 0, 2]);
  });
});
