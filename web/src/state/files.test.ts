import { expect, test } from "vitest";
import { acceptText, fileName } from "./files";

const format = (id: string, extensions: string[], canRead = true, canWrite = true) => ({
  id,
  label: id,
  extensions,
  canRead,
  canWrite,
});
const formats = [
  format("extxyz", [".xyz", ".extxyz"]),
  format("pdb", [".pdb"], false),
  format("mol", [".mol"]),
  format("json", [".json"]),
];

test("the file dialog offers every extension that can be read, once", () => {
  expect(acceptText(formats)).toBe(".xyz,.extxyz,.mol,.json");
  expect(acceptText([])).toBe("");
});

test.each([
  ["water", "water.pdb"],
  ["water.xyz", "water.pdb"],
  ["water.EXTXYZ", "water.pdb"],
  ["water.v2", "water.v2.pdb"],
  ["a/b\\c:d", "a-b-c-d.pdb"],
  ["  .. ", "structure.pdb"],
  ["", "structure.pdb"],
  ["tab\there", "tab-here.pdb"],
  [".xyz", "xyz.pdb"],
])("%j is saved as %s", (name, expected) => {
  expect(fileName(name, formats[1] as never, formats)).toBe(expected);
});
