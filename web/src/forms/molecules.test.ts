import { beforeEach, describe, expect, it } from "vitest";
import { provideCore } from "../state/core";
import { useTools } from "../state/tools";
import { ethanol, FakeCore, preset, water, withBufs } from "./fakeCore";
import { hydrogens } from "./moleculeShape";
import { addMolecule, choiceOf, firstBlock, hill, moleculeChoices, searchMolecules } from "./molecules";

const methanol = { ...preset("methanol", "Methanol", "CH4O", "CO"), aliases: ["wood alcohol", "MeOH"] };
const choices = moleculeChoices([water, methanol, ethanol], []);
const found = (query: string) => searchMolecules(choices, query).map(({ name }) => name);

describe("searching the library", () => {
  const cases: [query: string, want: string[]][] = [
    ["", ["Water", "Methanol", "Ethanol"]],
    ["ethanol", ["Ethanol", "Methanol"]],
    [" ETH ", ["Ethanol", "Methanol"]],
    ["meoh", ["Methanol"]],
    ["wood", ["Methanol"]],
    ["h2o", ["Water"]],
    ["CCO", ["Ethanol"]],
    ["CO", ["Methanol", "Ethanol"]],
    ["zzz", []],
    ["(", []],
  ];
  it.each(cases)("%j", (query, want) => {
    expect(found(query)).toEqual(want);
  });
});

it("a value is found again in the library by name and block", () => {
  expect(choiceOf(choices, choices[1]?.value)).toBe(choices[1]);
  expect(choiceOf(choices, { name: "Water", molblock: "another" })).toBeUndefined();
  expect(choiceOf(choices, { name: 7 })).toBeUndefined();
  expect(choiceOf(choices, null)).toBeUndefined();
});

describe("a molecule the person brings", () => {
  let dimension = "3D";
  let core: FakeCore;
  beforeEach(() => {
    dimension = "3D";
    core = new FakeCore({
      "mol.read": ({ molblock }) => {
        if (!molblock.includes("V2000")) throw new Error("line 4: the counts line is missing");
        return withBufs(
          { name: "in the block", dimension, structure: { atoms: 3, bonds: 2, cell: null } },
          { elements: new Uint8Array([1, 8, 1]) },
        );
      },
    });
    provideCore(core);
    useTools.setState({ molecules: [] });
  });
  const block = "x\n\n\n  3  2  0 V2000\n";

  it("gets its name from the person, else from the block", async () => {
    expect(await addMolecule(block, " mine ")).toMatchObject({ name: "mine", formula: "H2O", atoms: 3, flat: false });
    expect(await addMolecule(block, "")).toMatchObject({ name: "in the block" });
    expect(useTools.getState().molecules).toHaveLength(2);
  });

  it("is marked flat when the block says 2D", async () => {
    dimension = "2D";
    expect(await addMolecule(block, "flat")).toMatchObject({ flat: true });
    expect(moleculeChoices([], useTools.getState().molecules)[0]).toMatchObject({ flat: true, group: "Yours" });
  });

  const refused: [name: string, text: string, message: RegExp][] = [
    ["what the core refuses", "nonsense", /counts line/],
    ["blank text", " \n ", /no mol block/],
    ["text without end", "x".repeat(2_000_000), /larger than 1 MiB/],
  ];
  it.each(refused)("is refused: %s", async (_, text, message) => {
    await expect(addMolecule(text, "")).rejects.toThrow(message);
    expect(useTools.getState().molecules).toEqual([]);
  });
});

describe("the first block of a text", () => {
  const cases: [name: string, text: string, want: string][] = [
    ["an SDF is cut at its first molecule", "a\nM  END\n> <x>\n1\n\n$$$$\nb\nM  END\n", "a\nM  END\n"],
    ["Windows line ends become Unix ones", "a\r\nb\r\nM  END\r\n", "a\nb\nM  END\n"],
    ["old Mac line ends too", "a\rM  END\r", "a\nM  END\n"],
    ["a byte order mark is dropped", "\ufeffa\nM  END", "a\nM  END\n"],
    ["without an end the whole text stays", "a\nb", "a\nb\n"],
  ];
  it.each(cases)("%s", (_, text, want) => {
    expect(firstBlock(text)).toBe(want);
  });
});

describe("Hill formulas", () => {
  const cases: [elements: number[], want: string][] = [
    [[1, 8, 1], "H2O"],
    [[8, 6, 1, 1, 6], "C2H2O"],
    [[6], "C"],
    [[11, 17], "ClNa"],
    [[6, 17, 17, 17, 1], "CHCl3"],
    [[], ""],
  ];
  it.each(cases)("%j is %s", (elements, want) => {
    expect(hill(elements)).toBe(want);
  });
});

it("atoms with a hydrogen are known by their bonds", () => {
  // H-O-C(=O): the carbonyl oxygen has none.
  expect(hydrogens(new Uint8Array([1, 8, 6, 8]), new Uint32Array([0, 1, 1, 2, 2, 3]))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
