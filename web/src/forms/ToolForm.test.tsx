// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FormField, FormModel, Preview } from "../core/protocol";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { META_KEY } from "../tools/marker";
import { openTool } from "../tools/openTool";
import { readTools, type ToolSource } from "../tools/registry";
import { startTools } from "../tools/start";
import { TooltipProvider } from "../ui/Tooltip";
import { boxModel, change, checkBox, documentState, ethanol, FakeCore, water, withBufs } from "./fakeCore";
import { ToolForm } from "./ToolForm";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let model: FormModel;
let preview: Preview;
let core: FakeCore;
let worker: FakeCore;
let answer: () => unknown;
let root: Root;
let place: HTMLElement;

const definition = (marker: Record<string, unknown> = {}) => ({
  name: "box",
  title: "Liquid box",
  description: "Fills a box. More.",
  inputSchema: {},
  _meta: {
    [META_KEY]: {
      contract: 1,
      category: "bulk",
      apply: "new_document",
      document: "none",
      stochastic: true,
      expectedSeconds: 20,
      ...marker,
    },
  },
});

const result = () =>
  withBufs(
    {
      text: "Built.",
      result: { name: "x", structure: { atoms: 3, bonds: 0, cell: null }, warnings: [], provenance: {} },
    },
    {},
  );

beforeEach(async () => {
  vi.useFakeTimers();
  model = structuredClone(boxModel);
  preview = { facts: [] };
  answer = result;
  core = new FakeCore({
    "library.list": () => ({ presets: [water, ethanol] }),
    "form.build": () => ({ model }),
    "form.check": ({ values }) => ({ problems: checkBox(values) }),
    "edit.open": () => change(documentState({ revision: 2 }), { opened: true }),
  });
  worker = new FakeCore({
    "tool.preview": () => preview,
    "tool.run": () => answer(),
  });
  provideCore(core);
  useTools.setState({ offers: [], entries: [], forms: {}, run: null, units: {} });
  useDocument.getState().close();
  useSelection.getState().clear();
  useUi.setState({ panel: { kind: "none" }, question: null });
  await startTools({
    tools: worker,
    crystals: worker,
    list: async () => ({ server: { name: "molsmith", version: "0.1.0" }, tools: [definition()], workers: {} }),
  });
  place = document.createElement("div");
  document.body.append(place);
});
afterEach(async () => {
  useTools.getState().run?.cancel();
  await settle();
  await act(async () => root?.unmount());
  place.remove();
  vi.useRealTimers();
});

/** Lets promises and the check's delay pass. */
const settle = (ms = 150) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

async function show(): Promise<void> {
  root = createRoot(place);
  openTool("page:box");
  await act(async () =>
    root.render(
      <TooltipProvider>
        <ToolForm toolId="page:box" />
      </TooltipProvider>,
    ),
  );
  await settle();
}

const find = <T extends HTMLElement = HTMLElement>(id: string): T => {
  const found = document.querySelector<T>(`[data-testid="${id}"]`);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
};
const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;
const click = (id: string) => act(async () => find(id).click());

