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

  it("has the report of a chain, and leaves its sequences to the record", () => {
    const report = {
      seed: 1,
      units: "10 styrene",
      dyads: "m 5, r 4",
      mesoFraction: 0.5556,
      configurations: "R 5, S 5",
      dyadSequence: "mmrmrmrmr",
      endToEndDistance: 18.2,
      radiusOfGyration: 6.9,
      closestHeavyContact: 2.3,
    };
    expect(proofOf(record(report)).map(({ label, value, unit, asAsked }) => [label, value, unit, asAsked])).toEqual([
      ["Units", "10 styrene", "", null],
      ["Dyads", "m 5, r 4", "", null],
      ["Meso fraction", "0.556", "", null],
      ["Configurations", "R 5, S 5", "", null],
      ["End to end", "18.20", "Å", null],
      ["Radius of gyration", "6.90", "Å", null],
      ["Closest heavy atoms", "2.30", "Å", false],
    ]);
    expect(otherEntries(report).map(([key]) => key)).toEqual(["seed", "dyadSequence"]);
  });

  it("judges nothing that was not asked, and takes what a stranger records", () => {
    expect(proofOf(record({ closestDistance: 1.5 }, null))[0]?.asAsked).toBeNull();
    expect(proofOf(record({ density: "dense", counts: "" }))).toEqual([
      { label: "Density", value: "dense", unit: "", asAsked: null },
    ]);
    expect(proofOf(record({}))).toEqual([]);
  });
});
