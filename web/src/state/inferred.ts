import { useEffect, useState } from "react";
import { core } from "./core";
import { useDocument } from "./document";

/** Bonds that were found by distance: nobody stated them. */
export interface Inferred {
  /** How many. */
  bonds: number;
  /** 1 for each of them, in the order of the document's bonds. */
  rows: Uint8Array;
}

const none: Inferred = { bonds: 0, rows: new Uint8Array(0) };

/** The answer for one state of the document, shared by all who ask. */
let kept: { key: string; answer: Promise<Inferred> } | null = null;

function inferred(key: string): Promise<Inferred> {
  if (kept?.key === key) return kept.answer;
  const answer = core()
    .call("edit.inferred", {})
    .then(({ json, bufs }) => (bufs.inferred ? { bonds: json.bonds, rows: bufs.inferred as Uint8Array } : none));
  kept = { key, answer };
  return answer;
}

/**
 * Those among some atoms: a 1 for each of their bonds, in the order of the document's, as
 * `inferred`, which goes with a structure of these atoms; nothing where all are stated.
 */
export async function inferredAmong(atoms: Iterable<number>): Promise<{ inferred?: Uint8Array<ArrayBuffer> }> {
  const { state, arrays, opened } = useDocument.getState();
  if (!state?.inferred) return {};
  const { bonds } = arrays;
  const chosen = new Uint8Array(state.atoms);
  for (const atom of atoms) chosen[atom] = 1;
  const { rows } = await inferred(`${opened} ${state.revision}`);
  const among = rows.filter((_, k) => chosen[bonds[2 * k] as number] && chosen[bonds[2 * k + 1] as number]);
  return among.includes(1) ? { inferred: among } : {};
}

/** Those of the open document; the last answer until that of the present state is there. */
export function useInferred(): Inferred {
  const asks = useDocument((doc) => doc.state?.inferred === true);
  const key = useDocument((doc) => `${doc.opened} ${doc.state?.revision ?? 0}`);
  const [found, setFound] = useState(none);
  useEffect(() => {
    let current = true;
    const set = (next: Inferred) => current && setFound(next);
    if (asks) inferred(key).then(set, () => set(none));
    else set(none);
    return () => {
      current = false;
    };
  }, [asks, key]);
  return found;
}
