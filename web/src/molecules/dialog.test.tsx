// @vitest-environment happy-dom
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CoreError } from "../core";
import type { LibraryMolecule, MoleculeSketch } from "../core/protocol";
import { FakeCore } from "../forms/fakeCore";
import { useLibrary } from "../library/library";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { changeOf } from "../state/stubCore";
import { useUi } from "../state/ui";
import { providePageWorker } from "../tools/worker";
import { TooltipProvider } from "../ui/Tooltip";
import { atomText, bondsText } from "./AtomTable";
import { MoleculeDialog } from "./MoleculeDialog";
import { makeSolid } from "./solid";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** The sheet is a canvas of another program: its place is taken by a button that draws. */
vi.mock("./SketchEditor", () => ({
  default: ({ molblock, onDraw }: { molblock: string; onDraw(block: string): void }) => (
    <button type="button" data-testid="sheet" data-molblock={molblock} onClick={() => onDraw(next)}>
      draw
    </button>
  ),
}));
vi.mock("./SolidView", () => ({
  default: ({ molblock }: { molblock: string }) => <i data-testid="view">{molblock}</i>,
}));
let next = "";

let root: Root;
let core: FakeCore;
let worker: FakeCore;
/** Answers of the tool by SMILES; what is missing waits until `finish` is called. */
let runs: { smiles: string; args: Record<string, unknown>; finish(value: unknown): void; fail(error: Error): void }[];

