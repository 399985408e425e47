import { useEffect, useState } from "react";
import { hasMolecule } from "../rail/fragment";
import { core } from "../state/core";
import { nextArrays, useDocument } from "../state/document";
import { cellOf } from "../view/periodic";

/** What the page searches in about a twentieth of a second; a larger document gets no warning. */
const MOST_ATOMS = 100_000;
const MOST_BONDS = 1_000_000;

/**
 * Whether the open structure has no bonds while its distances tell of molecules: then
 * nobody knows where a cut goes through one. False while it is not known.
 */
export function useUnbonded(): boolean {
  const revision = useDocument(({ state }) =>
    state && state.bonds === 0 && state.atoms <= MOST_ATOMS ? state.revision : undefined,
  );
  const [found, setFound] = useState<{ revision?: number; molecules: boolean }>({ molecules: false });
  useEffect(() => {
    if (revision === undefined) return;
    let current = true;
    core()
      .call("edit.bondsByDistance", { preview: true, ifRevision: revision })
      .then(
        ({ json, bufs }) => {
          if (!current || json.state.bonds > MOST_BONDS) return;
          const arrays = nextArrays(useDocument.getState().arrays, json, bufs);
          setFound({ revision, molecules: hasMolecule(arrays, cellOf(json.state.cell)) });
        },
        // Without an answer nothing is said; the form works all the same.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [revision]);
  return revision !== undefined && found.revision === revision && found.molecules;
}