async function type(id: string, text: string): Promise<void> {
  const input = find<HTMLInputElement>(id);
  await act(async () => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    write?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await settle();
}
const press = (element: Element, key: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  });
const values = () => useTools.getState().forms["page:box"]?.values ?? {};
const submit = async () => {
  await act(async () => {
    find("tool-form")
      .querySelector("form")
      ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  });
  await settle();
};
const described = (id: string) =>
  (find(id).getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((part) => document.getElementById(part)?.textContent ?? "")
    .filter(Boolean);

describe("a form", () => {
  it("starts with the model's values, named and described", async () => {
    await show();
    expect(values()).toMatchObject({ components: [{ count: 100, molecule: { name: "Water" } }], density: 1, seed: 7 });
    const density = find<HTMLInputElement>("tool-field-density");
    expect(density.value).toBe("1");
    expect(document.querySelector(`label[for="${density.id}"]`)?.textContent).toBe("Density");
    expect(described("tool-field-density")).toEqual(["Of the whole box."]);
    expect(find("tool-field-components-0-count").getAttribute("aria-label")).toBe("Count, row 1");
    expect(find("tool-run").getAttribute("aria-disabled")).toBeNull();
  });

  it("shows a problem under its field, and keeps Run from starting", async () => {
    await show();
    await type("tool-field-density", "0");
    expect(described("tool-field-density")).toEqual(["Density must be greater than 0", "Of the whole box."]);
    expect(find("tool-field-density").getAttribute("aria-invalid")).toBe("true");
    expect(find("tool-run").getAttribute("aria-disabled")).toBe("true");
    await submit();
    expect(worker.of("tool.run")).toEqual([]);
    expect(document.activeElement).toBe(find("tool-field-density"));
  });

  it("shows problems of untouched fields only after a Run was tried", async () => {
    const count = model.fields[0]?.fields?.[1] as FormField;
    delete count.initial;
    model.fields[0] = { ...(model.fields[0] as FormField), initialRows: [{}] };
    await show();
    expect(find("tool-form").textContent).not.toContain("Count is required");
    await submit();
    expect(described("tool-field-components-0-count")).toEqual(["Count is required"]);
    expect(document.activeElement).toBe(find("tool-field-components-0-count"));
  });

  it("understands a decimal comma and keeps the wire canonical in other units", async () => {
    await show();
    await type("tool-field-density", "0,5");
    expect(values().density).toBe(0.5);
    await click("tool-field-density-unit");
    expect(find<HTMLInputElement>("tool-field-density").value).toBe("500");
    await type("tool-field-density", "998");
    expect(values().density).toBe(0.998);
    expect(core.of("form.check").at(-1)?.values).toMatchObject({ density: 0.998 });
  });

  it("keeps text that is no number for the check", async () => {
    await show();
    await type("tool-field-components-0-count", "12x");
    expect(described("tool-field-components-0-count")).toEqual(["Count must be a whole number"]);
    await type("tool-field-components-0-count", "");
    expect(described("tool-field-components-0-count")).toEqual(["Count is required"]);
  });

  it("steps numbers by arrow keys and stops at the limits", async () => {
    await show();
    const count = find("tool-field-components-0-count");
    await press(count, "ArrowUp");
    expect(values()).toMatchObject({ components: [{ count: 101 }] });
    await press(count, "ArrowDown", { shiftKey: true });
    expect(values()).toMatchObject({ components: [{ count: 91 }] });
    for (let i = 0; i < 20; i++) await press(count, "PageDown");
    expect(values()).toMatchObject({ components: [{ count: 1 }] });
    const density = find("tool-field-density");
    await press(density, "ArrowUp");
    await press(density, "ArrowUp");
    expect(values().density).toBe(1.2);
  });

  it("gives a new seed and keeps it over closing", async () => {
    await show();
    await click("tool-field-seed-new");
    const { seed } = values();
    expect(seed).not.toBe(7);
    await act(async () => root.unmount());
    await show();
    expect(values().seed).toBe(seed);
    expect(find<HTMLInputElement>("tool-field-seed").value).toBe(String(seed));
  });

  it("adds and removes rows within their limits, with the focus in the right row", async () => {
    await show();
    expect(find<HTMLButtonElement>("components-remove-0").disabled).toBe(true);
    await click("components-add");
    await click("components-add");
    expect(document.activeElement).toBe(find("tool-field-components-2-molecule"));
    expect(find<HTMLButtonElement>("components-add").disabled).toBe(true);
    await type("tool-field-components-2-count", "3");
    await click("components-remove-0");
    expect((values().components as { count: number }[]).map(({ count }) => count)).toEqual([100, 3]);
    expect(document.activeElement).toBe(find("tool-field-components-0-molecule"));
    expect(has("components-row-2")).toBe(false);
  });

  it("picks a molecule by typing and Enter", async () => {
    await show();
    await click("tool-field-components-0-molecule");
    await type("molecule-search", "eth");
    await press(find("molecule-search"), "Enter");
    expect(values()).toMatchObject({ components: [{ molecule: { name: "Ethanol", smiles: "CCO" } }] });
    expect(find("tool-field-components-0-molecule").textContent).toContain("Ethanol");
  });
});

it("another molecule sets the atoms chosen in the old one back", async () => {
  const required = { required: true, optional: false };
  model = {
    fields: [
      { path: "/monomer", key: "monomer", label: "Monomer", control: "molecule", ...required },
      { path: "/head", key: "head", label: "Head", control: "atom", of: "monomer", initial: 0, ...required },
      { path: "/other", key: "other", label: "Other", control: "atom", of: "elsewhere", initial: 0, ...required },
    ],
  };
  await show();
  await type("tool-field-head", "5");
  await type("tool-field-other", "5");
  await click("tool-field-monomer");
  await type("molecule-search", "ethanol");
  await press(find("molecule-search"), "Enter");
  expect(values()).toMatchObject({ monomer: { name: "Ethanol" }, head: 0, other: 5 });
  // A mol block that cannot be read leaves the number.
  expect(find("tool-field-head").tagName).toBe("INPUT");
});

it("an atom is chosen from a list from the beginning, while its molecule is read too", async () => {
  const required = { required: true, optional: false };
  let read: (answer: unknown) => void = () => undefined;
  core.script["mol.read"] = () => new Promise((resolve) => (read = resolve));
  model = {
    fields: [
      { path: "/molecule", key: "molecule", label: "Molecule", control: "molecule", initial: "x", ...required },
      { path: "/atom", key: "atom", label: "Atom", control: "atom", of: "molecule", initial: 1, ...required },
    ],
  };
  await show();
  await click("tool-field-molecule");
  await type("molecule-search", "ethanol");
  await press(find("molecule-search"), "Enter");
  const field = find<HTMLSelectElement>("tool-field-atom");
  expect(field.tagName).toBe("SELECT");
  await act(async () =>
    read(withBufs({}, { elements: Uint8Array.of(6, 8), bonds: new Uint32Array(0), positions: new Float64Array(6) })),
  );
  expect(find("tool-field-atom")).toBe(field);
  expect(field.textContent).toContain("1: O");
});

it("a cell nobody has changed follows the open document", async () => {
  const cell = (edge: number) => [edge, 0, 0, 0, edge, 0, 0, 0, edge];
  const model20: FormField = {
    path: "/cell",
    key: "cell",
    label: "Cell",
    required: true,
    optional: false,
    control: "cell",
    initial: cell(20),
  };
  model = { fields: [model20] };
  await show();
  expect(find<HTMLInputElement>("tool-field-cell-a").value).toBe("20");
  await act(async () => root.unmount());
  model = { fields: [{ ...model20, initial: cell(12) }] };
  await show();
  expect(values().cell).toEqual(cell(12));
  await type("tool-field-cell-b", "15");
  expect(values().cell).toEqual([12, 0, 0, 0, 15, 0, 0, 0, 12]);
  await type("tool-field-cell-gamma", "170");
  await type("tool-field-cell-alpha", "20");
  expect(described("tool-field-cell")).toEqual(["No cell has these lengths and angles."]);
  await act(async () => root.unmount());
  model = { fields: [{ ...model20, initial: cell(30) }] };
  await show();
  expect(values().cell).toHaveProperty("parameters");
});

describe("derived values and proposals", () => {
  beforeEach(() => {
    preview = {
      facts: [{ label: "Edge", value: "23.41 Å" }],
      proposals: [{ path: "/density", value: 0.98, reason: "Proposed from the mixture" }],
      warnings: ["The box is very full."],
    };
  });

  it("fill an untouched field, with the reason as its help", async () => {
    await show();
    await settle();
    expect(find("tool-facts").textContent).toBe("Edge23.41 Å");
    expect(values().density).toBe(0.98);
    expect(described("tool-field-density")).toEqual(["Proposed from the mixture"]);
    expect(find("tool-warning").textContent).toBe("The box is very full.");
  });

  it("leave a field alone that the person has filled", async () => {
    await show();
    await type("tool-field-density", "0.7");
    await settle();
    expect(values().density).toBe(0.7);
    expect(described("tool-field-density")).toEqual(["Of the whole box."]);
  });

  it("leave a field alone in which the value that stood there was typed", async () => {
    let propose: (value: Preview) => void = () => undefined;
    worker.script["tool.preview"] = () => new Promise<Preview>((resolve) => (propose = resolve));
    await show();
    await type("tool-field-density", "1");
    propose(preview);
    await settle();
    expect(values().density).toBe(1);
    propose(preview);
    await settle();
    expect(values().density).toBe(1);
    expect(described("tool-field-density")).toEqual(["Of the whole box."]);
  });

  it("leave a field alone that was touched after the form was drawn", async () => {
    worker.script["tool.preview"] = () => {
      // In the very moment of the answer, before anything is drawn again.
      useTools.getState().updateForm("page:box", (form) => ({ ...form, touched: ["/density"] }));
      return preview;
    };
    await show();
    await settle();
    expect(values().density).toBe(1);
  });

  it("belong to the present values when the form says that it is checked", async () => {
    let give: (value: Preview) => void = () => undefined;
    worker.script["tool.preview"] = () => new Promise<Preview>((resolve) => (give = resolve));
    const state = () => [
      find("tool-form").dataset.checked,
      has("tool-facts") && find("tool-facts").getAttribute("aria-busy"),
    ];
    await show();
    expect(state()).toEqual(["false", false]);
    give({ facts: preview.facts });
    await settle(0);
    expect(state()).toEqual(["true", null]);
    await type("tool-field-density", "0.5");
    expect(state()).toEqual(["false", "true"]);
    give({ facts: preview.facts });
    await settle(0);
    expect(state()).toEqual(["true", null]);
    // A proposal is another value: what belongs to it is on its way.
    await type("tool-field-components-0-count", "50");
    give({ facts: [], proposals: [{ path: "/seed", value: 3, reason: "why" }] });
    await settle(0);
    expect(state()[0]).toBe("false");
    await settle();
    give({ facts: [] });
    await settle(0);
    expect(state()[0]).toBe("true");
  });

  it("hold Run back for a refusal that it would end in", async () => {
    preview = { facts: [], problems: [{ path: "", rule: "too_many", message: "This makes 700 000 atoms." }] };
    await show();
    expect(find("tool-problem").textContent).toBe("This makes 700\u202f000 atoms.");
    expect(find("tool-run").getAttribute("aria-disabled")).toBe("true");
  });
});

describe("running", () => {
  const held = () => {
    let release: (value: unknown) => void = () => undefined;
    answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    return () => release(result());
  };

  it("shows progress and time, holds the form, and closes it when done", async () => {
    const release = held();
    await show();
    await submit();
    await act(async () => useTools.getState().updateRun({ fraction: 0.624, message: "placed 250 of 400" }));
    await settle(3000);
    const progress = find("tool-progress");
    expect(progress.dataset).toMatchObject({ fraction: "0.624", message: "placed 250 of 400", elapsed: "3" });
    expect(progress.textContent).toContain("62 %");
    expect(has("tool-run")).toBe(false);
    expect(find<HTMLButtonElement>("tool-close").disabled).toBe(true);
    await press(find("tool-form"), "Escape");
    expect(useUi.getState().panel.kind).toBe("tool");
    await act(async () => release());
    await settle();
    expect(useUi.getState().panel.kind).toBe("none");
  });

  it("says what was cancelled and can run again at once", async () => {
    held();
    await show();
    await submit();
    await click("tool-cancel");
    await settle();
    expect(find("tool-error").textContent).toBe("Cancelled.");
    expect(find("tool-error").getAttribute("role")).toBe("alert");
    expect(find("tool-run").getAttribute("aria-disabled")).toBeNull();
  });

  it("offers more time near the limit", async () => {
    held();
    await show();
    await submit();
    await settle(69_000);
    expect(has("tool-keep-waiting")).toBe(false);
    await settle(2000);
    await click("tool-keep-waiting");
    expect(useTools.getState().run?.limit).toBe(200);
    expect(has("tool-keep-waiting")).toBe(false);
  });

  it("keeps the values after a tool error", async () => {
    answer = () => {
      throw Object.assign(new Error("Raise the density."), { code: "NO_ROOM" });
    };
    await show();
    await type("tool-field-density", "0.4");
    await submit();
    expect(find("tool-error").textContent).toBe("Raise the density.");
    expect(find<HTMLInputElement>("tool-field-density").value).toBe("0.4");
  });

  it("closes on Esc when nothing runs", async () => {
    await show();
    await press(find("tool-field-density"), "Escape");
    expect(useUi.getState().panel.kind).toBe("none");
  });
});

describe("what a form says before Run", () => {
  const offer = (marker: Record<string, unknown>, source: Partial<ToolSource> = {}) => {
    const page = { id: "page", kind: "page" as const, name: "molsmith", version: "0.1.0", loopback: true };
    useTools.getState().setOffer(readTools({ ...page, ...source }, [definition(marker)]));
  };

  it("that the result replaces edits", async () => {
    useDocument.setState({ state: documentState({ dirty: true }) });
    await show();
    expect(find("tool-replaces").textContent).toBe("The result replaces the open structure and its history.");
  });

  it("that it needs a structure", async () => {
    offer({ apply: "insert", document: "required" });
    model = { fields: [], document: { key: "document", required: true } };
    await show();
    expect(has("tool-needs-document")).toBe(true);
    expect(find("tool-run").getAttribute("aria-disabled")).toBe("true");
    await act(async () => useDocument.setState({ state: documentState({ atoms: 1200 }) }));
    expect(find("tool-document").textContent).toBe("Uses the open structure (1\u202f200 atoms)");
    expect(has("tool-needs-document")).toBe(false);
  });

  it("where molecules go when the server is elsewhere", async () => {
    offer({}, { kind: "server", url: "https://tools.example.org/mcp", loopback: false });
    await show();
    expect(find("tool-destination").textContent).toBe("Run sends the molecules to tools.example.org.");
  });

  it("how many atoms are selected, live", async () => {
    model = {
      fields: [{ path: "/a", key: "a", label: "Atoms", required: true, optional: false, control: "selection" }],
    };
    await show();
    await act(async () => useSelection.getState().select([1, 2]));
    expect(find("tool-field-a").textContent).toBe("2 selected");
  });
});

it("hostile text stays text everywhere", async () => {
  const evil = `<img src=x onerror="hit()"><b>bold</b>`;
  const text = (control: FormField["control"], more: Partial<FormField> = {}): FormField => ({
    path: `/${control}`,
    key: control,
    label: evil,
    help: evil,
    required: true,
    optional: false,
    control,
    ...more,
  });
  model = {
    fields: [
      text("number", { unit: evil, initial: 1 }),
      text("select", { options: [evil, "b"], initial: evil }),
      text("text", { initial: evil }),
      text("checkbox"),
      text("vector", { length: 2, initial: [1, 2] }),
      text("molecule", { initial: { name: evil, molblock: evil } }),
      text("group", { fields: [text("text", { path: "/group/text" })] }),
      text("table", { fields: [text("integer")], initialRows: [{ integer: 1 }] }),
    ],
  };
  preview = {
    facts: [{ label: evil, value: evil }],
    warnings: [evil],
    problems: [{ path: "", rule: "", message: evil }],
  };
  useTools.getState().setOffer({
    ...(useTools.getState().offers[0] as NonNullable<ReturnType<typeof useTools.getState>["offers"][0]>),
    entries: useTools.getState().entries.map((entry) => ({ ...entry, label: evil, tooltip: evil })),
  });
  answer = () => {
    throw Object.assign(new Error(evil), { code: "NO_ROOM" });
  };
  await show();
  expect(document.querySelectorAll("img, b").length).toBe(0);
  expect(find("tool-form").textContent).toContain(evil);
});

it("takes over the arguments of an earlier run", async () => {
  await show();
  await act(async () => root.unmount());
  openTool("page:box", {
    components: [{ molecule: { name: "Gone", molblock: "Gone\n" }, count: 5 }],
    density: 0.7,
    seed: 99,
    stranger: true,
  });
  await show();
  expect(values()).toEqual({
    components: [{ molecule: { name: "Gone", molblock: "Gone\n" }, count: 5 }],
    density: 0.7,
    seed: 99,
  });
  expect(find("tool-field-components-0-molecule").textContent).toContain("Gone");
});
