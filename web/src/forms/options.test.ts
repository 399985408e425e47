import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { optionChoices } from "./options";

const labels = (...options: string[]) => optionChoices(options).map(({ label }) => label);

test("words are written as words, symbols and foreign text as they are", () => {
  expect(labels("new_document", "append", "rule_of-thumb", "c", "A B", "")).toEqual([
    "New document",
    "Append",
    "Rule of-thumb",
    "c",
    "A B",
    "(blank)",
  ]);
  expect(optionChoices(["top", "hollow"])).toEqual([
    { value: "top", label: "Top" },
    { value: "hollow", label: "Hollow" },
  ]);
});

test("codes are written as they are, and so are the words among them", () => {
  expect(labels("auto", "mmff94s", "mmff94", "uff")).toEqual(["auto", "mmff94s", "mmff94", "uff"]);
  expect(labels("xyz", "pdb", "top", "mol2")).toEqual(["xyz", "pdb", "top", "mol2"]);
  expect(labels("h-BN", "hcp")).toEqual(["h-BN", "hcp"]);
  expect(labels("nvt", "steady_state")).toEqual(["nvt", "Steady state"]);
});

test("crystal prototypes have the names that the form of bulk crystals gives them", () => {
  const table = readFileSync(new URL("../../../chem/crystal/prototypes.go", import.meta.url), "utf8");
  const titles = [...table.matchAll(/\{Name: "([^"]+)", Title: "([^"]+)"/g)].map(([, value = "", label = ""]) => ({
    value,
    label,
  }));
  expect(titles).toHaveLength(18);
  expect(titles).toContainEqual({ value: "fcc", label: "Face-centered cubic" });
  expect(optionChoices(titles.map(({ value }) => value))).toEqual(titles);
  // Without its neighbors sc may be scandium.
  expect(labels("sc", "ti")).toEqual(["sc", "ti"]);
});
