// @vitest-environment happy-dom
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ExportReport, StepInfo, StepProvenance } from "../core/protocol";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { useUi } from "../state/ui";
import { useView } from "../state/view";
import { providePageWorker } from "../tools/worker";
import { TooltipProvider } from "../ui/Tooltip";
import { DocumentPanel } from "./DocumentPanel";
import { History } from "./History";
import { InfoLine } from "./InfoLine";
import { NoticeCard } from "./NoticeCard";
import { OriginalBanner } from "./OriginalBanner";
import { QuestionDialog } from "./QuestionDialog";
import { rootAttributes } from "./rootAttributes";
import { SaveDialog } from "./SaveDialog";
import { StatusLine } from "./StatusLine";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let core: StubCore;

beforeEach(() => {
  core = new StubCore();
  provideCore(core);
  document.body.innerHTML = "<div id=app></div>";
  root = createRoot(document.getElementById("app") as HTMLElement);
  useDocument.getState().close();
  useSelection.getState().clear();
  useNotices.setState({ list: [], current: null, announcement: "" });
  useUi.setState({ question: null, dialog: "none", core: "wasm", busy: "", historyOpen: true });
});
afterEach(() => act(async () => root.unmount()));

const show = (page: ReactNode) => act(async () => root.render(<TooltipProvider>{page}</TooltipProvider>));
const find = (testId: string) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
const press = (testId: string) => act(async () => find(testId)?.click());

const step = (id: string, label: string, detail: string): StepInfo => ({ id, label, detail, author: "person" });
const record: StepProvenance = {
  server: { id: "page", name: "molsmith", version: "0.1.0" },
  tool: "liquid_box",
  contract: 1,
  arguments: { seed: 42 },
  provenance: { seed: 42 },
  atoms: 3,
};

function open(part: Parameters<typeof changeOf>[1] = {}, atoms = 3) {
  const { json, bufs } = changeOf(atoms, part);
  useDocument.getState().commit(json, bufs);
}

