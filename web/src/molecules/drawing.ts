import { useEffect, useState } from "react";
import type { AtomRow } from "../core/protocol";
import { core } from "../state/core";
import { Recent } from "./cache";

/** A molecule laid out for the sketcher, and as a table. */
export interface Drawing {
  molblock: string;
  atoms: AtomRow[];
}

const kept = new Recent<Drawing>(20);

/** The drawing of a SMILES; the last one while the next is made, null for "". */
export function useDrawing(smiles: string): Drawing | null {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    if (!smiles) return;
    let current = true;
    kept
      .get(smiles, async () => (await core().call("molecule.draw", { smiles })).json)
      .then(
        (drawn) => current && setDrawing(drawn),
        () => current && setDrawing(null),
      );
    return () => {
      current = false;
    };
  }, [smiles]);
  return smiles ? drawing : null;
}
