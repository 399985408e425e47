import { describe, expect, it } from "vitest";
import type { StepProvenance } from "../core/protocol";
import { otherEntries, proofOf } from "./proof";

const record = (provenance: StepProvenance["provenance"], args: unknown = {}): StepProvenance => ({
  server: { id: "page", name: "molsmith", version: "0.1.0" },
  tool: "liquid_box",
  contract: 1,
  arguments: args,
  provenance,
  atoms: 3,
});

describe("the proof of a result", () => {
  const measured = {
    molsmith: "0.1.0",
    seed: 7,
    closestDistance: 2,
    density: 0.99701,
    piercedRings: 0,
    counts: "1000 WATE, 20 ETHA",
  };

  it("has its measurements with units, in one order", () => {
    expect(proofOf(record(measured, { tolerance: 2 }))).toEqual([
      { label: "Molecules", value: "1000 WATE, 20 ETHA", unit: "", asAsked: null },
      { label: "Density", value: "0.9970", unit: "g/cm³", asAsked: null },
      { label: "Closest molecules", value: "2.00", unit: "Å", asAsked: true },
      { label: "Pierced rings", value: "0", unit: "", asAsked: true },
    ]);
    expect(otherEntries(measured)).toEqual([
      ["molsmith", "0.1.0"],
      ["seed", 7],
    ]);
  });

  it("says what is not as asked", () => {
    const rows = proofOf(record({ closestDistance: 1.87, piercedRings: 2 }, { tolerance: 2 }));
    expect(rows.map(({ asAsked }) => asAsked)).toEqual([false, false]);
  });

  it("judges nothing that was not asked, and takes what a stranger records", () => {
    expect(proofOf(record({ closestDistance: 1.5 }, null))[0]?.asAsked).toBeNull();
    expect(proofOf(record({ density: "dense", counts: "" }))).toEqual([
      { label: "Density", value: "dense", unit: "", asAsked: null },
    ]);
    expect(proofOf(record({}))).toEqual([]);
  });
});
