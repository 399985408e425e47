import type { Bufs, StructureHead } from "../core/protocol";

/**
 * A structure as contract JSON (§5.1): members in the contract's order, absent
 * optional ones left out, so that its text is the canonical one.
 */
export function structureJson(head: StructureHead, bufs: Bufs): Record<string, unknown> {
  const json: Record<string, unknown> = {
    elements: numbers(bufs.elements),
    positions: numbers(bufs.positions),
    cell: head.cell,
    bonds: pairs(bufs.bonds),
  };
  if (bufs.bondOrders?.length) json.bondOrders = numbers(bufs.bondOrders);
  if (bufs.molecules) json.molecules = numbers(bufs.molecules);
  if (bufs.residueNames) json.residueNames = texts(bufs.residueNames, head.residueNameTable);
  if (bufs.residueIds) json.residueIds = numbers(bufs.residueIds);
  if (bufs.atomNames) json.atomNames = texts(bufs.atomNames, head.atomNameTable);
  if (bufs.chainIds) json.chainIds = texts(bufs.chainIds, head.chainIdTable);
  if (bufs.formalCharges) json.formalCharges = numbers(bufs.formalCharges);
  if (head.scalarNames?.length)
    json.scalars = Object.fromEntries(head.scalarNames.map((name, i) => [name, numbers(bufs[`scalars.${i}`])]));
  return json;
}

const numbers = (values: Bufs[string] | undefined): number[] => Array.from(values ?? []);

function pairs(values: Bufs[string] | undefined): [number, number][] {
  const list: [number, number][] = [];
  for (let i = 0; values && i + 1 < values.length; i += 2) list.push([values[i] ?? 0, values[i + 1] ?? 0]);
  return list;
}

function texts(indices: Bufs[string], table: readonly string[] = []): string[] {
  return Array.from(indices, (index) => table[index] ?? "");
}
