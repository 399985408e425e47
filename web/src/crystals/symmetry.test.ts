import { expect, test } from "vitest";
import { printedGroup, settingText } from "./symmetry";

test.each([
  ["Fm-3m", "Fm3\u0305m"],
  ["P63/mmc", "P6₃/mmc"],
  ["P63mc", "P6₃mc"],
  ["P21/c", "P2₁/c"],
  ["P21", "P2₁"],
  ["P212121", "P2₁2₁2₁"],
  ["C2221", "C222₁"],
  ["Pna21", "Pna2₁"],
  ["P43", "P4₃"],
  // No screws: axes that follow each other.
  ["P321", "P321"],
  ["P31m", "P31m"],
  ["P-42m", "P4\u03052m"],
  ["F23", "F23"],
  ["R32", "R32"],
  ["P222", "P222"],
  ["P-1", "P1\u0305"],
])("%s is printed %s", (name, printed) => expect(printedGroup(name)).toBe(printed));

test("the choice of a setting stands behind", () =>
  expect(settingText({ name: "Fd-3m", choice: "2" })).toBe("Fd3\u0305m, 2"));
