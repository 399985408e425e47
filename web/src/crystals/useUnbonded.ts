import { useEffect, useState } from "react";
import { PREVIEW_ATOMS } from "../cells/usePreview";
import { hasMolecule } from "../rail/fragment";
import { core } from "../state/core";
import { nextArrays, useDocument } from "../state/document";
import { cellOf } from "../view/periodic";

/**
 * Whether the open structure has no bonds while its distances tell of molecules: then
 * nobody knows where a cut goes through one. False while it is not known.
 */
export function useUnbonded(): boolean {
  const revision = useDocument(({ state }) =>
    state && state.bonds === 0 && state.atoms <= PREVIEW_ATOMS ? state.revision : undefined,
  );
  const [found, setFound] = useState<{ revision?: number; molecules: boolean }>({ molecules: false });
  useEffect(() => {
    if (revision === undefined) return;
    let current = true;
    core()
      .call("edit.bondsByDistance", { preview: true, ifRevision: revision })
      .then(
        ({ json, bufs }) => {
          if (!current) return;
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
