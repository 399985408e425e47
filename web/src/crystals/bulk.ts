import type { Typed } from "../cells/useCellEntry";
import type { BulkRequest, CrystalCell, GroupedRequest, Prototype } from "../core/protocol";
import { parseElement, symbolOf } from "../ui/elements";
import { type ElementEntry, elementProblem } from "./ElementInput";

/** A row of an asymmetric unit. */
export interface SiteEntry {
  key: string;
  element: ElementEntry;
  at: readonly Typed[];
}

/** A crystal of a structure type, as a form holds it. */
export interface PrototypeValues {
  prototype: string;
  /** Of the slots in their order; more of them than the type has are kept. */
  elements: readonly ElementEntry[];
  a: Typed;
  /** Blank: that of the structure type. */
  c: Typed;
  u: Typed;
  cell: CrystalCell;
}

/** A crystal of sites in a space group. */
export interface GroupValues {
  group: string;
  /** a, b, c, α, β, γ. */
  parameters: readonly Typed[];
  sites: readonly SiteEntry[];
}

export type Problems = Record<string, string>;

export const copper: PrototypeValues = {
  prototype: "fcc",
  elements: [29, 17, 8],
  a: 3.61,
  c: undefined,
  u: undefined,
  cell: "conventional",
};

export const rockSalt: GroupValues = {
  group: "Fm-3m",
  parameters: [5.64, 5.64, 5.64, 90, 90, 90],
  sites: [
    { key: "1", element: 11, at: [0, 0, 0] },
    { key: "2", element: 17, at: [0.5, 0.5, 0.5] },
  ],
};

/** Whether a structure type has a second lattice constant. */
export const hasC = (of: Prototype | undefined): boolean => of !== undefined && (of.ratio > 0 || of.height > 0);

/** "Element A", or "Element" where there is one. */
export const slotLabel = (of: Prototype, at: number) => (of.slots.length === 1 ? "Element" : `Element ${of.slots[at]}`);

/** The values of an example; the first one is what another structure type starts with. */
export function exampleValues(of: Prototype, at: number, before: PrototypeValues): PrototypeValues {
  const example = of.examples[at];
  if (!example) return { ...before, prototype: of.name };
  const { elements, a, c, u } = example;
  return {
    prototype: of.name,
    elements: before.elements.map((old, i) => parseElement(elements[i] ?? "") ?? old),
    a,
    c: c || undefined,
    u: u || undefined,
    cell: of.cells.includes(before.cell) ? before.cell : (of.cells[0] ?? "conventional"),
  };
}

/** The number of the example that the values are; −1 for none. */
export function exampleOf(of: Prototype, values: PrototypeValues): number {
  return of.examples.findIndex(
    ({ elements, a, c, u }) =>
      a === values.a &&
      (c || undefined) === values.c &&
      (u || undefined) === values.u &&
      elements.every((symbol, i) => parseElement(symbol) === values.elements[i]),
  );
}

/** The longest lattice constant, Å. */
const LONGEST = 1000;

function lengthProblem(value: Typed): string {
  if (typeof value !== "number") return "A number of Å is needed.";
  return value > 0 && value <= LONGEST ? "" : "More than 0, and at most 1\u202f000 Å.";
}

/** Problems by field: "element-0", "a", "c", "u". */
export function prototypeProblems(values: PrototypeValues, of: Prototype | undefined): Problems {
  if (!of) return {};
  const { a, c, u } = values;
  return filled([
    ...of.slots.map((_, i) => [`element-${i}`, elementProblem(slotLabel(of, i), values.elements[i] ?? "")] as const),
    ["a", lengthProblem(a)],
    ["c", !hasC(of) || c === undefined ? "" : lengthProblem(c)],
    ["u", of.u === 0 || u === undefined || (typeof u === "number" && u > 0 && u < 1) ? "" : "Between 0 and 1."],
  ]);
}

/** Problems by field: "group", "lengths", "angles", "site-0". */
export function groupProblems({ group, parameters, sites }: GroupValues): Problems {
  const angle = (value: Typed) => typeof value === "number" && value > 0 && value < 180;
  return filled([
    ["group", group.trim() ? "" : "A number or a name is needed."],
    ["lengths", parameters.slice(0, 3).map(lengthProblem).find(Boolean) ?? ""],
    ["angles", parameters.slice(3).every(angle) ? "" : "Three angles between 0° and 180° are needed."],
    ...sites.map(({ element, at }, i) => {
      const numbers = at.every((x) => typeof x === "number") ? "" : "Three fractional coordinates are needed.";
      return [`site-${i}`, elementProblem("Element", element) || numbers] as const;
    }),
  ]);
}

const filled = (all: readonly (readonly [string, string])[]): Problems =>
  Object.fromEntries(all.filter(([, text]) => text !== ""));

/** What the core is asked for; of values without problems. */
export function prototypeRequest(values: PrototypeValues, of: Prototype): BulkRequest {
  return {
    prototype: of.name,
    elements: of.slots.map((_, i) => symbolOf(values.elements[i] as number)),
    a: values.a as number,
    ...(hasC(of) && typeof values.c === "number" ? { c: values.c } : {}),
    ...(of.u > 0 && typeof values.u === "number" ? { u: values.u } : {}),
    cell: values.cell,
  };
}

export function groupRequest({ group, parameters, sites }: GroupValues): GroupedRequest {
  return {
    group: group.trim(),
    parameters: parameters as number[],
    sites: sites.map(({ element, at }) => ({
      element: symbolOf(element as number),
      at: at as [number, number, number],
    })),
  };
}

/** The field that a JSON pointer of the core's is about; "" for none of the form's. */
export function fieldOf(pointer: string): string {
  const [, first = "", second = ""] = pointer.split("/");
  if (first === "elements") return `element-${second}`;
  if (first === "sites") return second ? `site-${second}` : "";
  if (first === "parameters") return second && Number(second) < 3 ? "lengths" : "angles";
  return ["a", "c", "u", "group"].includes(first) ? first : "";
}

/** Formulas with their numbers as subscripts, for lists that hold plain text. */
export const subscripts = (formula: string) => formula.replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)] ?? digit);
