import { useEffect, useState } from "react";
import { core } from "../state/core";
import { symbolOf } from "../ui/elements";
import { isMolecule } from "./values";

/** A molecule argument as the core reads its mol block. */
export interface MoleculeShape {
  /** Å, x y z per atom. */
  positions: Float64Array;
  elements: Uint8Array;
  bonds: Uint32Array;
  bondOrders: Uint8Array;
  /** "0: C" … for lists. */
  labels: string[];
  /** True for atoms bonded to a hydrogen, which a junction could take. */
  hasHydrogen: boolean[];
}

const shapes = new Map<string, Promise<MoleculeShape>>();
const KEPT = 20;

/** The shape of a mol block; read once, then kept while it is one of the last few. */
function shapeOf(molblock: string): Promise<MoleculeShape> {
  const known = shapes.get(molblock);
  if (known) return known;
  const reading = read(molblock);
  shapes.set(molblock, reading);
  reading.catch(() => shapes.delete(molblock));
  for (const key of shapes.keys()) {
    if (shapes.size <= KEPT) break;
    shapes.delete(key);
  }
  return reading;
}

async function read(molblock: string): Promise<MoleculeShape> {
  const { bufs } = await core().call("mol.read", { molblock });
  const elements = bufs.elements as Uint8Array;
  const bonds = bufs.bonds as Uint32Array;
  return {
    positions: bufs.positions as Float64Array,
    elements,
    bonds,
    bondOrders: (bufs.bondOrders as Uint8Array | undefined) ?? new Uint8Array(bonds.length / 2).fill(1),
    labels: Array.from(elements, (z, index) => `${index}: ${symbolOf(z)}`),
    hasHydrogen: hydrogens(elements, bonds),
  };
}

/** Per atom, whether a hydrogen is bonded to it. */
export function hydrogens(elements: Uint8Array, bonds: Uint32Array): boolean[] {
  const has = new Array<boolean>(elements.length).fill(false);
  for (let i = 0; i + 1 < bonds.length; i += 2) {
    const [a, b] = [bonds[i] ?? 0, bonds[i + 1] ?? 0];
    if (elements[a] === 1) has[b] = true;
    if (elements[b] === 1) has[a] = true;
  }
  return has;
}

/** The shape of a molecule value; null without a mol block or while it is read. */
export const useMoleculeShape = (value: unknown): MoleculeShape | null => {
  const shape = useMoleculeReading(value);
  return shape === "reading" ? null : shape;
};

/** The same, which tells a mol block that is being read from one that is none. */
export function useMoleculeReading(value: unknown): MoleculeShape | "reading" | null {
  const molblock = isMolecule(value) ? value.molblock : undefined;
  const [shape, setShape] = useState<{ molblock: string; shape: MoleculeShape | null } | null>(null);
  useEffect(() => {
    if (!molblock) return;
    let current = true;
    shapeOf(molblock).then(
      (read) => current && setShape({ molblock, shape: read }),
      () => current && setShape({ molblock, shape: null }),
    );
    return () => {
      current = false;
    };
  }, [molblock]);
  if (!molblock) return null;
  return shape?.molblock === molblock ? shape.shape : "reading";
}
