import { describe, expect, it } from "vitest";
import { ethanol, preset, water } from "./fakeCore";
import { hydrogens } from "./moleculeShape";
import { choiceOf, moleculeChoices, searchMolecules } from "./molecules";

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
    ["cco", []],
    ["zzz", []],
    ["(", []],
  ];
  it.each(cases)("%j", (query, want) => {
    expect(found(query)).toEqual(want);
  });
});

it("a search for a repeat unit finds units before the molecules they are named after", () => {
  const styrene = preset("styrene", "Styrene", "C8H8", "C=Cc1ccccc1");
  const unit = { ...preset("unit-styrene", "Styrene unit", "C8H10", "CCc1ccccc1"), links: [0, 1] as [number, number] };
  const names = (unitsFirst: boolean) =>
    searchMolecules(moleculeChoices([styrene, unit], [], unitsFirst), "styrene").map(({ name }) => name);
  expect(names(true)).toEqual(["Styrene unit", "Styrene"]);
  expect(names(false)).toEqual(["Styrene", "Styrene unit"]);
});

it("a value is found again in the library by name and block", () => {
  expect(choiceOf(choices, choices[1]?.value)).toBe(choices[1]);
  expect(choiceOf(choices, { name: "Water", molblock: "another" })).toBeUndefined();
  expect(choiceOf(choices, { name: 7 })).toBeUndefined();
  expect(choiceOf(choices, null)).toBeUndefined();
});

it("what the person keeps stands behind the presets, with its own geometry", () => {
  const entry = {
    id: "user:1-a",
    name: "ligand",
    formula: "C2H4O",
    smiles: "CC=O",
    atoms: 7,
    molblock: "ligand\n\n\nM  END\n",
    flat: true,
    origin: "file" as const,
    created: "2026-01-02T03:04:05.000Z",
  };
  const all = moleculeChoices([water], [entry]);
  expect(all.map(({ name, group, flat }) => [name, group, flat])).toEqual([
    ["Water", "Basic", false],
    ["ligand", "Yours", true],
  ]);
  expect(all[1]?.value).toEqual({ name: "ligand", molblock: entry.molblock, smiles: "CC=O" });
  expect(searchMolecules(all, "CC=O").map(({ name }) => name)).toEqual(["ligand"]);
  expect(moleculeChoices([], [{ ...entry, smiles: "" }])[0]?.value).toEqual({
    name: "ligand",
    molblock: entry.molblock,
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
