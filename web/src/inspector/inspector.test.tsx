// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Inspected } from "../core/protocol";
import { provideCore } from "../state/core";
import { noArrays, useDocument } from "../state/document";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { symbolOf } from "../ui/elements";
import { TooltipProvider } from "../ui/Tooltip";
import { cellOf } from "../view/periodic";
import { bondsOf, elementCounts, toCartesian, toFractional } from "./geometry";
import { Inspector } from "./Inspector";
import { parseCharge } from "./LabelFields";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let core: StubCore;

const facts: Inspected = { formula: "H2O", mass: 18.015, charge: 0, center: [1, 2, 3], mixed: [] };

beforeEach(() => {
  core = new StubCore().answer("edit.inspect", facts);
  core.answers.set("edit.apply", () => water(2));
  core.answers.set("edit.hydrogens", () => ({
    json: { ...water(2).json, hydrogens: 0, removed: 0, atoms: 0, notes: [] },
    bufs: { ...water(2).bufs, atoms: Uint32Array.of(0) },
  }));
  provideCore(core);
  document.body.innerHTML = "<div id=app></div>";
  root = createRoot(document.getElementById("app") as HTMLElement);
  useDocument.setState({ state: null, arrays: noArrays });
  useSelection.getState().clear();
  useTools.setState({ units: {} });
  useUi.setState({ core: "wasm" });
  const { json, bufs } = water(1);
  useDocument.getState().commit(json, bufs);
});
afterEach(() => act(async () => root.unmount()));

/** Water in a cell of 10 Å. */
function water(revision: number, original = false) {
  const cell = [10, 0, 0, 0, 10, 0, 0, 0, 10];
  const { json, bufs } = changeOf(3, { revision, cell, bonds: 2, original });
  bufs.elements = Uint8Array.of(8, 1, 1);
  bufs.positions = Float64Array.of(9.5, 1, 2.5, 0.4, 1, 2.5, 9.5, 1.95, 2.5);
  bufs.bonds = Uint32Array.of(0, 1, 0, 2);
  bufs.bondOrders = Uint8Array.of(1, 2);
  return { json, bufs };
}

async function show(...atoms: number[]) {
  useSelection.getState().select(atoms);
  await act(async () => root.render(<TooltipProvider>{<Inspector />}</TooltipProvider>));
}
const find = (testId: string) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
const field = (testId: string) => find(testId) as HTMLInputElement;
const press = (testId: string) => act(async () => find(testId)?.click());
const key = (testId: string, name: string) =>
  act(async () => {
    find(testId)?.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  });
