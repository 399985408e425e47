import { useEffect, useState } from "react";
import { reason } from "../commands/report";
import type { Prototype, SpaceGroup } from "../core/protocol";
import { pageWorker } from "../tools/worker";

/** A list of the core that never changes. */
interface List<T> {
  ask(): Promise<readonly T[]>;
  known: readonly T[] | null;
  asked: Promise<readonly T[]> | null;
}

const none: readonly never[] = [];

/** The list, asked for once, and again where that failed; empty until it is known. `problem`: why it is not. */
function useList<T>(list: List<T>): { list: readonly T[]; problem: string } {
  const [known, setKnown] = useState(list.known);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (list.known) return;
    let current = true;
    list.asked ??= list.ask();
    list.asked.then(
      (answer) => {
        list.known = answer;
        if (current) setKnown(answer);
      },
      (error: unknown) => {
        list.asked = null;
        if (current) setProblem(reason(error));
      },
    );
    return () => {
      current = false;
    };
  }, [list]);
  return { list: known ?? none, problem };
}

const prototypes: List<Prototype> = {
  ask: async () => (await pageWorker("crystals").call("crystal.prototypes", {})).json.prototypes,
  known: null,
  asked: null,
};

const groups: List<SpaceGroup> = {
  ask: async () => (await pageWorker("crystals").call("crystal.groups", {})).json.groups,
  known: null,
  asked: null,
};

/** The structure types. */
export const usePrototypes = () => useList(prototypes);

/** Every setting of the space groups. */
export const useGroups = () => useList(groups);
