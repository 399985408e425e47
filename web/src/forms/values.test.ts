import { describe, expect, it } from "vitest";
import type { FormField, FormModel, Preset } from "../core/protocol";
import { join, split, valueAt, withValue } from "./pointer";
import { assemble, freshSeed, initialRow, initialValues, valuesFromArguments } from "./values";

const preset = (id: string, name: string, smiles: string): Preset => ({
  id,
  name,
  group: "Basic",
  formula: "",
  charge: 0,
  atoms: 1,
  smiles,
  aliases: [],
  molblock: `${name}\n  block`,
});
const presets = [preset("water", "Water", "O"), preset("ethylene", "Ethane", "CC")];

const field = (key: string, control: FormField["control"], more: Partial<FormField> = {}): FormField => ({
  path: `/${key}`,
  key,
  label: key,
  required: true,
  optional: false,
  control,
  ...more,
});

const components = field("components", "table", {
  minItems: 1,
  maxItems: 8,
  initialRows: [{ count: 100 }],
  fields: [field("molecule", "molecule"), field("count", "integer", { initial: 100 })],
});

describe("initial values", () => {
  it("start a molecule as the first preset and keep the model's values", () => {
    const model: FormModel = { fields: [components, field("density", "number", { initial: 1 })] };
    expect(initialValues(model, presets)).toEqual({
      components: [{ molecule: { name: "Water", molblock: "Water\n  block", smiles: "O" }, count: 100 }],
      density: 1,
    });
  });

  it("take the preset an example names by its SMILES", () => {
    const model: FormModel = {
      fields: [field("monomer", "molecule", { initial: { name: "ethylene", smiles: "CC" } })],
    };
    expect(initialValues(model, presets).monomer).toMatchObject({ name: "Ethane" });
  });

  describe("of a repeat unit", () => {
    const unit: Preset = { ...preset("unit", "Ethylene unit", "CC"), links: [0, 3] };
    const all = [...presets, unit];
    const atom = (key: string, of: string) => field(key, "atom", { of, initial: 1 });
    const linked = [
      field("monomer", "molecule", { initial: { name: "ethylene", smiles: "CC" } }),
      atom("head", "monomer"),
    ];
    it("are one of the library with its head and tail", () => {
      const model: FormModel = { fields: [...linked, atom("tail", "monomer")] };
      expect(initialValues(model, all)).toMatchObject({ monomer: { name: "Ethylene" }, head: 0, tail: 3 });
      const row = field("rows", "table", { fields: [field("m", "molecule"), atom("h", "m"), atom("t", "m")] });
      expect(initialRow(row, all)).toMatchObject({ m: { name: "Ethylene" }, h: 0, t: 3 });
    });
    it("are the molecule itself where one atom of it is named", () => {
      expect(initialValues({ fields: linked }, all)).toMatchObject({ monomer: { name: "Ethane" }, head: 1 });
    });
  });

  it("keep a molecule that the library does not have", () => {
    const given = { name: "odd", smiles: "C#CC#C" };
    expect(initialValues({ fields: [field("m", "molecule", { initial: given })] }, presets)).toEqual({ m: given });
  });

  it("leave an optional molecule empty", () => {
    const model: FormModel = { fields: [field("ligand", "molecule", { optional: true })] };
    expect(initialValues(model, presets)).toEqual({});
  });

  it("give a new row the values of its columns", () => {
    expect(initialRow(components, presets)).toMatchObject({ count: 100, molecule: { name: "Water" } });
  });

  it("keep a property called __proto__ a property", () => {
    const model: FormModel = { fields: [field("__proto__", "number", { initial: 3 })] };
    const values = initialValues(model, []);
    expect(Object.keys(values)).toEqual(["__proto__"]);
    expect(assemble(model, values, { selection: [] })).toEqual(JSON.parse('{"__proto__":3}'));
  });
});

