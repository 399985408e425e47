import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { vi } from "vitest";
import { PREVIEW_DELAY } from "../cells/usePreview";
import type { Prototype } from "../core/protocol";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { useView } from "../state/view";
import { providePageWorker } from "../tools/worker";
import { TooltipProvider } from "../ui/Tooltip";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

export const box = (edge: number) => [edge, 0, 0, 0, edge, 0, 0, 0, edge];

const shape = { ratio: 0, u: 0, height: 0 };
const prototypes: Prototype[] = [
  {
    ...shape,
    name: "fcc",
    title: "Face-centered cubic",
    slots: ["A"],
    group: 225,
    cells: ["conventional", "primitive", "orthorhombic"],
    examples: [
      { formula: "Cu", elements: ["Cu"], a: 3.61, c: 0, u: 0 },
      { formula: "Al", elements: ["Al"], a: 4.05, c: 0, u: 0 },
    ],
  },
  {
    ...shape,
    name: "wurtzite",
    title: "Wurtzite (ZnO)",
    slots: ["A", "B"],
    group: 186,
    ratio: 1.633,
    u: 0.375,
    cells: ["conventional"],
    examples: [{ formula: "ZnO", elements: ["Zn", "O"], a: 3.25, c: 5.21, u: 0 }],
  },
  {
    ...shape,
    name: "graphene",
    title: "Graphene sheet",
    slots: ["A"],
    group: 191,
    height: 20,
    cells: ["conventional"],
    examples: [{ formula: "C", elements: ["C"], a: 2.46, c: 20, u: 0 }],
  },
];

/** A structure as the crystals' worker answers with it. */
export const builtOf = (name: string, elements: number[], cell: number[] | null, more: object = {}) => ({
  json: { name, structure: { atoms: elements.length, bonds: 0, cell }, facts: [], notes: [], ...more },
  bufs: {
    elements: Uint8Array.from(elements),
    positions: new Float64Array(3 * elements.length),
    bonds: new Uint32Array(0),
  },
});

/** A form of this folder on a page with made-up cores. */
export class FormPage {
  /** Of the document, and of the tools. */
  readonly core = new StubCore();
  readonly tools = new StubCore();
  readonly place = document.createElement("div");
  readonly #root: Root;

  constructor() {
    vi.useFakeTimers();
    provideCore(this.core);
    providePageWorker(this.tools);
    useDocument.getState().close();
    useSelection.getState().clear();
    useNotices.setState({ list: [], current: null, announcement: "" });
    useUi.setState({ core: "wasm", panel: { kind: "none" }, question: null });
    useTools.setState({ run: null, presets: [] });
    document.body.append(this.place);
    this.#root = createRoot(this.place);
    this.tools.answer("crystal.prototypes", { prototypes });
    this.tools.answer("crystal.groups", { groups: [{ number: 225, name: "Fm-3m", choice: "" }] });
    this.core.answers.set("edit.structure", () => ({
      json: { structure: { atoms: 4, bonds: 0, cell: box(3.61) } },
      bufs: { elements: new Uint8Array(4), positions: new Float64Array(12) },
    }));
  }

  async end(): Promise<void> {
    await act(async () => this.#root.unmount());
    this.place.remove();
    vi.useRealTimers();
  }

  open(cell: number[] | null, atoms = 4): void {
    const { json, bufs } = changeOf(atoms, { cell }, { opened: true });
    useDocument.getState().commit(json, bufs);
  }

  async show(form: ReactNode): Promise<void> {
    await act(async () => this.#root.render(<TooltipProvider>{form}</TooltipProvider>));
    await this.wait();
  }

  /** Until the cores have answered and what they said is drawn. */
  async wait(): Promise<void> {
    for (let k = 0; k < 3; k++) await act(async () => vi.advanceTimersByTimeAsync(PREVIEW_DELAY + 1));
  }

  find<E extends HTMLElement = HTMLElement>(id: string): E {
    const found = this.place.querySelector<E>(`[data-testid="${id}"]`);
    if (!found) throw new Error(`there is no ${id}`);
    return found;
  }

  text(id: string): string {
    return this.place.querySelector(`[data-testid="${id}"]`)?.textContent ?? "";
  }

  async type(id: string, text: string): Promise<void> {
    const input = this.find<HTMLInputElement>(id);
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await this.wait();
  }

  async click(id: string): Promise<void> {
    await act(async () => this.find(id).click());
    await this.wait();
  }

  async submit(id: string): Promise<void> {
    await act(async () => {
      this.find(id).closest("form")?.requestSubmit();
      await vi.advanceTimersByTimeAsync(0);
    });
    await this.wait();
  }

  /**
   * What replaced the picture while a form was submitted, oldest first. React draws as in
   * the page: what `act` holds back to its end happens between the steps of an edit.
   */
  async picturesWhileSubmitting(id: string): Promise<{ shown: boolean; applied: boolean }[]> {
    const pictures: { shown: boolean; applied: boolean }[] = [];
    const end = useView.subscribe(({ preview, applied }, before) => {
      if (preview !== before.preview) pictures.push({ shown: preview !== null, applied });
    });
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    this.find(id).closest("form")?.requestSubmit();
    await vi.advanceTimersByTimeAsync(PREVIEW_DELAY / 2);
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    end();
    return pictures;
  }

  /** Requests of a command, oldest first. */
  asked(cmd: Parameters<StubCore["answer"]>[0]): unknown[] {
    return [...this.core.asked, ...this.tools.asked].filter((one) => one.cmd === cmd).map(({ request }) => request);
  }

  get preview() {
    return useView.getState().preview;
  }
}
