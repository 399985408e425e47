import { describe, expect, test } from "vitest";
import { decodeResult, ResultError, resultLimits } from "./result";

const water = () => ({
  elements: [8, 1, 1] as unknown,
  positions: [0, 0, 0, 0.96, 0, 0, -0.24, 0.93, 0] as unknown,
  cell: [10, 0, 0, 0, 10, 0, 0, 0, 10] as unknown,
  bonds: [
    [0, 1],
    [0, 2],
  ] as unknown,
});
const result = (structure: unknown, rest: object = {}) => ({ contract: 1, name: "water", structure, ...rest });
const withField = (field: object) => result({ ...water(), ...field });

describe("decodeResult", () => {
  test("takes a structure apart", () => {
    const {
      structure,
      bufs,
      result: rest,
    } = decodeResult(result(water(), { warnings: ["w"], provenance: { seed: 1 } }));
    expect(structure).toEqual({ atoms: 3, bonds: 2, cell: [10, 0, 0, 0, 10, 0, 0, 0, 10] });
    expect(bufs.elements).toEqual(new Uint8Array([8, 1, 1]));
    expect(bufs.positions).toEqual(new Float64Array([0, 0, 0, 0.96, 0, 0, -0.24, 0.93, 0]));
    expect(bufs.bonds).toEqual(new Uint32Array([0, 1, 0, 2]));
    expect(rest).toEqual({ contract: 1, name: "water", warnings: ["w"], provenance: { seed: 1 } });
  });

  test("codes names by a dictionary and keeps every channel", () => {
    const { structure, bufs } = decodeResult(
      withField({
        bondOrders: [1, 2],
        molecules: [0, 0, 1],
        residueNames: ["WAT", "WAT", "ION"],
        residueIds: [1, 1, -2],
        atomNames: ["O", "H1", "H2"],
        chainIds: ["A", "A", "B"],
        formalCharges: [-1, 0, 1],
        scalars: { partial_charge: [-0.8, 0.4, 0.4], mass: [16, 1, 1] },
      }),
    );
    expect(structure.residueNameTable).toEqual(["WAT", "ION"]);
    expect(structure.atomNameTable).toEqual(["O", "H1", "H2"]);
    expect(structure.chainIdTable).toEqual(["A", "B"]);
    expect(structure.scalarNames).toEqual(["partial_charge", "mass"]);
    expect(bufs.residueNames).toEqual(new Uint32Array([0, 0, 1]));
    expect(bufs.residueIds).toEqual(new Int32Array([1, 1, -2]));
    expect(bufs.formalCharges).toEqual(new Int32Array([-1, 0, 1]));
    expect(bufs["scalars.0"]).toEqual(new Float64Array([-0.8, 0.4, 0.4]));
    expect(bufs["scalars.1"]).toEqual(new Float64Array([16, 1, 1]));
  });

  test("takes an empty structure without a cell", () => {
    const { structure, bufs } = decodeResult(result({ elements: [], positions: [], cell: null, bonds: [] }));
    expect(structure).toEqual({ atoms: 0, bonds: 0, cell: null });
    expect(bufs.positions).toHaveLength(0);
  });

  test("counts 6.0 and 6e0 as the integer 6", () => {
    const text =
      '{"contract":1.0,"structure":{"elements":[6.0,6e0],"positions":[0,0,0,1,1,1],"cell":null,"bonds":[[0,1.0]]}}';
    expect(decodeResult(JSON.parse(text)).bufs.elements).toEqual(new Uint8Array([6, 6]));
  });

  test("ignores unknown fields of the structure with one warning", () => {
    const { result: rest } = decodeResult(
      result({ ...water(), color: 1, "<img onerror>": 2 }, { warnings: ["first"] }),
    );
    expect(rest.warnings).toEqual([
      "first",
      'structure fields that the contract does not know were ignored: "color", "<img onerror>"',
    ]);
  });

  test("adds its warning when the server's warnings are no list", () => {
    const { result: rest } = decodeResult(result({ ...water(), color: 1 }, { warnings: "none" }));
    expect(rest.warnings).toHaveLength(1);
  });

  test("keeps a channel whose name is special in JavaScript", () => {
    const text =
      '{"contract":1,"structure":{"elements":[1],"positions":[0,0,0],"cell":null,"bonds":[],"scalars":{"__proto__":[2.5]}}}';
    const { structure, bufs } = decodeResult(JSON.parse(text));
    expect(structure.scalarNames).toEqual(["__proto__"]);
    expect(bufs["scalars.0"]).toEqual(new Float64Array([2.5]));
  });
});

