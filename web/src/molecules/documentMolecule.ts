import { useEffect, useState } from "react";
import type { DocumentMolecule, MoleculeKind } from "../core/protocol";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";

/** What the open document is made of. */
export interface Kinds {
  revision: number;
  kinds: MoleculeKind[];
  others: number;
  /** Why there are no molecules. */
  reason?: string;
}

export type Shown =
  | { state: "loading" }
  | { state: "none"; reason: string }
  /** `selected`: it is the molecule of the last atom that was selected. */
  | { state: "molecule"; molecule: DocumentMolecule; selected: boolean };

/**
 * The molecule of the document that properties are shown of: that of the last
 * selected atom, else the first of the chosen kind.
 */
export function useDocumentMolecule(chosen: number): { kinds: Kinds | null; shown: Shown } {
  const revision = useDocument((doc) => doc.state?.revision ?? null);
  const atom = useSelection((selection) => selection.atoms.at(-1) ?? null);
  const [kinds, setKinds] = useState<Kinds | null>(null);
  const [answer, setAnswer] = useState<{ key: string; shown: Shown } | null>(null);

  useEffect(() => {
    if (revision === null) return;
    let current = true;
    core()
      .call("molecule.kinds", {})
      .then(
        ({ json }) => current && setKinds({ revision, ...json }),
        (error: unknown) => current && setKinds({ revision, kinds: [], others: 0, reason: text(error) }),
      );
    return () => {
      current = false;
    };
  }, [revision]);

  const present = kinds?.revision === revision ? kinds : null;
  const kind = present?.kinds[Math.min(chosen, present.kinds.length - 1)];
  const of = atom ?? kind?.first ?? null;
  const key = `${revision} ${of} ${atom !== null}`;
  const ready = present !== null && !present.reason && of !== null;

  useEffect(() => {
    if (!ready || of === null) return;
    let current = true;
    const show = (shown: Shown) => current && setAnswer({ key, shown });
    core()
      .call("molecule.at", { atom: of })
      .then(
        ({ json }) =>
          show(
            json.molecule
              ? { state: "molecule", molecule: json.molecule, selected: atom !== null }
              : { state: "none", reason: json.reason },
          ),
        (error: unknown) => show({ state: "none", reason: text(error) }),
      );
    return () => {
      current = false;
    };
  }, [ready, of, key, atom]);

  if (present?.reason) return { kinds: present, shown: { state: "none", reason: present.reason } };
  // While the next molecule is looked up the last one stays: nothing jumps.
  return { kinds: present, shown: answer?.shown ?? { state: "loading" } };
}

const text = (error: unknown) => (error instanceof Error ? error.message : String(error));
