import type { StructureHead } from "../core/protocol";
import { useLibrary } from "../library/library";
import { FIRST_SEED, generate3d } from "../molecules/solid";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import { view } from "../state/view";
import { documentHash } from "./rootAttributes";

/** What `?test=1` offers as `window.__molsmith`. Reading only, but for `pick`. */
function hooks() {
  const state = () => useDocument.getState().state;
  return {
    /** The open document as a contract Structure; null when there is none. */
    structure,
    /** The steps, oldest first. */
    ops: () => state()?.steps ?? [],
    /** Records of the tool results in the document, oldest first. */
    applied: () => {
      const current = state();
      return current ? [current.source, ...current.steps].flatMap(({ provenance }) => provenance ?? []) : [];
    },
    project: (atom: number) => view()?.project(atom) ?? null,
    /** Selects as a click on the atom would. */
    pick(atom: number, { shift = false } = {}) {
      const { select, toggle } = useSelection.getState();
      if (shift) toggle([atom]);
      else select([atom]);
    },
    camera: () => view()?.camera() ?? null,
    lastFrameMs: () => view()?.lastFrameMs() ?? 0,
    /** Resolves when the picture shows the present state. */
    settled: () => view()?.settled() ?? Promise.resolve(false),
    /** The person's molecules, oldest first. */
    library: () => useLibrary.getState().entries,
    /**
     * Makes a geometry in the tools worker and says how long that took there, in ms:
     * the tool alone, warm after a first call. `memory`: bytes the worker has then.
     */
    async generate3d(smiles: string, seed = FIRST_SEED) {
      const { value, ms, memory } = await generate3d({ smiles, seed, hydrogens: true });
      return { ms, memory, atoms: Number.parseInt(value.xyz, 10), energy: value.energy_kcal_mol ?? null };
    },
    /** Resolves when what was done so far would outlive the tab; false when it would not. */
    kept: async () => (await import("../persist/persist")).allKept(),
    coreVersion: () => useUi.getState().coreVersion,
    hash: documentHash,
  };
}

async function structure() {
  if (!useDocument.getState().state) return null;
  const { json, bufs } = await core().call("edit.structure", {});
  const head = json.structure;
  const names = (key: string, table: string[] | undefined) =>
    bufs[key] && table ? { [key]: Array.from(bufs[key], (index) => table[index] ?? "") } : {};
  const numbers = (key: string) => (bufs[key] ? { [key]: Array.from(bufs[key]) } : {});
  const pairs = bufs.bonds ?? new Uint32Array(0);
  return {
    ...numbers("elements"),
    ...numbers("positions"),
    cell: head.cell,
    bonds: Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]]),
    ...numbers("bondOrders"),
    ...numbers("molecules"),
    ...names("residueNames", head.residueNameTable),
    ...numbers("residueIds"),
    ...names("atomNames", head.atomNameTable),
    ...names("chainIds", head.chainIdTable),
    ...numbers("formalCharges"),
    ...scalars(head, bufs),
  };
}

function scalars({ scalarNames }: StructureHead, bufs: Record<string, ArrayLike<number>>) {
  if (!scalarNames?.length) return {};
  const values = scalarNames.map((name, i) => [name, Array.from(bufs[`scalars.${i}`] ?? [])]);
  return { scalars: Object.fromEntries(values) };
}

export type TestHooks = ReturnType<typeof hooks>;

declare global {
  interface Window {
    __molsmith?: TestHooks;
  }
}

export function installTestHooks(): void {
  window.__molsmith = hooks();
}
