import type { Bufs, StructureHead } from "./protocol";

/** A BuilderResult as it came from a server, its structure taken apart. */
export interface DecodedResult {
  /** structuredContent without `structure`; not looked at beyond `contract`. */
  result: Record<string, unknown>;
  structure: StructureHead;
  bufs: Bufs;
}

/** A place in the result that a typed array could not hold without changing it. */
export class ResultError extends Error {
  override name = "ResultError";

  constructor(
    /** JSON pointer; "" is the whole result. */
    readonly path: string,
    problem: string,
  ) {
    super(path ? `${path}: ${problem}` : problem);
  }
}

/** The contract's limits (§5.1) and ours; the Go codec has the same. */
export const resultLimits = { atoms: 500_000, bonds: 5_000_000, channels: 1_000 } as const;

const CONTRACT = 1;

/**
 * Turns the JSON of a BuilderResult into typed arrays.
 *
 * It refuses what a typed array would coerce in silence: text, null and holes in
 * arrays, fractions, numbers that do not fit; and, before anything is allocated,
 * arrays whose length does not fit the number of atoms. The rules that typed
 * arrays can break as well (existing atoms, known elements, orders) are Go's:
 * `result.check` must follow. Throws ResultError with the first problem.
 */
export function decodeResult(structuredContent: unknown): DecodedResult {
  if (structuredContent === undefined || structuredContent === null) throw new ResultError("", "the result is missing");
  const { structure, ...result } = object(structuredContent, "", "a result object");
  if (!("contract" in result)) throw new ResultError("", "contract is missing");
  if (typeof result.contract !== "number") throw wrong("/contract", result.contract, "the number of the contract");
  if (result.contract !== CONTRACT)
    throw new ResultError("/contract", `contract ${result.contract} is not supported, only ${CONTRACT} is`);
  if (structure === undefined) throw new ResultError("", "structure is missing");
  const { unknown, ...decoded } = decodeStructure(structure);
  if (unknown.length > 0) {
    const given = Array.isArray(result.warnings) ? result.warnings : [];
    const note = `structure fields that the contract does not know were ignored: ${listed(unknown)}`;
    result.warnings = [...given, note];
  }
  return { result, ...decoded };
}

function decodeStructure(value: unknown): { structure: StructureHead; bufs: Bufs; unknown: string[] } {
  const at = (key: string) => `/structure/${key}`;
  const from = object(value, "/structure", "an object with elements, positions, cell and bonds");
  for (const key of ["elements", "positions", "cell", "bonds"]) {
    if (from[key] === undefined)
      throw new ResultError(
        "/structure",
        key === "cell"
          ? "cell is missing; it is 9 numbers, or null for a structure that is not periodic"
          : `${key} is missing`,
      );
  }
  const elements = array(from.elements, at("elements"), "an array of integers");
  const n = elements.length;
  if (n > resultLimits.atoms)
    throw new ResultError(at("elements"), `${n} atoms, more than the ${resultLimits.atoms} a structure may have`);
  const bufs: Bufs = { elements: integers(elements, at("elements"), new Uint8Array(n), atomicNumber) };

  const positions = array(from.positions, at("positions"), "an array of numbers");
  if (positions.length !== 3 * n)
    throw new ResultError(at("positions"), `${positions.length} numbers for ${n} atoms, want ${3 * n}`);
  bufs.positions = numbers(positions, at("positions"));

  const bonds = array(from.bonds, at("bonds"), "an array of pairs of atom numbers");
  if (bonds.length > resultLimits.bonds) throw new ResultError(at("bonds"), `more than ${resultLimits.bonds} bonds`);
  bufs.bonds = pairs(bonds, at("bonds"));

  const structure: StructureHead = { atoms: n, bonds: bonds.length, cell: cell(from.cell, at("cell")) };
  if (from.bondOrders !== undefined) {
    const orders = array(from.bondOrders, at("bondOrders"), "an array of integers");
    if (orders.length !== bonds.length)
      throw new ResultError(at("bondOrders"), `${orders.length} orders for ${bonds.length} bonds`);
    bufs.bondOrders = integers(orders, at("bondOrders"), new Uint8Array(orders.length), bondOrder);
  }
  for (const { key, rule } of integerChannels) {
    if (from[key] === undefined) continue;
    const list = perAtom(from[key], at(key), "an array of integers", n);
    bufs[key] = integers(list, at(key), new Int32Array(n), rule);
  }
  for (const { key, table } of nameChannels) {
    if (from[key] === undefined) continue;
    const names = perAtom(from[key], at(key), "an array of strings", n);
    const coded = dictionary(names, at(key));
    bufs[key] = coded.indices;
    structure[table] = coded.table;
  }
  if (from.scalars !== undefined) structure.scalarNames = scalars(from.scalars, at("scalars"), n, bufs);
  return { structure, bufs, unknown: Object.keys(from).filter((key) => !known.has(key)) };
}

interface IntegerRule {
  min: number;
  max: number;
  complain(value: number): string;
}

