// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { MadeCell } from "../core/protocol";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { useTools } from "../state/tools";
import { type StructureFormName, useUi } from "../state/ui";
import { useView } from "../state/view";
import { TooltipProvider } from "../ui/Tooltip";
import { StructureForm } from "./StructureForm";
import { PREVIEW_ATOMS, PREVIEW_DELAY } from "./usePreview";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const box = (edge: number) => [edge, 0, 0, 0, edge, 0, 0, 0, edge];

let core: StubCore;
let root: Root;
let place: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  core = new StubCore();
  provideCore(core);
  useDocument.getState().close();
  useSelection.getState().clear();
  useNotices.setState({ list: [], current: null, announcement: "" });
  useUi.setState({ core: "wasm", panel: { kind: "none" }, question: null });
  useTools.setState({ run: null, presets: [], units: {} });
  place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
  // Cells are boxes here; an angle that is not 90° makes none.
  core.answers.set("cell.make", (request) => {
    const { parameters, vectors } = request as { parameters?: number[]; vectors?: number[] };
    const [a = 0, b = 0, c = 0] = parameters ?? [vectors?.[0] ?? 0, vectors?.[4] ?? 0, vectors?.[8] ?? 0];
    const bad = parameters?.slice(3).some((angle) => angle !== 90);
    const made: MadeCell = bad
      ? { cell: null, parameters: null, volume: 0, heights: [0, 0, 0], problem: "No cell has the angles." }
      : {
          cell: [a, 0, 0, 0, b, 0, 0, 0, c],
          parameters: [a, b, c, 90, 90, 90],
          volume: a * b * c,
          heights: [a, b, c],
        };
    return { json: made };
  });
  core.answers.set("edit.preview", (request) => step(request, 1, ["Stretches 1 bond"]));
  core.answers.set("edit.apply", (request) => step(request, 2, []));
});

afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  vi.useRealTimers();
});

/** The document after a step that sets a cell or centers. */
function step(request: unknown, revision: number, notes: string[]) {
  const { ops } = request as { ops: { op: string; cell?: number[] }[] };
  const change = changeOf(4, { cell: ops[0]?.cell ?? box(33), revision, density: 0.5 });
  return { ...change, json: { ...change.json, notes } };
}

function open(cell: number[] | null, atoms = 4) {
  const { json, bufs } = changeOf(atoms, { cell }, { opened: true });
  useDocument.getState().commit(json, bufs);
}

async function show(form: StructureFormName) {
  useUi.setState({ panel: { kind: "structure", form } });
  await act(async () =>
    root.render(
      <TooltipProvider>
        <StructureForm form={form} />
      </TooltipProvider>,
    ),
  );
}

const find = <E extends HTMLElement = HTMLElement>(id: string) => place.querySelector<E>(`[data-testid="${id}"]`);
/** Until the core has answered and what it said is drawn. */
async function wait() {
  for (let k = 0; k < 2; k++) await act(async () => vi.advanceTimersByTimeAsync(PREVIEW_DELAY + 1));
}

