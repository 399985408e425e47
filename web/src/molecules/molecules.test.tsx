// @vitest-environment happy-dom
import { gzipSync } from "node:zlib";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { decimals } from "../app/format";
import type { MoleculeProperties, MoleculeSketch } from "../core/protocol";
import { ethanol, water } from "../forms/fakeCore";
import { MoleculeList } from "../forms/fields/MoleculeList";
import { moleculeChoices } from "../forms/molecules";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";
import { changeOf, StubCore } from "../state/stubCore";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { TooltipProvider } from "../ui/Tooltip";
import { Recent } from "./cache";
import { alertName, estimates, identity } from "./facts";
import { forgetFragments } from "./fragments";
import { PropertiesPanel } from "./PropertiesPanel";
import { problemText } from "./sketch";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let core: StubCore;

/** The parts of an answer that differ between tests; SMILES differ too, so that nothing comes from another test. */
const sketched = (part: Partial<MoleculeSketch>) => ({
  sketch: { smiles: "", formula: "C2H6O", title: "", preset: null, picture: "<svg/>", ...part },
});
const properties = (part: Partial<MoleculeProperties> = {}): MoleculeProperties => ({
  smiles: "CCO",
  preset: null,
  formula: "C2H6O",
  charge: 0,
  heavyAtoms: 3,
  mass: 46.069,
  exactMass: 46.041865,
  logP: -0.0014,
  tpsa: 20.23,
  donors: 1,
  acceptors: 1,
  rotatableBonds: 0,
  rings: 0,
  aromaticRings: 0,
  fsp3: 1,
  qed: 0.4068,
  synthetic: 1.98,
  pains: [],
  brenk: [],
  undecided: [],
  ...part,
});