/** The message of the ResultError, "accepted" without one. */
function refusal(value: unknown): string {
  try {
    decodeResult(value);
  } catch (error) {
    if (error instanceof ResultError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("decodeResult refuses", () => {
  const { positions: _, ...noPositions } = water();
  const { cell: __, ...noCell } = water();
  const many = new Array(resultLimits.atoms + 1).fill(6);
  const cases: [string, unknown, string][] = [
    ["nothing", undefined, "the result is missing"],
    ["null", null, "the result is missing"],
    ["an array", [], "got an array, want a result object"],
    ["no contract", { structure: water() }, "contract is missing"],
    ["contract as text", { ...result(water()), contract: "1" }, "/contract: got text, want the number of the contract"],
    ["contract 2", { ...result(water()), contract: 2 }, "/contract: contract 2 is not supported, only 1 is"],
    ["no structure", { contract: 1 }, "structure is missing"],
    ["structure null", result(null), "/structure: got null, want an object with elements, positions, cell and bonds"],
    ["no positions", result(noPositions), "/structure: positions is missing"],
    [
      "no cell",
      result(noCell),
      "/structure: cell is missing; it is 9 numbers, or null for a structure that is not periodic",
    ],
    ["elements as text", withField({ elements: "CHH" }), "/structure/elements: got text, want an array of integers"],
    ["an element as text", withField({ elements: [8, "1", 1] }), "/structure/elements/1: got text, want an integer"],
    ["a null element", withField({ elements: [8, 1, null] }), "/structure/elements/2: got null, want an integer"],
    ["element 1.5", withField({ elements: [8, 1.5, 1] }), "/structure/elements/1: got 1.5, want an integer"],
    ["element 0", withField({ elements: [0, 1, 1] }), "/structure/elements/0: atomic number 0 is not allowed (1–118)"],
    [
      "element 119",
      withField({ elements: [8, 1, 119] }),
      "/structure/elements/2: atomic number 119 is not allowed (1–118)",
    ],
    [
      "element 264, which wraps to 8",
      withField({ elements: [264, 1, 1] }),
      "/structure/elements/0: atomic number 264 is not allowed (1–118)",
    ],
    ["element NaN", withField({ elements: [Number.NaN, 1, 1] }), "/structure/elements/0: got NaN, want an integer"],
    ["positions too short", withField({ positions: [0, 0, 0] }), "/structure/positions: 3 numbers for 3 atoms, want 9"],
    [
      "a position as text",
      withField({ positions: [0, 0, 0, 0, "1", 0, 0, 0, 0] }),
      "/structure/positions/4: got text, want a number",
    ],
    [
      "a null position",
      withField({ positions: [0, 0, 0, 0, 0, 0, 0, 0, null] }),
      "/structure/positions/8: got null, want a number",
    ],
    [
      "a position beyond float64",
      withField({ positions: JSON.parse("[0,0,1e999,0,0,0,0,0,0]") }),
      "/structure/positions/2: the number is not finite",
    ],
    [
      "a cell of 6",
      withField({ cell: [1, 2, 3, 4, 5, 6] }),
      "/structure/cell: 6 numbers, want 9 (three vectors, row by row)",
    ],
    ["a cell object", withField({ cell: { a: 1 } }), "/structure/cell: got an object, want 9 numbers or null"],
    [
      "a boolean in the cell",
      withField({ cell: [10, 0, 0, 0, true, 0, 0, 0, 10] }),
      "/structure/cell/4: got true or false, want a number",
    ],
    ["bonds null", withField({ bonds: null }), "/structure/bonds: got null, want an array of pairs of atom numbers"],
    ["a flat bond list", withField({ bonds: [0, 1] }), "/structure/bonds/0: got 0, want a pair of atom numbers"],
    ["a bond of three", withField({ bonds: [[0, 1, 2]] }), "/structure/bonds/0: a bond joins 2 atoms, not 3"],
    ["a bond index 0.5", withField({ bonds: [[0, 0.5]] }), "/structure/bonds/0/1: got 0.5, want an atom number"],
    [
      "a bond index −1",
      withField({
        bonds: [
          [0, 1],
          [-1, 2],
        ],
      }),
      "/structure/bonds/1: atom -1 does not exist",
    ],
    ["a bond index 2^32", withField({ bonds: [[0, 2 ** 32]] }), "/structure/bonds/0: atom 4294967296 does not exist"],
    ["orders too short", withField({ bondOrders: [1] }), "/structure/bondOrders: 1 orders for 2 bonds"],
    [
      "order 0",
      withField({ bondOrders: [1, 0] }),
      "/structure/bondOrders/1: bond order 0 is not allowed (1, 2, 3, or 4 for aromatic)",
    ],
    [
      "order 5",
      withField({ bondOrders: [5, 1] }),
      "/structure/bondOrders/0: bond order 5 is not allowed (1, 2, 3, or 4 for aromatic)",
    ],
    ["orders null", withField({ bondOrders: null }), "/structure/bondOrders: got null, want an array of integers"],
    ["molecules too long", withField({ molecules: [0, 0, 0, 0] }), "/structure/molecules: 4 items for 3 atoms"],
    [
      "a negative molecule",
      withField({ molecules: [0, -1, 0] }),
      "/structure/molecules/1: molecule index -1 is negative",
    ],
    [
      "a residue number beyond 32 bits",
      withField({ residueIds: [1, 1, 3e9] }),
      "/structure/residueIds/2: residue number 3000000000 does not fit in 32 bits",
    ],
    [
      "a charge of 0.5",
      withField({ formalCharges: [0, 0.5, 0] }),
      "/structure/formalCharges/1: got 0.5, want an integer",
    ],
    [
      "a residue name as number",
      withField({ residueNames: ["A", 1, "A"] }),
      "/structure/residueNames/1: got 1, want a string",
    ],
    ["atom names too short", withField({ atomNames: ["O"] }), "/structure/atomNames: 1 items for 3 atoms"],
    ["chain ids null", withField({ chainIds: [null, "A", "A"] }), "/structure/chainIds/0: got null, want a string"],
    [
      "scalars as list",
      withField({ scalars: [] }),
      "/structure/scalars: got an array, want an object of number arrays",
    ],
    ["a short channel", withField({ scalars: { q: [1] } }), "/structure/scalars/q: 1 values for 3 atoms"],
    [
      "a null in a channel with a slash in its name",
      withField({ scalars: { "a/b": [1, null, 2] } }),
      "/structure/scalars/a~1b/1: got null, want a number",
    ],
    [
      "1001 channels",
      withField({ scalars: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`c${i}`, [0, 0, 0]])) }),
      "/structure/scalars: more than 1000 channels",
    ],
    [
      "500 001 atoms before anything else is read",
      result({ elements: many, positions: null, cell: 0, bonds: 0 }),
      "/structure/elements: 500001 atoms, more than the 500000 a structure may have",
    ],
    [
      "an object instead of bonds",
      withField({ bonds: { length: 1 } }),
      "/structure/bonds: got an object, want an array of pairs of atom numbers",
    ],
  ];
  test.each(cases)("%s", (_name, value, message) => {
    expect(refusal(value)).toBe(message);
  });

  test("a hole in an array", () => {
    const elements = [8, 1, 1];
    delete elements[1];
    expect(() => decodeResult(withField({ elements }))).toThrow("/structure/elements/1: got nothing, want an integer");
  });

  test("five million and one bonds", () => {
    const bonds = new Array(resultLimits.bonds + 1).fill([0, 1]);
    expect(() => decodeResult(withField({ bonds }))).toThrow("/structure/bonds: more than 5000000 bonds");
  });
});