describe("history", () => {
  test("a broken step is marked, says why on demand, and counts as skipped", async () => {
    const broken = { ...step("s1", "Delete 2000 atoms", "−2 000"), broken: "atom 9 is not there" };
    open({ steps: [broken] });
    await show(<History />);
    expect(find("history-step-1")?.textContent).toBe("Delete 2\u202f000 atomsskipped");
    expect(find("history-step-1")?.querySelector("svg")?.getAttribute("aria-label")).toBe("Skipped:");
  });

  test.each([
    ["Place 1200 waters", "Place 1200 waters"],
    ["Paste 1200 waters", "Paste 1200 waters"],
    ["Bond 5000 rings to #3", "Bond 5000 rings to #3"],
    ["Add 1200 waters", "Add 1200 waters"],
    ["Add 1200 atoms of mine", "Add 1200 atoms of mine"],
    ["Remove 1200 hydrogens", "Remove 1\u202f200 hydrogens"],
    ["Add 1200 and remove 1500 hydrogens", "Add 1200 and remove 1\u202f500 hydrogens"],
    ["Rotate 1200 atoms by 90°", "Rotate 1\u202f200 atoms by 90°"],
    ["Make 2000 bonds double", "Make 2\u202f000 bonds double"],
    ["Replace 2400 waters by 1200 Na⁺", "Replace 2\u202f400 waters by 1200 Na⁺"],
  ])("the digits of a count are grouped, those of a name are not: %s", async (label, want) => {
    open({ steps: [step("s1", label, "")] });
    await show(<History />);
    expect(find("history-step-1")?.textContent).toBe(want);
  });

  test("without edits there is nothing to clear and no original to show", async () => {
    open();
    await show(<History />);
    expect((find("history-clear") as HTMLButtonElement).disabled).toBe(true);
    expect((find("show-original") as HTMLButtonElement).disabled).toBe(true);
  });

  test("the original is shown and put away; a step leads back as well", async () => {
    const steps = [step("s1", "Delete 2 atoms", "−2")];
    const change = (request: unknown) => changeOf(3, { steps, original: (request as { on: boolean }).on });
    core.answers.set("edit.original", change);
    core.answers.set("edit.jump", () => changeOf(3, { redo: steps }));
    open({ steps });
    await show(
      <>
        <History />
        <OriginalBanner />
      </>,
    );
    await press("show-original");
    expect(find("original-banner")?.textContent).toContain("This is the original");
    expect(find("history-step-0")?.getAttribute("aria-current")).toBe("step");
    expect(find("history-step-1")?.closest("li")?.className).toBe("");
    await press("history-step-1");
    expect(find("original-banner")).toBeNull();
    expect(core.names()).toEqual(["edit.original", "edit.original"]);
    await press("history-step-0");
    expect(core.asked.at(-1)).toMatchObject({ cmd: "edit.jump", request: { steps: 0 } });
  });

  test("all edits are cleared as one step", async () => {
    open({ steps: [step("s1", "Delete 2 atoms", "−2")] });
    core.answers.set("edit.apply", () => changeOf(3));
    await show(<History />);
    await press("history-clear");
    expect(core.asked[0]?.request).toMatchObject({ ops: [{ op: "clear" }] });
  });

  test("lists source, steps and what redo brings back; the present one is marked", async () => {
    open({ steps: [step("s1", "Delete 2 atoms", "−2")], redo: [step("s2", "Delete 1 atom", "−1")] });
    await show(<History />);
    const lines = [...document.querySelectorAll(".history-step")].map((line) => line.textContent);
    expect(lines).toEqual(["Opened doc.xyz3 atoms", "Delete 2 atoms−2", "Delete 1 atom−1"]);
    expect(find("history-step-1")?.getAttribute("aria-current")).toBe("step");
    expect(find("history-step-2")?.closest("li")?.className).toBe("undone");
  });

  test("a click goes to that step; the present one does nothing", async () => {
    open({ steps: [step("s1", "Delete 2 atoms", "−2")] });
    core.answers.set("edit.jump", () => changeOf(3, { redo: [step("s1", "Delete 2 atoms", "−2")] }));
    await show(<History />);
    await press("history-step-1");
    expect(core.asked).toEqual([]);
    await press("history-step-0");
    expect(core.asked[0]).toMatchObject({ cmd: "edit.jump", request: { steps: 0 } });
    expect(find("history-step-0")?.getAttribute("aria-current")).toBe("step");
  });

  test("a tool's result tells how it was made", async () => {
    open({ source: { kind: "tool", label: "Liquid box · seed 42", atoms: 3, provenance: record } });
    await show(<History />);
    expect(find("history-step-0")?.textContent).toBe("Liquid box · seed 423 atoms");
    await press("history-info-0");
    const text = find("history-provenance-0")?.textContent ?? "";
    expect(text).toContain("this page, molsmith 0.1.0");
    expect(text).toContain('"seed": 42');
  });
});

describe("status and info line", () => {
  test("the name stands first, and a preview says so in both", async () => {
    open({ name: "caffeine.sdf", steps: [step("s1", "Delete 2 atoms", "−2")] });
    await show(
      <>
        <InfoLine />
        <StatusLine />
      </>,
    );
    expect(find("info")?.firstElementChild?.textContent).toBe("caffeine.sdf");
    expect(find("status-preview")).toBeNull();
    expect(find("status-selected")).not.toBeNull();
    const { json, bufs } = changeOf(1600);
    const arrays = { ...useDocument.getState().arrays, positions: bufs.positions as Float64Array };
    await act(async () =>
      useView.getState().setPreview({ cell: null, atoms: false, changed: { arrays, state: json.state } }),
    );
    expect(find("status-preview")?.textContent).toBe("Preview: 1\u202f600 atoms, not applied");
    expect(find("status-selected")).toBeNull();
    expect(find("info-edits")).toBeNull();
    await act(async () => useView.getState().setPreview({ cell: [9, 0, 0, 0, 9, 0, 0, 0, 9], atoms: false }));
    expect(find("status-preview")?.textContent).toBe("Preview of a cell, 9.00 × 9.00 × 9.00 Å");
    await act(async () => useView.getState().setPreview(null));
    expect(find("status-preview")).toBeNull();
  });
});