/** What the core says of any text: the words of this test, and a place for an X. */
function reads(answers: Record<string, Partial<MoleculeSketch>>) {
  core.answers.set("molecule.sketch", (request) => {
    const { smiles } = request as { smiles: string };
    const known = answers[smiles];
    if (known) return { json: sketched({ smiles, ...known }) };
    const offset = Math.max(0, smiles.indexOf("X"));
    return { json: { problem: { offset, length: 1, message: "'X' is no atom" } } };
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  core = new StubCore();
  provideCore(core);
  forgetFragments();
  document.body.innerHTML = "<div id=app></div>";
  root = createRoot(document.getElementById("app") as HTMLElement);
  useDocument.getState().close();
  useSelection.getState().clear();
  useUi.setState({ dialog: "none", core: "wasm", theme: "light" });
  useTools.setState({ presets: [water, ethanol] });
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

const show = (page: ReactNode) => act(async () => root.render(<TooltipProvider>{page}</TooltipProvider>));
const find = (testId: string) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
const rest = (ms = 200) => act(async () => vi.advanceTimersByTimeAsync(ms));

async function type(testId: string, text: string) {
  await act(async () => {
    const field = find(testId) as HTMLInputElement | HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const key = (testId: string, name: string) =>
  act(async () => find(testId)?.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true })));

describe("the search box of the library", () => {
  const search = async (onPick = vi.fn()) => {
    await show(
      <MoleculeList
        choices={moleculeChoices([water, ethanol], [])}
        chosen={undefined}
        clearable={false}
        onPick={onPick}
        onEnter={() => {}}
      />,
    );
    return onPick;
  };

  test("takes a SMILES too, by Enter as soon as it is read", async () => {
    reads({ "C(C)F": { smiles: "CCF", formula: "C2H5F" } });
    const picked = await search();
    await type("molecule-search", "C(C)F");
    await key("molecule-search", "Enter");
    await rest();
    expect(find("molecule-typed")?.textContent).toContain("C2H5F3D is made when the tool runs");
    expect(picked).toHaveBeenCalledWith({ name: "C2H5F", smiles: "CCF" });
  });

  test("offers nothing twice", async () => {
    reads({ CCO: { preset: { id: "ethanol", name: "Ethanol" } } });
    await search();
    await type("molecule-search", "CCO");
    await rest();
    expect(document.querySelectorAll("[role=option]")).toHaveLength(1);
  });

  test("marks what can only be a SMILES, and leaves words alone", async () => {
    reads({});
    await search();
    await type("molecule-search", "CX(=O)");
    await rest();
    expect(find("typed-problem")?.textContent).toBe("CX(=O)Character 2: 'X' is no atom.");
    await type("molecule-search", "toluidine");
    await rest();
    expect(find("typed-problem")).toBeNull();
  });
});

describe("properties panel", () => {
  function open(revision: number) {
    const { json, bufs } = changeOf(9, { revision });
    useDocument.getState().commit(json, bufs);
  }
  const molecule = { smiles: "CCO", formula: "C2H6O", atoms: 9, first: 0, added: 0, preset: null };
  const kinds = (list: object[], more: object = {}) =>
    core.answer("molecule.kinds", { kinds: list, others: 0, ...more });
  const kind = (count: number, formula: string, first: number) => ({
    first,
    atoms: 9,
    count,
    formula,
    charge: 0,
    preset: null,
  });

  beforeEach(() => reads({ CCO: {}, CCC: {}, "CCCC(=O)O": {} }));

  test("without a document offers to type a SMILES", async () => {
    await show(<PropertiesPanel />);
    await act(async () => find("properties-lookup")?.click());
    expect(useUi.getState().dialog).toBe("molecule");
    expect(core.asked).toEqual([]);
  });

  test("says why there are none", async () => {
    open(1);
    kinds([], { reason: "there are no bonds" });
    await show(<PropertiesPanel />);
    expect(find("properties-none")?.textContent).toContain("No properties: there are no bonds.");
    expect(core.names()).toEqual(["molecule.kinds"]);
  });

  test("shows the first kind, another one when it is chosen, the selected one before both", async () => {
    open(2);
    kinds([kind(1000, "H2O", 0), kind(20, "C2H6O", 6)]);
    core.answers.set("molecule.at", (request) => ({
      json: { molecule: { ...molecule, first: (request as { atom: number }).atom } },
    }));
    core.answer("molecule.properties", properties());
    await show(<PropertiesPanel />);
    await rest();
    const select = find("molecule-kind") as HTMLSelectElement;
    expect([...select.options].map(({ text }) => text)).toEqual(["1\u202f000 × H2O", "20 × C2H6O"]);
    expect(find("properties-which")?.textContent).toBe("One of 1\u202f000 alike, 9 atoms each");
    await act(async () => {
      select.value = "1";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(find("properties-which")?.textContent).toBe("One of 20 alike, 9 atoms each");
    await act(async () => useSelection.getState().select([3, 8]));
    expect(find("properties-which")?.textContent).toBe("Molecule of the selected atom, 9 atoms");
    const atoms = core.asked.filter(({ cmd }) => cmd === "molecule.at").map(({ request }) => request);
    expect(atoms).toEqual([{ atom: 0 }, { atom: 6 }, { atom: 8 }]);
  });

  test("shows the values with their units, and copies the SMILES", async () => {
    open(3);
    kinds([kind(1, "C3H8", 0)]);
    core.answer("molecule.at", { molecule: { ...molecule, smiles: "CCC", added: 2 } });
    core.answer(
      "molecule.properties",
      properties({ smiles: "CCC", brenk: ["phenol_ester"], charge: -1, synthetic: 1.98 }),
    );
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
    await show(<PropertiesPanel />);
    await rest();
    const value = (id: string) => find(`property-${id}`)?.textContent;
    expect(value("mass")).toBe("46.07 g/mol");
    expect(value("exact-mass")).toBe("46.0419 u");
    expect(value("logp")).toBe("0.00");
    expect(value("tpsa")).toBe("20.2 Å²");
    expect(value("charge")).toBe("−1 e");
    expect(value("synthetic")).toBe("2.0 of 10");
    expect(value("pains")).toBe("none");
    expect(value("brenk")).toBe("phenol ester");
    expect(find("properties-added")?.textContent).toContain("2 hydrogens that the document does not have");
    await act(async () => find("smiles-copy")?.click());
    expect(copied).toEqual(["CCC"]);
  });

  test("waits for the table of fragments, says when it does not come, tries again", async () => {
    open(4);
    kinds([kind(1, "C4H8O2", 0)]);
    core.answer("molecule.at", { molecule: { ...molecule, smiles: "CCCC(=O)O" } });
    let table = false;
    core.answers.set("molecule.properties", () => ({
      json: properties({ smiles: "CCCC(=O)O", synthetic: table ? 1.2 : null }),
    }));
    core.answers.set("molecule.fragments", () => {
      table = true;
      return { json: { fragments: 705_292 } };
    });
    const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response("", { status: 503 }));
    await show(<PropertiesPanel />);
    await rest();
    expect(find("property-synthetic")?.textContent).toContain("not known: its table could not be loaded (HTTP 503)");
    expect(find("property-qed")?.textContent).toBe("0.41");
    fetched.mockResolvedValueOnce(new Response(Uint8Array.of(31, 139)));
    await act(async () => find("synthetic-retry")?.click());
    await vi.waitFor(async () => {
      await rest();
      expect(find("property-synthetic")?.textContent).toContain("its table is damaged");
    });
    fetched.mockResolvedValueOnce(new Response(gzipSync("SAF1")));
    await act(async () => find("synthetic-retry")?.click());
    await vi.waitFor(async () => {
      await rest();
      expect(find("property-synthetic")?.textContent).toBe("1.2 of 10");
    });
    expect(core.asked.find(({ cmd }) => cmd === "molecule.fragments")?.bufs.data).toEqual(
      new TextEncoder().encode("SAF1"),
    );
    expect(fetched).toHaveBeenCalledTimes(3);
  });
});

test.each([
  ["CCX", { offset: 2, length: 1, message: "no atom" }, "Character 3: no atom."],
  ["C\u{1f9ea}X", { offset: 3, length: 1, message: "no atom" }, "Character 3: no atom."],
  ["CCC", { offset: 0, length: 3, message: "too large" }, "Too large."],
  ["CC=", { offset: 3, length: 0, message: "expected an atom" }, "At the end: expected an atom."],
])("where %s is wrong", (text, problem, said) => {
  expect(problemText(text, problem)).toBe(said);
});

test("numbers have a real minus sign and no negative zero", () => {
  expect([decimals(-0.0014, 2), decimals(-1.25, 1), decimals(3.456, 2)]).toEqual(["0.00", "−1.3", "3.46"]);
});

test("every value says what it is", () => {
  const all = [...identity(properties({ rings: 2, aromaticRings: 1 })), ...estimates(properties())];
  for (const { about, label } of all) expect(about, label).toMatch(/\.$/);
  expect(all.find(({ id }) => id === "rings")?.value).toBe("2 (1 aromatic)");
  expect(alertName("anil_di_alk_A(478)")).toBe("anil di alk A(478)");
});

test("the last few answers are kept, failures are not", async () => {
  const recent = new Recent<string>(2);
  const made: string[] = [];
  const get = (name: string) =>
    recent.get(name, async () => {
      made.push(name);
      if (name === "bad") throw new Error("bad");
      return name;
    });
  for (const name of ["a", "b", "a", "c", "a", "b"]) expect(await get(name)).toBe(name);
  expect(made).toEqual(["a", "b", "c", "b"]);
  await expect(get("bad")).rejects.toThrow();
  await expect(get("bad")).rejects.toThrow();
  expect(made.filter((name) => name === "bad")).toHaveLength(2);
});