const sketched = (smiles: string, part: Partial<MoleculeSketch> = {}): MoleculeSketch => ({
  smiles,
  formula: "C2H6O",
  title: "",
  preset: null,
  picture: `<svg>${smiles}</svg>`,
  ...part,
});
const block = (name: string) => `${name}\n  Molsmith            3D\n\nM  END\n`;
const solid = (smiles: string): LibraryMolecule => ({
  name: "",
  formula: "C2H6O",
  smiles,
  atoms: 9,
  molblock: block(smiles),
  flat: false,
  missing: 0,
});
const names: Record<string, string> = { ethanol: "CCO", ibuprofen: "CC(C)C" };
const value = {
  molblock: block("CCO"),
  energy_kcal_mol: -1.336,
  force_field: "MMFF94s",
  converged: true,
  warnings: [],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  runs = [];
  core = new FakeCore({
    "molecule.resolve": ({ text }) => {
      if (text === "ON" || text === "unreachable") throw new Error("the dictionary of names could not be loaded");
      const known = names[text];
      const molecule = { notes: [], others: [], repeatUnit: false };
      if (known) return { molecule: { ...molecule, smiles: known, name: text, source: "dictionary" } };
      if (/^[CNO()=]+( .*)?$/.test(text)) {
        const [smiles, ...title] = text.split(" ");
        return { molecule: { ...molecule, smiles, name: title.join(" "), source: "smiles" } };
      }
      const suggestions = text === "ethanl" ? [{ name: "ethanol", smiles: "CCO" }] : [];
      return {
        problem: { offset: 0, length: text.length, message: "not a known name", ambiguous: false, suggestions },
      };
    },
    "molecule.sketch": ({ smiles = "", molblock = "" }) => {
      if (smiles === "unreachable") return { problem: { offset: 0, length: 1, message: "no atom" } };
      if (molblock.includes("bad")) return { problem: { offset: 0, length: 3, message: "carbon has valence 5" } };
      if (molblock.includes("3D"))
        return { sketch: sketched("OO", { given: { ...solid("OO"), molblock, name: "given" } }) };
      return { sketch: sketched(smiles || "NCC") };
    },
    "molecule.draw": ({ smiles }) => ({ molblock: `drawing of ${smiles}`, atoms: [] }),
    // The first line of the block is the SMILES it was made of.
    "molecule.solid": ({ molblock }) => solid(molblock.split("\n", 1)[0] ?? ""),
    "molecule.place": () => ({ structure: { atoms: 9, bonds: 8, cell: null }, name: "ethanol" }),
    "edit.open": () => changeOf(9, {}, { opened: true }).json,
  });
  worker = new FakeCore({
    "tool.run": ({ args }) =>
      new Promise((finish, fail) => {
        const given = args as Record<string, unknown>;
        runs.push({
          smiles: String(given.smiles),
          args: given,
          finish: (answer) => finish({ text: "", value: answer }),
          fail,
        });
      }),
  });
  provideCore(core);
  providePageWorker(worker);
  document.body.innerHTML = "<div id=app></div>";
  root = createRoot(document.getElementById("app") as HTMLElement);
  useDocument.getState().close();
  useLibrary.setState({ entries: [], kept: "memory" });
  useUi.setState({ dialog: "molecule", core: "wasm", theme: "light" });
  useUi.getState().openMolecule({});
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

const show = (page: ReactNode) => act(async () => root.render(<TooltipProvider>{page}</TooltipProvider>));
const find = (testId: string) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
const button = (testId: string) => find(testId) as HTMLButtonElement;
const rest = (ms = 200) => act(async () => vi.advanceTimersByTimeAsync(ms));
const click = (testId: string) => act(async () => find(testId)?.click());

async function type(testId: string, text: string) {
  await act(async () => {
    const field = find(testId) as HTMLInputElement | HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await rest();
}
const finish = () =>
  act(async () => {
    const run = runs.at(-1);
    run?.finish({ ...value, molblock: block(run.smiles) });
    await vi.advanceTimersByTimeAsync(0);
  });

describe("the molecule dialog", () => {
  test("reads a name, makes it 3D, and keeps it in the library once", async () => {
    await show(<MoleculeDialog />);
    for (const id of ["molecule-add", "molecule-box", "molecule-place"]) expect(button(id).disabled).toBe(true);
    await type("smiles", "ethanol");
    expect(find("molecule-read")?.textContent).toBe("ethanol, C2H6O, read as a name.");
    expect(runs.map(({ args }) => args)).toEqual([{ smiles: "CCO", seed: 42 }]);
    expect(find("solid")?.dataset.state).toBe("running");
    await finish();
    expect(find("solid-fact")?.textContent).toBe("9 atoms · MMFF94s −1.34 kcal/mol");
    await click("molecule-add");
    expect(useLibrary.getState().entries).toMatchObject([
      { name: "ethanol", smiles: "CCO", origin: "name", formula: "C2H6O", molblock: block("ethanol"), flat: false },
    ]);
    expect(button("molecule-add").disabled).toBe(true);
    expect(find("molecule-added")?.textContent).toContain("In your library");
  });

  test("says which stereocenters were not stated and what was chosen", async () => {
    const line = "1 stereocenter was not stated; chosen: C1 S (atoms counted from 0).";
    await show(<MoleculeDialog />);
    await type("smiles", "ON");
    await act(async () => {
      runs.at(-1)?.finish({ ...value, warnings: [line], molblock: block("ON") });
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(document.querySelector(".molecule-warning")?.textContent).toBe(line);
  });

  test("without the dictionary a SMILES is read all the same, and a name is not", async () => {
    await show(<MoleculeDialog />);
    await type("smiles", "ON");
    expect(runs.map(({ smiles }) => smiles)).toEqual(["ON"]);
    await type("smiles", "unreachable");
    expect(find("smiles-help")?.textContent).toBe("the dictionary of names could not be loaded");
    expect(button("molecule-add").disabled).toBe(true);
  });

  test("Enter places the molecule as soon as it is there", async () => {
    await show(<MoleculeDialog />);
    await type("smiles", "CCO");
    await act(async () =>
      find("smiles")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })),
    );
    expect(core.of("molecule.place")).toEqual([]);
    await finish();
    await rest(0);
    expect(core.of("molecule.place")).toHaveLength(1);
    expect(useUi.getState().dialog).toBe("none");
  });

  test("passes a SMILES on as it was typed, with its name", async () => {
    await show(<MoleculeDialog />);
    await type("smiles", "OCC spirit of wine");
    expect(runs[0]?.args).toEqual({ smiles: "OCC", seed: 42 });
    expect((find("molecule-name") as HTMLInputElement).placeholder).toBe("spirit of wine");
    await finish();
    await type("molecule-name", "my ethanol");
    await click("molecule-add");
    expect(useLibrary.getState().entries).toMatchObject([{ name: "my ethanol", origin: "smiles" }]);
    expect(runs).toHaveLength(1);
  });

  test("another text: everything of the last one is pale and nothing can be done with it", async () => {
    await show(<MoleculeDialog />);
    await type("smiles", "CCO");
    await finish();
    expect(button("molecule-place").disabled).toBe(false);
    await type("smiles", "ethanl");
    expect(find("smiles-problem")?.textContent).toMatch(/Did you mean ethanol\?$/);
    expect(find("molecule-picture-box")?.dataset.stale).toBe("");
    expect(find("view")?.closest("[data-stale]")).not.toBeNull();
    for (const id of ["molecule-add", "molecule-box", "molecule-place"]) expect(button(id).disabled).toBe(true);
    await click("molecule-choice");
    await rest();
    expect((find("smiles") as HTMLTextAreaElement).value).toBe("CCO ethanol");
    expect(runs.at(-1)?.smiles).toBe("CCO");
  });

  test("the tool's refusal is one line, and nothing is added", async () => {
    await show(<MoleculeDialog />);
    await type("smiles", "CCC");
    await act(async () => {
      runs[0]?.fail(new CoreError("INVALID_MOLECULE", "Atom 1 (C): the ring cannot be trans."));
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(find("solid-problem")?.textContent).toContain("Atom 1 (C): the ring cannot be trans.");
    expect(button("molecule-add").disabled).toBe(true);
    // The same molecule would be refused again.
    expect(find("solid-retry")).toBeNull();
  });

  test("Cancel ends the run; a late answer changes nothing", async () => {
    await show(<MoleculeDialog />);
    await type("smiles", "CCCC");
    await click("solid-cancel");
    await rest(0);
    expect(find("solid-problem")?.textContent).toContain("Cancelled.");
    await finish();
    expect(find("solid")?.dataset.state).toBe("failed");
    await click("solid-retry");
    expect(runs).toHaveLength(2);
    await finish();
    expect(button("molecule-add").disabled).toBe(false);
  });

  test("a new molecule replaces one that is being made", async () => {
    await show(<MoleculeDialog />);
    await type("smiles", "CC");
    await type("smiles", "CCC");
    expect(runs.map(({ smiles }) => smiles)).toEqual(["CC", "CCC"]);
    await act(async () => {
      runs[0]?.finish({ ...value, force_field: "old" });
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(find("solid")?.dataset.state).toBe("running");
    await finish();
    expect(find("solid-fact")?.textContent).toContain("MMFF94s");
  });

  test("without hydrogens the tool is asked for the heavy atoms; another conformer has another seed", async () => {
    await show(<MoleculeDialog />);
    await type("smiles", "CCO");
    await finish();
    await click("solid-another");
    expect(runs.at(-1)?.args).toEqual({ smiles: "CCO", seed: 43 });
    await finish();
    await click("molecule-hydrogens");
    expect(runs.at(-1)?.args).toEqual({ smiles: "CCO", seed: 43, hydrogens: false });
  });

  test("a sketch becomes the text, the text a sketch, and the library has what was drawn", async () => {
    await show(<MoleculeDialog />);
    await click("pane-sketch");
    await vi.waitFor(() => expect(find("sheet")).not.toBeNull());
    await type("smiles", "CCO");
    await vi.waitFor(() => expect(find("sheet")?.dataset.molblock).toBe("drawing of CCO"));
    next = "drawn\nM  END\n";
    await click("sheet");
    await rest();
    expect((find("smiles") as HTMLTextAreaElement).value).toBe("NCC");
    // The sheet keeps what the person drew; nothing is laid out anew under the pen.
    expect(find("sheet")?.dataset.molblock).toBe(next);
    expect(runs.at(-1)?.smiles).toBe("NCC");
    await finish();
    await click("molecule-add");
    expect(useLibrary.getState().entries).toMatchObject([{ origin: "sketch", sketch: next, smiles: "NCC" }]);
    next = "bad";
    await click("sheet");
    await rest();
    expect(find("sketch-problem")?.textContent).toBe("In the sketch: carbon has valence 5.");
    expect(button("molecule-add").disabled).toBe(true);
    next = "";
    await click("sheet");
    await rest();
    expect((find("smiles") as HTMLTextAreaElement).value).toBe("");
  });

  test("a mol block with positions keeps them: no tool runs", async () => {
    await show(<MoleculeDialog />);
    await type("smiles", "x\n  Molsmith            3D\n\n  0  0 V2000\nM  END\n");
    await rest();
    expect(find("solid-fact")?.textContent).toBe("9 atoms · positions as given");
    expect(runs).toHaveLength(0);
    expect(find("solid-another")).toBeNull();
    await click("molecule-add");
    expect(useLibrary.getState().entries).toMatchObject([{ origin: "file", molblock: expect.stringContaining("3D") }]);
  });

  test("with nothing open the molecule becomes the document, and the dialog closes", async () => {
    await show(<MoleculeDialog />);
    await type("smiles", "CCO");
    await finish();
    expect(find("molecule-place")?.textContent).toBe("Open as document");
    await click("molecule-place");
    await rest(0);
    expect(core.of("molecule.place")).toEqual([{ molblock: block("CCO"), name: "C2H6O" }]);
    expect(core.of("edit.open")).toHaveLength(1);
    expect(useUi.getState().dialog).toBe("none");
  });

  test("opened for a field it gives the molecule to the field", async () => {
    const use = vi.fn();
    useUi.getState().openMolecule({ text: "ibuprofen", use });
    await show(<MoleculeDialog />);
    await rest();
    expect(find("molecule-place")).toBeNull();
    await finish();
    await click("molecule-use");
    expect(use).toHaveBeenCalledWith({ name: "ibuprofen", molblock: block("CC(C)C"), smiles: "CC(C)C" });
    expect(useUi.getState()).toMatchObject({ dialog: "none", molecule: { text: "", use: null } });
  });
});

test("the table of atoms in words", () => {
  const bonds = [{ to: 1, order: 2, label: "E" }];
  expect(atomText({ symbol: "N", charge: 1, hydrogens: 3, label: "", bonds })).toBe("NH3+");
  expect(atomText({ symbol: "O", charge: -2, hydrogens: 0, label: "", bonds })).toBe("O2−");
  const carbon = { symbol: "C", charge: 0, hydrogens: 1, label: "", bonds };
  expect(bondsText(carbon, [carbon, carbon])).toBe("1 C (double, E)");
  const more = { ...carbon, bonds: [...bonds, { to: 0, order: 1, label: "" }, { to: 1, order: 4, label: "" }] };
  expect(bondsText(more, [carbon, carbon])).toBe("1 C (double, E), 0 C, 1 C (aromatic)");
});

test("a given geometry gets the hydrogens it lacks when they are wanted", async () => {
  const given = { ...solid("C"), atoms: 1, missing: 4 };
  provideCore(new FakeCore({ "molecule.complete": () => ({ ...given, atoms: 5, missing: 0 }) }));
  const request = { smiles: "C", given, seed: 42 };
  expect(await makeSolid({ ...request, hydrogens: true }, "methane")).toMatchObject({
    atoms: 5,
    warnings: ["4 hydrogens were added."],
  });
  expect(await makeSolid({ ...request, hydrogens: false }, "methane")).toMatchObject({ atoms: 1, warnings: [] });
});