async function type(id: string, text: string) {
  const input = find<HTMLInputElement>(id);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
    input?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const click = (id: string) => act(async () => find(id)?.click());
const submit = () =>
  act(async () => {
    find("set-cell-apply")?.closest("form")?.requestSubmit();
    await vi.advanceTimersByTimeAsync(0);
  });
const preview = () => useView.getState().preview;

describe("Set cell", () => {
  test("shows what is typed, and Apply makes it one step", async () => {
    open(box(10));
    useSelection.getState().select([2]);
    await show("setCell");
    await wait();
    expect(find<HTMLInputElement>("cell-a")?.value).toBe("10");
    expect(preview()).toBeNull(); // nothing has changed yet
    await type("cell-c", "25");
    await wait();
    expect(preview()?.cell).toEqual([10, 0, 0, 0, 10, 0, 0, 0, 25]);
    expect(preview()?.changed?.state.density).toBe(0.5);
    expect(find("set-cell-facts")?.textContent).toContain("2\u202f500.0 Å³");
    expect(find("set-cell-warning")?.textContent).toBe("Stretches 1 bond");
    expect(useDocument.getState().state?.revision).toBe(1);
    await click("cell-move");
    await submit();
    const applied = core.asked.filter(({ cmd }) => cmd === "edit.apply");
    expect(applied.map(({ request }) => request)).toEqual([
      {
        label: "",
        author: "person",
        ops: [{ op: "set_cell", cell: [10, 0, 0, 0, 10, 0, 0, 0, 25], scaleAtoms: true }],
        ifRevision: 1,
      },
    ]);
    expect(preview()).toBeNull();
    expect(useView.getState().applied).toBe(true);
    expect(useUi.getState().panel.kind).toBe("none");
    expect(useSelection.getState().atoms).toEqual([2]);
  });

  test("an impossible cell is said at the fields and drops the preview; nothing is applied", async () => {
    open(box(10));
    await show("setCell");
    await type("cell-c", "25");
    await wait();
    expect(preview()).not.toBeNull();
    await type("cell-gamma", "30");
    await wait();
    expect(find("cell-problem")?.textContent).toBe("No cell has the angles.");
    expect(find("cell-gamma")?.getAttribute("aria-invalid")).toBe("true");
    expect(preview()).toBeNull();
    await submit();
    await type("cell-gamma", "");
    await wait();
    expect(find("cell-problem")?.textContent).toBe("A cell needs three lengths and three angles.");
    expect(core.names()).not.toContain("edit.apply");
  });

  test("vectors and lengths follow each other", async () => {
    open(null);
    await show("setCell");
    await type("cell-b", "12");
    await wait();
    await click("cell-vectors");
    expect(find<HTMLInputElement>("cell-4")?.value).toBe("12");
    await type("cell-8", "40");
    await wait();
    // One switch for all of the vectors; what is typed is in its unit, what is sent in Å.
    await click("cell-vectors-unit");
    expect(find<HTMLInputElement>("cell-8")?.value).toBe("4");
    await type("cell-4", "1.5");
    await wait();
    expect(core.asked.filter(({ cmd }) => cmd === "cell.make").at(-1)?.request).toMatchObject({
      vectors: [10, 0, 0, 0, 15, 0, 0, 0, 40],
    });
    await click("cell-vectors-unit");
    await click("cell-parameters");
    expect(find<HTMLInputElement>("cell-c")?.value).toBe("40");
    expect(find<HTMLInputElement>("cell-move")?.disabled).toBe(true);
  });

  test("another state of the document drops the picture and asks anew; Cancel ends it", async () => {
    open(box(10));
    await show("setCell");
    await type("cell-a", "20");
    await wait();
    const asked = core.names().filter((name) => name === "edit.preview").length;
    const { json, bufs } = changeOf(4, { cell: box(10), revision: 5 });
    await act(async () => useDocument.getState().commit(json, bufs));
    expect(preview()).toBeNull();
    await wait();
    expect(preview()).not.toBeNull();
    expect(core.names().filter((name) => name === "edit.preview")).toHaveLength(asked + 1);
    expect(core.asked.at(-1)?.request).toMatchObject({ ifRevision: 5 });
    await click("set-cell-cancel");
    expect(useUi.getState().panel.kind).toBe("none");
    await act(async () => root.render(null));
    expect(preview()).toBeNull();
    expect(useView.getState().applied).toBe(false);
  });

  test("a very large document is not shown before", async () => {
    open(box(10), PREVIEW_ATOMS + 1);
    await show("setCell");
    await type("cell-a", "20");
    await wait();
    expect(core.names()).not.toContain("edit.preview");
    expect(place.textContent).toContain("200 000 atoms");
  });
});

describe("Center", () => {
  test("along c first; without a cell all three are needed", async () => {
    open(box(10));
    await show("center");
    await wait();
    expect(core.asked.at(-1)?.request).toMatchObject({ ops: [{ op: "center", axes: "c", vacuum: 10 }] });
    await type("center-vacuum", "-1");
    expect(find("center-form-apply")?.getAttribute("aria-disabled")).toBe("true");
    expect(place.textContent).toContain("Must be at least 0 Å.");
    await click("center-keep");
    await wait();
    expect(core.asked.at(-1)?.request).toMatchObject({ ops: [{ op: "center", axes: "c" }] });
    await act(async () => root.render(null));
    open(null);
    await show("center");
    await wait();
    expect(core.asked.at(-1)?.request).toMatchObject({ ops: [{ op: "center", axes: "abc", vacuum: 10 }] });
    await click("center-b");
    expect(find("center-axes-problem")?.textContent).toContain("all three axes");
  });
});

describe("New empty cell", () => {
  test("shows the box and starts a document; without a cell too", async () => {
    core.answers.set("edit.open", () => changeOf(0, { cell: box(10) }, { opened: true }));
    await show("newCell");
    await wait();
    expect(preview()).toEqual({ cell: box(10), atoms: false });
    await act(async () => {
      find("new-cell-form-apply")?.closest("form")?.requestSubmit();
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(core.asked.find(({ cmd }) => cmd === "edit.open")?.request).toEqual({
      name: "untitled",
      source: { kind: "new", label: "New empty cell" },
      structure: { atoms: 0, bonds: 0, cell: box(10) },
    });
    expect(useUi.getState().panel.kind).toBe("none");
  });
});

test("bonds by distance shows how many there would be, and makes them as one step", async () => {
  const answer = (revision: number) => {
    const { json, bufs } = changeOf(2, { revision, bonds: 1 });
    return {
      json: { ...json, bonds: 1, notes: ["The new bonds are single: distances do not tell orders."] },
      bufs: { ...bufs, bonds: Uint32Array.of(0, 1), bondOrders: Uint8Array.of(1) },
    };
  };
  core.answers.set("edit.bondsByDistance", (request) => answer((request as { preview?: boolean }).preview ? 1 : 2));
  const { json, bufs } = changeOf(2, {}, { opened: true });
  useDocument.getState().commit(json, bufs);
  await show("bonds");
  await act(async () => vi.advanceTimersByTimeAsync(PREVIEW_DELAY));
  const text = (id: string) => place.querySelector(`[data-testid="${id}"]`)?.textContent ?? "";
  expect(text("bonds-facts")).toBe("Bonds now0Bonds then1New ones1");
  expect(text("bonds-form-warning")).toContain("distances do not tell orders");
  expect(useView.getState().preview?.changed?.arrays.bonds).toHaveLength(2);
  await act(async () => place.querySelector<HTMLElement>('[data-testid="bonds-form-apply"]')?.click());
  expect(core.asked.at(-1)?.request).toEqual({ scale: 0.6, ifRevision: 1 });
  expect(useUi.getState().panel).toEqual({ kind: "none" });
  expect(useNotices.getState().current).toMatchObject({ level: "warning", title: "Made 1 new bond." });
});