const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
const atomicNumber: IntegerRule = {
  min: 1,
  max: 118,
  complain: (value) => `atomic number ${value} is not allowed (1–118)`,
};
const bondOrder: IntegerRule = {
  min: 1,
  max: 4,
  complain: (value) => `bond order ${value} is not allowed (1, 2, 3, or 4 for aromatic)`,
};
const integerChannels: { key: "molecules" | "residueIds" | "formalCharges"; rule: IntegerRule }[] = [
  {
    key: "molecules",
    rule: {
      ...int32,
      min: 0,
      complain: (value) => `molecule index ${value} is ${value < 0 ? "negative" : "too large"}`,
    },
  },
  { key: "residueIds", rule: { ...int32, complain: (value) => `residue number ${value} does not fit in 32 bits` } },
  { key: "formalCharges", rule: { ...int32, complain: (value) => `formal charge ${value} does not fit in 32 bits` } },
];
const nameChannels = [
  { key: "residueNames", table: "residueNameTable" },
  { key: "atomNames", table: "atomNameTable" },
  { key: "chainIds", table: "chainIdTable" },
] as const;
const known = new Set<string>([
  "elements",
  "positions",
  "cell",
  "bonds",
  "bondOrders",
  "scalars",
  ...integerChannels.map(({ key }) => key),
  ...nameChannels.map(({ key }) => key),
]);

function integers<T extends Uint8Array | Int32Array>(from: unknown[], path: string, to: T, rule: IntegerRule): T {
  for (let i = 0; i < from.length; i++) {
    const value = from[i];
    if (typeof value !== "number" || !Number.isInteger(value)) throw wrong(`${path}/${i}`, value, "an integer");
    if (value < rule.min || value > rule.max) throw new ResultError(`${path}/${i}`, rule.complain(value));
    to[i] = value;
  }
  return to;
}

function numbers(from: unknown[], path: string): Float64Array {
  const to = new Float64Array(from.length);
  for (let i = 0; i < from.length; i++) {
    const value = from[i];
    if (typeof value !== "number") throw wrong(`${path}/${i}`, value, "a number");
    // JSON text such as 1e999 is read as infinity.
    if (!Number.isFinite(value)) throw new ResultError(`${path}/${i}`, "the number is not finite");
    to[i] = value;
  }
  return to;
}

function pairs(from: unknown[], path: string): Uint32Array {
  const to = new Uint32Array(2 * from.length);
  for (let i = 0; i < from.length; i++) {
    const pair = from[i];
    if (!Array.isArray(pair)) throw wrong(`${path}/${i}`, pair, "a pair of atom numbers");
    if (pair.length !== 2) throw new ResultError(`${path}/${i}`, `a bond joins 2 atoms, not ${pair.length}`);
    to[2 * i] = atomNumber(pair[0], path, i, 0);
    to[2 * i + 1] = atomNumber(pair[1], path, i, 1);
  }
  return to;
}

function atomNumber(value: unknown, path: string, bond: number, end: number): number {
  if (typeof value !== "number" || !Number.isInteger(value))
    throw wrong(`${path}/${bond}/${end}`, value, "an atom number");
  if (value < 0 || value > 0xffffffff) throw new ResultError(`${path}/${bond}`, `atom ${value} does not exist`);
  return value;
}

function cell(value: unknown, path: string): number[] | null {
  if (value === null) return null;
  const vectors = array(value, path, "9 numbers or null");
  if (vectors.length !== 9)
    throw new ResultError(path, `${vectors.length} numbers, want 9 (three vectors, row by row)`);
  return Array.from(numbers(vectors, path));
}

function dictionary(from: unknown[], path: string): { table: string[]; indices: Uint32Array } {
  const indices = new Uint32Array(from.length);
  const codes = new Map<string, number>();
  for (let i = 0; i < from.length; i++) {
    const value = from[i];
    if (typeof value !== "string") throw wrong(`${path}/${i}`, value, "a string");
    let code = codes.get(value);
    if (code === undefined) {
      code = codes.size;
      codes.set(value, code);
    }
    indices[i] = code;
  }
  return { table: [...codes.keys()], indices };
}

function scalars(value: unknown, path: string, n: number, bufs: Bufs): string[] {
  const channels = object(value, path, "an object of number arrays");
  const names = Object.keys(channels);
  if (names.length > resultLimits.channels) throw new ResultError(path, `more than ${resultLimits.channels} channels`);
  for (const [i, name] of names.entries()) {
    const at = `${path}/${token(name)}`;
    const values = array(channels[name], at, "an array of numbers");
    if (values.length !== n) throw new ResultError(at, `${values.length} values for ${n} atoms`);
    bufs[`scalars.${i}`] = numbers(values, at);
  }
  return names;
}

function perAtom(value: unknown, path: string, want: string, n: number): unknown[] {
  const list = array(value, path, want);
  if (list.length !== n) throw new ResultError(path, `${list.length} items for ${n} atoms`);
  return list;
}

function array(value: unknown, path: string, want: string): unknown[] {
  if (!Array.isArray(value)) throw wrong(path, value, want);
  return value;
}

function object(value: unknown, path: string, want: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(path, value, want);
  return value as Record<string, unknown>;
}

function wrong(path: string, value: unknown, want: string): ResultError {
  return new ResultError(path, `got ${described(value)}, want ${want}`);
}

/** Names a JSON value for a message. */
function described(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "number":
      return String(value);
    case "string":
      return "text";
    case "boolean":
      return "true or false";
    case "object":
      return "an object";
    default:
      return "nothing";
  }
}

/** A reference token of a JSON pointer (RFC 6901), cut where a stranger made it long. */
function token(name: string): string {
  return short(name).replaceAll("~", "~0").replaceAll("/", "~1");
}

function listed(names: readonly string[]): string {
  const shown = 5;
  const list = names.slice(0, shown).map((name) => JSON.stringify(short(name)));
  return list.join(", ") + (names.length > shown ? ` and ${names.length - shown} more` : "");
}

function short(name: string): string {
  return name.length > 200 ? `${name.slice(0, 200)}…` : name;
}
