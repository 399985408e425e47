import type { CoreAnswer } from "../core";
import type { DocumentState } from "../core/protocol";
import type { CellPreview } from "../state/view";
import { symbolOf } from "../ui/elements";

/** A structure that is no document yet, to be drawn in place of the open one. */
export function pictured({ json, bufs }: CoreAnswer<"crystal.build">): CellPreview {
  const { name, structure } = json;
  const elements = bufs.elements as Uint8Array;
  const state: DocumentState = {
    revision: 0,
    name,
    atoms: structure.atoms,
    bonds: structure.bonds,
    cell: structure.cell,
    formula: formulaOf(elements),
    components: [],
    // Not known here: the line of facts leaves it out.
    mass: 0,
    charge: 0,
    density: null,
    steps: [],
    redo: [],
    source: { kind: "new", label: name, atoms: structure.atoms },
    dirty: false,
    symmetry: null,
    original: false,
  };
  const arrays = {
    positions: bufs.positions as Float64Array,
    elements,
    bonds: (bufs.bonds as Uint32Array | undefined) ?? new Uint32Array(0),
    bondOrders: (bufs.bondOrders as Uint8Array | undefined) ?? new Uint8Array(structure.bonds).fill(1),
  };
  return { cell: structure.cell, atoms: true, changed: { arrays, state } };
}

/** Hill order: carbon and hydrogen first where there is carbon, then by symbol. */
export function formulaOf(elements: Iterable<number>): string {
  const counts = new Map<string, number>();
  for (const z of elements) counts.set(symbolOf(z), (counts.get(symbolOf(z)) ?? 0) + 1);
  const first = counts.has("C") ? ["C", "H"] : [];
  const rank = (symbol: string) => (first.includes(symbol) ? first.indexOf(symbol) : first.length);
  return [...counts]
    .sort(([p], [q]) => rank(p) - rank(q) || (p < q ? -1 : 1))
    .map(([symbol, n]) => symbol + (n > 1 ? n : ""))
    .join("");
}