describe("save dialog", () => {
  const formats = [
    { id: "pdb", label: "PDB", extensions: [".pdb"], canRead: false, canWrite: true },
    { id: "json", label: "JSON", extensions: [".json"], canRead: true, canWrite: true },
  ];
  const reports = (report: Partial<ExportReport>) =>
    core.answer("file.report", { format: "pdb", losses: [], changes: [], ...report });

  beforeEach(() => {
    open();
    useFiles.setState({ formats, format: "pdb", options: {}, saved: null, proposed: null, proposedOptions: {} });
  });

  test("names every loss and change before the file is written", async () => {
    reports({ losses: ["bond orders"], changes: ["the cell is turned"] });
    await show(<SaveDialog />);
    expect([...(find("save-report")?.querySelectorAll("li") ?? [])].map((line) => line.textContent)).toEqual([
      "bond orders",
      "the cell is turned",
    ]);
    expect(find("save-confirm")?.textContent).toBe("Save anyway");
    expect(core.names()).toEqual(["file.report"]);
  });

  test("a clean format just saves, under the name given", async () => {
    reports({});
    core.answer(
      "file.write",
      { fileName: "doc.pdb", mime: "chemical/x-pdb", report: { format: "pdb", losses: [], changes: [] } },
      { data: Uint8Array.of(69, 78, 68) },
    );
    core.answers.set("edit.markSaved", () => changeOf(3, {}, { atomsFrom: 3 }));
    const downloads: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.download);
    });
    await show(<SaveDialog />);
    expect(find("save-report")).toBeNull();
    await press("save-confirm");
    expect(downloads).toEqual(["doc.pdb"]);
    expect(core.names()).toEqual(["file.report", "file.write", "edit.markSaved"]);
    expect(useNotices.getState().current?.title).toBe("Saved doc.pdb.");
    expect(useUi.getState().dialog).toBe("none");

    useFiles.setState({ saved: { name: "mine.pdb", document: "doc" }, proposed: "pdb" });
    await act(async () => root.render(null));
    await show(<SaveDialog />);
    expect((find("save-name") as HTMLInputElement).value).toBe("mine");
    expect(document.body.textContent).toContain("Saves mine.pdb");
  });

  test("the atom style of a LAMMPS file is asked about and written, and is that of the next time", async () => {
    const lammps = { id: "lammps", label: "LAMMPS data", extensions: [".data"], canRead: true, canWrite: true };
    useFiles.setState({
      formats: [lammps],
      format: "lammps",
      proposed: "lammps",
      proposedOptions: { style: "charge" },
    });
    core.answers.set("file.report", (request) => ({
      json: { format: "lammps", losses: [(request as { style: string }).style], changes: [] },
      bufs: {},
    }));
    core.answer(
      "file.write",
      { fileName: "doc.data", mime: "text/plain", report: { format: "lammps", losses: ["bonds"], changes: [] } },
      { data: Uint8Array.of(1) },
    );
    core.answers.set("edit.markSaved", () => changeOf(3, {}, { atomsFrom: 3 }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await show(<SaveDialog />);
    expect(find("save-style")?.getAttribute("data-value")).toBe("charge");
    expect(find("save-report")?.textContent).toContain("charge");
    await press("save-confirm");
    expect(core.asked.find(({ cmd }) => cmd === "file.write")?.request).toEqual({ format: "lammps", style: "charge" });
    expect(useFiles.getState().options).toEqual({ style: "charge" });
    useFiles.getState().set({ format: "pdb" });
    expect(useFiles.getState().options).toEqual({});
  });

  test("a CIF with symmetry shows what is found before it is written, and why not", async () => {
    const tools = new StubCore();
    providePageWorker(tools);
    const cif = { id: "cif", label: "CIF", extensions: [".cif"], canRead: true, canWrite: true };
    useFiles.setState({ formats: [cif], format: null, proposed: "cif", proposedOptions: {} });
    reports({});
    core.answer("edit.structure", { structure: { atoms: 3 } } as never);
    tools.answer(
      "crystal.cif",
      {
        fileName: "doc.cif",
        mime: "chemical/x-cif",
        group: { number: 225, name: "Fm-3m", choice: "" },
        report: { format: "cif", losses: [], changes: ["1 site in the space group Fm-3m"] },
      },
      { data: Uint8Array.of(1) },
    );
    core.answers.set("edit.markSaved", () => changeOf(3, {}, { atomsFrom: 3 }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await show(<SaveDialog />);
    expect(find("save-symmetry")?.getAttribute("aria-checked")).toBe("false");
    expect(find("save-tolerance")).toBeNull();
    await press("save-symmetry");
    expect((find("save-confirm") as HTMLButtonElement).disabled).toBe(true);
    await vi.waitFor(() => expect(find("save-report")?.textContent).toContain("1 site in the space group Fm-3m"));
    expect(tools.asked.map(({ request }) => request)).toMatchObject([{ tolerance: 0.01 }]);
    await press("save-confirm");
    expect(core.names()).not.toContain("file.write");
    expect(useFiles.getState()).toMatchObject({ format: "cif", options: { tolerance: 0.01 } });

    tools.fail("crystal.cif", new Error("the structure has no cell"));
    useFiles.setState({ proposedOptions: { tolerance: 0.05 } });
    await act(async () => root.render(null));
    await show(<SaveDialog />);
    await vi.waitFor(() => expect(find("save-problem")?.textContent).toBe("The structure has no cell."));
    expect((find("save-confirm") as HTMLButtonElement).disabled).toBe(true);
  });

  test("a refusal cannot be overridden", async () => {
    reports({ refused: "PDB holds at most 99 999 atoms" });
    await show(<SaveDialog />);
    expect(find("save-refused")?.textContent).toBe("PDB holds at most 99 999 atoms");
    expect((find("save-confirm") as HTMLButtonElement).disabled).toBe(true);
  });

  test("an error while writing keeps the dialog and says why", async () => {
    reports({});
    core.fail("file.write", new Error("atom 7 has no element"));
    await show(<SaveDialog />);
    useUi.setState({ dialog: "save" });
    await press("save-confirm");
    expect(useNotices.getState().current).toMatchObject({
      level: "error",
      title: "Could not save doc.pdb:",
      text: "atom 7 has no element",
    });
    expect(useUi.getState().dialog).toBe("save");
  });
});

test("a question answers by its buttons and is an alert dialog", async () => {
  await show(<QuestionDialog />);
  const question = { title: "Discard?", body: "Edits are lost.", confirm: "Discard", cancel: "Keep" };
  let answer: Promise<boolean> | undefined;
  await act(async () => {
    answer = useUi.getState().ask(question);
  });
  expect(find("question")?.getAttribute("role")).toBe("alertdialog");
  expect(find("question-no")?.textContent).toBe("Keep");
  await press("question-yes");
  expect(await answer).toBe(true);
  expect(find("question")).toBeNull();
});

describe("notice", () => {
  test.each([
    ["info", "status"],
    ["warning", "status"],
    ["error", "alert"],
  ] as const)("%s is a %s with warnings on lines of their own", async (level, role) => {
    await show(<NoticeCard />);
    await act(async () =>
      useNotices.getState().notify({ level, title: "Packed.", text: "2.00 Å", warnings: ["a", "b"] }),
    );
    expect(find("notice")?.dataset.level).toBe(level);
    expect(find("notice")?.parentElement?.getAttribute("role")).toBe(role);
    expect([...document.querySelectorAll(".notice-warning")].map((line) => line.textContent)).toEqual(["a", "b"]);
    await press("notice-dismiss");
    expect(find("notice")).toBeNull();
  });

  test("text of a stranger stays text", async () => {
    await show(<NoticeCard />);
    const evil = "<img src=x onerror=alert(1)>";
    await act(async () => useNotices.getState().notify({ level: "info", title: evil, warnings: [evil] }));
    expect(document.querySelector("img")).toBeNull();
    expect(find("notice")?.textContent).toContain(evil);
  });
});

test("the line of facts", async () => {
  const cell = [10, 0, 0, 0, 10, 0, 0, 0, 10];
  const step = { id: "s1", label: "Delete 1 atom", detail: "−1", author: "person" as const };
  open(
    {
      components: [
        { formula: "H2O", count: 2 },
        { formula: "Cl", charge: -1, count: 1 },
      ],
      formula: "ClH4O2",
      bonds: 4,
      cell,
      density: 0.119,
      charge: -1,
      mass: 71.48,
      steps: [step],
    },
    7,
  );
  await show(<InfoLine />);
  expect([...(find("info")?.children ?? [])].map((part) => part.textContent)).toEqual([
    "doc",
    "H2O ×2Cl− ×1",
    "7 atoms",
    "4 bonds",
    "charge −1",
    "10.00 × 10.00 × 10.00 Å",
    "0.119 g/cm³",
    "71.48 g/mol",
    "1 edit",
  ]);
});

describe("document panel", () => {
  test("bonds that nobody stated are counted as such", async () => {
    core.answer("edit.inferred", { bonds: 2 }, { inferred: Uint8Array.of(1, 0, 1) });
    open({ bonds: 3, inferred: true });
    await show(<DocumentPanel />);
    expect(find("document-facts")?.textContent).toContain("Bonds3, 2 by distance");
  });

  test("an asymmetric unit offers the whole cell", async () => {
    open({ symmetry: { operations: 4, spaceGroup: "P 21/c" } });
    core.answers.set("edit.apply", () => changeOf(12));
    await show(<DocumentPanel />);
    expect(find("symmetry-offer")?.textContent).toContain("4 symmetry operations of P 21/c");
    await press("expand-symmetry");
    expect(core.asked.find(({ cmd }) => cmd === "edit.apply")?.request).toMatchObject({
      ops: [{ op: "expand_symmetry" }],
    });
    expect(find("symmetry-offer")).toBeNull();
  });

  test("a blank name is not taken", async () => {
    open();
    await show(<DocumentPanel />);
    const field = find("document-name") as HTMLInputElement;
    await act(async () => {
      field.focus();
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      set?.call(field, "  ");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await act(async () => field.blur());
    expect(core.asked).toEqual([]);
    expect(field.value).toBe("doc");
  });
});

test("the root element carries the state, and the hash when idle", async () => {
  vi.useFakeTimers();
  core.answer("edit.hash", { hash: "abc" });
  const element = document.createElement("div");
  const stop = rootAttributes(element);
  const data = () => Object.fromEntries([...element.attributes].map(({ name, value }) => [name.slice(5), value]));
  expect(data()).toMatchObject({ atoms: "0", revision: "", core: "wasm", selected: "0", "doc-hash": "" });
  open({ revision: 5, dirty: true, cell: [10, 0, 0, 0, 10, 0, 0, 0, 10] });
  useSelection.getState().select([1]);
  expect(data()).toMatchObject({
    atoms: "3",
    revision: "5",
    dirty: "true",
    selected: "1",
    cell: "10.0000,10.0000,10.0000,90.0000,90.0000,90.0000",
    "doc-hash": "",
  });
  await vi.advanceTimersByTimeAsync(400);
  expect(data()["doc-hash"]).toBe("abc");
  open({ revision: 6 });
  expect(data()["doc-hash"]).toBe("");
  stop();
  vi.useRealTimers();
});