async function type(testId: string, text: string) {
  await act(async () => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    set?.call(field(testId), text);
    field(testId).dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const applied = () =>
  core.asked
    .filter(({ cmd }) => cmd === "edit.apply" || cmd === "edit.hydrogens")
    .map(({ request, bufs }) => ({ ops: (request as { ops: unknown }).ops, at: bufs.positions }));

describe("nothing selected", () => {
  test("elements with counts in Hill order; a click selects all of one", async () => {
    await show();
    const chips = [...document.querySelectorAll(".element-count")].map((chip) => chip.textContent);
    expect(chips).toEqual(["H 2", "O 1"]);
    await press("chip-H");
    expect(useSelection.getState().atoms).toEqual([1, 2]);
  });
});

describe("one atom", () => {
  test("its place can be typed, in the cell's fractions too", async () => {
    await show(0);
    expect(field("inspector-x").value).toBe("9.5");
    expect(field("inspector-a").value).toBe("0.95");
    await type("inspector-x", "7,25");
    await key("inspector-x", "Enter");
    expect(applied()).toEqual([{ ops: [{ op: "replace_positions", atoms: [0] }], at: Float64Array.of(7.25, 1, 2.5) }]);
    expect(useSelection.getState().atoms).toEqual([0]);
    await type("inspector-b", "0.5");
    await key("inspector-b", "Enter");
    expect(applied()[1]?.at).toEqual(Float64Array.of(9.5, 5, 2.5));
  });

  test("another unit shows and takes other numbers", async () => {
    await show(0);
    await press("inspector-unit");
    expect(field("inspector-x").value).toBe("0.95");
    await type("inspector-x", "0.7");
    await key("inspector-x", "Enter");
    expect(applied()[0]?.at).toEqual(Float64Array.of(7, 1, 2.5));
  });

  test("Esc gives back what is there; what is no number is not taken, and stays to be put right", async () => {
    await show(0);
    await type("inspector-x", "7");
    await key("inspector-x", "Escape");
    expect(field("inspector-x").value).toBe("9.5");
    await type("inspector-x", "seven");
    expect(field("inspector-x").getAttribute("aria-invalid")).toBe("true");
    await key("inspector-x", "Enter");
    expect(field("inspector-x").value).toBe("seven");
    expect(field("inspector-x").getAttribute("aria-invalid")).toBe("true");
    await key("inspector-x", "Escape");
    expect(field("inspector-x").value).toBe("9.5");
    expect(applied()).toEqual([]);
    expect(useSelection.getState().atoms).toEqual([0]);
  });

  test.each([true, false])(
    "another element; hydrogens follow as for bonds (%s), and the atom stays selected",
    async (rebalance) => {
      await show(2);
      // A hydrogen that stood before it goes.
      core.answers.set("edit.element", () => {
        const { json, bufs } = changeOf(2, { revision: 2 });
        return { json, bufs: { ...bufs, watched: Uint32Array.of(1) } };
      });
      useRail.getState().set({ rebalance });
      await press("inspector-element");
      await press("element-N");
      useRail.getState().set({ rebalance: true });
      const asked = core.asked.find(({ cmd }) => cmd === "edit.element");
      expect(asked?.request).toMatchObject({ atoms: [2], element: 7, rebalance });
      expect(asked?.bufs.watch).toEqual(Uint32Array.of(2));
      expect(useSelection.getState().atoms).toEqual([1]);
    },
  );

  test("charge and labels", async () => {
    await show(0);
    await type("charge", "1-");
    await key("charge", "Enter");
    await type("atom-name", "OW");
    await key("atom-name", "Enter");
    await type("residue-id", "12");
    await key("residue-id", "Enter");
    await type("chain-id", "B");
    await key("chain-id", "Enter");
    expect(applied().map(({ ops }) => ops)).toEqual([
      [{ op: "set_charge", atoms: [0], charges: [-1] }],
      [{ op: "set_label", atoms: [0], name: "OW" }],
      [{ op: "set_label", atoms: [0], residueId: 12 }],
      [{ op: "set_label", atoms: [0], chainId: "B" }],
    ]);
  });

  test("its bonds are measured across the cell, and can be removed", async () => {
    await show(0);
    const lengths = [...document.querySelectorAll(".bond-length")].map((one) => one.textContent);
    expect(lengths).toEqual(["0.900 Å", "0.950 Å"]);
    await press("bond-remove-0-2");
    expect(applied()[0]?.ops).toEqual([{ op: "delete_bond", bonds: [0, 2] }]);
  });
});

describe("several atoms", () => {
  test("sums; labels that differ say so", async () => {
    core.answer("edit.inspect", { ...facts, residueName: "HOH", mixed: ["atomName"] });
    await show(0, 1, 2);
    expect(find("selection")?.textContent).toContain("3 atoms selected");
    expect(find("selection-sums")?.textContent).toContain("18.02 g/mol");
    expect(field("residue-name").value).toBe("HOH");
    expect(field("atom-name").value).toBe("");
    expect(field("atom-name").placeholder).toBe("mixed");
    expect(find("selection")?.querySelectorAll("tbody tr")).toHaveLength(3);
    await type("residue-name", "WAT");
    await key("residue-name", "Enter");
    expect(applied()[0]?.ops).toEqual([{ op: "set_label", atoms: [0, 1, 2], residueName: "WAT" }]);
  });

  test("a chip keeps the atoms of one element", async () => {
    await show(0, 1, 2);
    await press("chip-O");
    expect(useSelection.getState().atoms).toEqual([0]);
  });

  test("indices of an older document are left out", async () => {
    await show(0, 7);
    expect(find("selection")?.textContent).toContain("Oxygen #0");
  });
});

test("while the original is shown nothing can be changed", async () => {
  const { json, bufs } = water(3, true);
  useDocument.getState().commit(json, bufs);
  await show(0);
  for (const id of ["inspector-x", "charge", "atom-name", "bond-remove-0-1", "inspector-element"])
    expect((find(id) as HTMLInputElement).disabled, id).toBe(true);
});

test.each([
  ["+2", 2],
  ["2+", 2],
  ["-1", -1],
  ["1−", -1],
  ["−", -1],
  ["0", 0],
  ["3", 3],
  ["", null],
  ["+1+", null],
  ["two", null],
])("the charge %j is %j", (text, charge) => {
  expect(parseCharge(text)).toBe(charge);
});

test("fractions of a skewed cell lead back", () => {
  const cell = cellOf([4, 0, 0, -2, 3.5, 0, 1, 0.5, 5]);
  if (!cell) throw new Error("no cell");
  const back = toCartesian(cell, toFractional(cell, [1.5, -2, 7]));
  [1.5, -2, 7].forEach((value, k) => {
    expect(back[k]).toBeCloseTo(value, 12);
  });
});

test("Hill order: carbon and hydrogen first, where there is carbon", () => {
  const order = (...z: number[]) => elementCounts(Uint8Array.from(z), symbolOf).map(({ symbol }) => symbol);
  expect(order(8, 1, 6, 7)).toEqual(["C", "H", "N", "O"]);
  expect(order(11, 1, 17)).toEqual(["Cl", "H", "Na"]);
});

test("of a large selection the bonds are only counted", () => {
  const { arrays } = useDocument.getState();
  expect(bondsOf(arrays, null, [0, 1, 2], 0)).toEqual({ rows: [], total: 2 });
  expect(bondsOf(arrays, null, [1, 2], 8).total).toBe(0);
});

test("a bond among several atoms names both in full", async () => {
  const { json, bufs } = changeOf(146, { revision: 3, cell: null, bonds: 1 });
  bufs.elements = new Uint8Array(146).fill(6);
  bufs.positions = Float64Array.from({ length: 3 * 146 }, (_, k) => (k % 3 === 0 ? k / 2 : 0));
  bufs.bonds = Uint32Array.of(144, 145);
  bufs.bondOrders = Uint8Array.of(1);
  useDocument.getState().commit(json, bufs);
  await show(144, 145);
  const button = document.querySelector<HTMLElement>("[data-testid=bonds] .bond-atom");
  expect(button?.textContent).toBe("C #144 – C #145");
  expect(button?.title).toBe("Select C #144 and C #145");
  await show(144);
  expect(document.querySelector<HTMLElement>("[data-testid=bonds] .bond-atom")?.title).toBe("Select C #145");
});

test("bonds that were found by distance say so", async () => {
  const { json, bufs } = water(3);
  json.state.inferred = true;
  core.answer("edit.inferred", { bonds: 1 }, { inferred: Uint8Array.of(0, 1) });
  useDocument.getState().commit(json, bufs);
  await show(0);
  expect(find("bond-inferred-0-2")?.textContent).toBe("≈");
  expect(find("bonds")?.textContent).toContain("≈ found by distance");
  expect(find("bond-inferred-0-1")).toBeNull();
  // The next state has none, and nobody is asked.
  const asked = core.asked.length;
  const next = water(4);
  await act(async () => useDocument.getState().commit(next.json, next.bufs));
  expect(find("bond-inferred-0-2")).toBeNull();
  expect(core.names().slice(asked)).not.toContain("edit.inferred");
});