describe("assembled arguments", () => {
  const cases: [name: string, field: FormField, value: unknown, want: unknown][] = [
    ["a number", field("x", "number"), 2.5, 2.5],
    ["zero", field("x", "number"), 0, 0],
    ["text that is no number stays for the check", field("x", "number"), "2.5.1", "2.5.1"],
    ["a blank optional number is left out", field("x", "number", { optional: true }), "", undefined],
    ["a blank required number is left out for the check to miss", field("x", "number"), "", undefined],
    ["a blank optional text is left out", field("x", "text", { optional: true }), "", undefined],
    ["a blank required text is sent for the check to refuse", field("x", "text"), "", ""],
    ["false is a value", field("x", "checkbox"), false, false],
    ["a vector with a hole", field("x", "vector", { length: 3 }), [1, "", 3], [1, null, 3]],
    ["an empty vector is left out", field("x", "vector", { length: 3 }), ["", "", ""], undefined],
    ["the selection is filled in", field("x", "selection"), undefined, [4, 7]],
    ["an impossible cell stays for the check", field("x", "cell"), { lengths: [1] }, { lengths: [1] }],
    ["an optional empty table is left out", field("x", "table", { optional: true, fields: [] }), [], undefined],
    [
      "rows lose their blank optional cells",
      field("x", "table", { fields: [field("n", "integer"), field("label", "text", { optional: true })] }),
      [{ n: 1, label: "" }],
      [{ n: 1 }],
    ],
    [
      "an optional group with nothing in it is left out",
      field("x", "group", { optional: true, fields: [field("a", "number", { optional: true })] }),
      { a: "" },
      undefined,
    ],
    [
      "a required group is sent empty",
      field("x", "group", { fields: [field("a", "number", { optional: true })] }),
      {},
      {},
    ],
  ];
  it.each(cases)("%s", (_, one, value, want) => {
    expect(assemble({ fields: [one] }, { x: value }, { selection: [4, 7] }).x).toEqual(want);
  });

  it("leave the selection out for a check", () => {
    expect(assemble({ fields: [field("atoms", "selection")] }, {}, { selection: null })).toEqual({});
  });

  describe("of fields behind a choice", () => {
    const options = field("ions", "select", { required: false, options: ["none", "count"], initial: "none" });
    const counted = field("cations", "integer", { required: false, when: { field: "ions", in: ["count"] } });
    const deeper = field("name", "text", { required: false, when: { field: "cations", in: ["1"] } });
    const send = (fields: FormField[], values: Record<string, unknown>) =>
      assemble({ fields }, values, { selection: [] });

    it("have them while the choice is made", () => {
      expect(send([options, counted], { ions: "count", cations: 3 })).toEqual({ ions: "count", cations: 3 });
      expect(send([options, counted], { ions: "none", cations: "x" })).toEqual({ ions: "none" });
    });
    it("follow a choice that is hidden itself", () => {
      const inner = field("more", "checkbox", { required: false, when: { field: "ions", in: ["count"] } });
      const last = field("n", "integer", { required: false, when: { field: "more", in: ["true"] } });
      expect(send([options, inner, last], { ions: "none", more: true, n: 1 })).toEqual({ ions: "none" });
      expect(send([options, inner, last], { ions: "count", more: true, n: 1 })).toMatchObject({ n: 1 });
      expect(send([options, inner, last], { ions: "count", more: false, n: 1 })).not.toHaveProperty("n");
    });
    it("hide nothing for what is no choice of the form", () => {
      expect(send([deeper, counted], { name: "a", cations: 2 })).toEqual({ name: "a", cations: 2 });
    });
    it("never lose a required one", () => {
      expect(send([options, { ...counted, required: true }], { ions: "none", cations: 2 })).toMatchObject({
        cations: 2,
      });
    });
    it("are decided in rows by the row and by the form", () => {
      const rows = field("rows", "table", {
        fields: [
          field("mode", "select", { options: ["a", "b"] }),
          field("share", "number", { required: false, when: { field: "mode", in: ["b"] } }),
          { ...counted, key: "count" },
        ],
      });
      const row = (mode: string) => ({ mode, share: 1, count: 2 });
      expect(send([options, rows], { ions: "none", rows: [row("a"), row("b")] }).rows).toEqual([
        { mode: "a" },
        { mode: "b", share: 1 },
      ]);
      expect(send([options, rows], { ions: "count", rows: [row("a")] }).rows).toEqual([{ mode: "a", count: 2 }]);
    });
    it("end with a circle of conditions", () => {
      const a = field("a", "checkbox", { required: false, when: { field: "b", in: ["true"] } });
      const b = field("b", "checkbox", { required: false, when: { field: "a", in: ["true"] } });
      expect(send([a, b], { a: true, b: true })).toEqual({ a: true, b: true });
    });
  });

  it("never hold the document argument", () => {
    const model: FormModel = {
      fields: [field("document", "document"), field("n", "number")],
      document: { key: "document", required: true },
    };
    expect(assemble(model, { document: { elements: [] }, n: 1 }, { selection: [] })).toEqual({ n: 1 });
  });
});

describe("values from the arguments of an earlier run", () => {
  const model: FormModel = {
    fields: [
      field("document", "document"),
      field("density", "number", { initial: 1 }),
      field("note", "text", { optional: true, initial: "hello" }),
    ],
  };
  it("replace what the form starts with, without the document and unknown keys", () => {
    const args = { document: { atoms: 3, sha256: "00" }, density: 0.8, other: 1 };
    expect(valuesFromArguments(model, args, [])).toEqual({ density: 0.8 });
  });
  it("fall back to the start when nothing was recorded", () => {
    expect(valuesFromArguments(model, null, [])).toEqual({ density: 1, note: "hello" });
  });
});

describe("pointers", () => {
  it("escape keys", () => {
    expect(join("/a", "x/y~z")).toBe("/a/x~1y~0z");
    expect(split("/a/x~1y~0z")).toEqual(["a", "x/y~z"]);
  });
  it("set values without touching the rest", () => {
    const before = { rows: [{ n: 1 }, { n: 2 }], other: { deep: true } };
    const after = withValue(before, "/rows/1/n", 5);
    expect(after).toEqual({ rows: [{ n: 1 }, { n: 5 }], other: { deep: true } });
    expect(before.rows[1]).toEqual({ n: 2 });
    expect(after.other).toBe(before.other);
    expect(valueAt(after, "/rows/1/n")).toBe(5);
    expect(valueAt(after, "/rows/9/n")).toBeUndefined();
  });
});

it("seeds are whole numbers of 31 bits", () => {
  for (let i = 0; i < 200; i++) {
    const seed = freshSeed();
    expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
  }
});
