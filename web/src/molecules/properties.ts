import { useEffect, useState } from "react";
import type { MoleculeProperties } from "../core/protocol";
import { core } from "../state/core";
import { Recent } from "./cache";
import { forgetFragments, loadFragments } from "./fragments";

const kept = new Recent<MoleculeProperties>(60);

function propertiesOf(smiles: string): Promise<MoleculeProperties> {
  return kept.get(smiles, async () => (await core().call("molecule.properties", { smiles })).json);
}

/** The synthetic accessibility, which needs a table that comes over the network. */
export type Synthetic = { state: "loading" } | { state: "known"; score: number } | { state: "failed"; reason: string };

export interface LiveProperties {
  properties: MoleculeProperties | null;
  synthetic: Synthetic;
  failure: string | null;
  /** Tries the table again. */
  retry(): void;
}

/** The descriptors of a molecule; null asks for none. What is not known yet is null. */
export function useProperties(smiles: string | null): LiveProperties {
  const [answer, setAnswer] = useState<{ smiles: string; properties?: MoleculeProperties; failure?: string } | null>(
    null,
  );
  const [synthetic, setSynthetic] = useState<Synthetic>({ state: "loading" });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies(tries): another try asks again
  useEffect(() => {
    if (smiles === null) return;
    let current = true;
    setSynthetic({ state: "loading" });
    const show = async () => {
      let properties = await propertiesOf(smiles);
      if (!current) return;
      setAnswer({ smiles, properties });
      if (properties.synthetic === null) {
        try {
          properties = await withScore(smiles);
        } catch (error) {
          if (current) setSynthetic({ state: "failed", reason: text(error) });
          return;
        }
      }
      if (current && properties.synthetic !== null) setSynthetic({ state: "known", score: properties.synthetic });
    };
    show().catch((error: unknown) => current && setAnswer({ smiles, failure: text(error) }));
    return () => {
      current = false;
    };
  }, [smiles, tries]);

  const present = answer?.smiles === smiles ? answer : null;
  return {
    properties: present?.properties ?? null,
    failure: present?.failure ?? null,
    synthetic,
    retry: () => setTries((n) => n + 1),
  };
}

/** Loads the table and asks again; a core that was started anew gets it a second time. */
async function withScore(smiles: string): Promise<MoleculeProperties> {
  for (const last of [false, true]) {
    await loadFragments();
    kept.clear();
    const properties = await propertiesOf(smiles);
    if (properties.synthetic !== null) return properties;
    if (last) throw new Error("the core has no table");
    forgetFragments();
  }
  throw new Error("the core has no table");
}

const text = (error: unknown) => (error instanceof Error ? error.message : String(error));
