import { useEffect, useMemo, useRef, useState } from "react";
import { CoreError } from "../core";
import type { LibraryMolecule } from "../core/protocol";
import { core } from "../state/core";
import { limits, plainLine } from "../tools/text";
import { pageWorker } from "../tools/worker";

/** A molecule with a geometry, ready to be placed. */
export interface Solid extends LibraryMolecule {
  /** What made the geometry; null when it was given. */
  made: { forceField: string; energy: number | null } | null;
  warnings: readonly string[];
}

/** The seed of the tool: the page and a server make the same geometry. */
export const FIRST_SEED = 42;

/** What a geometry is asked of. */
export interface SolidRequest {
  smiles: string;
  /** A mol block that has 3D positions already. */
  given: LibraryMolecule | null;
  hydrogens: boolean;
  /** Which of the possible conformers. */
  seed: number;
}

export interface Progress {
  fraction: number | null;
  message: string;
}

/** The answer of the tool, as far as the page uses it. */
interface Generated {
  xyz: string;
  /** "" where no mol block can hold the molecule; the last warning says why. */
  molblock: string;
  energy_kcal_mol?: number | null;
  force_field?: string;
  warnings?: string[];
}

export interface GenerateOptions {
  signal?: AbortSignal;
  onProgress?(progress: Progress): void;
}

/**
 * The 3D geometry of a molecule, made by the page's own tool in the tools worker;
 * a given one is kept. Rejects with the tool's line, or with code `cancelled`.
 */
export async function makeSolid(request: SolidRequest, name: string, options: GenerateOptions = {}): Promise<Solid> {
  const { given, hydrogens } = request;
  if (given && !given.flat) {
    const complete = given.missing > 0 && hydrogens;
    const molecule = complete ? (await core().call("molecule.complete", { molblock: given.molblock })).json : given;
    const added = molecule.atoms - given.atoms;
    const warnings = added > 0 ? [`${added === 1 ? "1 hydrogen was" : `${added} hydrogens were`} added.`] : [];
    return { ...molecule, name, made: null, warnings };
  }
  const { value } = await generate3d(request, options);
  if (!value.molblock) throw new Error(value.warnings?.at(-1) ?? "The geometry is no mol block.");
  const { json } = await core().call("molecule.solid", { molblock: value.molblock, name });
  // Single atoms have nothing to relax.
  const relaxed = value.force_field !== "none";
  return {
    ...json,
    name,
    made: {
      forceField: relaxed ? plainLine(value.force_field, limits.label) : "",
      energy: relaxed && typeof value.energy_kcal_mol === "number" ? value.energy_kcal_mol : null,
    },
    warnings: (Array.isArray(value.warnings) ? value.warnings : []).map((line) => plainLine(line, limits.message)),
  };
}

/** One run of the tool. `ms` is what the worker took, `memory` its bytes, for measurements. */
export async function generate3d(
  { smiles, hydrogens, seed }: Pick<SolidRequest, "smiles" | "hydrogens" | "seed">,
  { signal, onProgress }: GenerateOptions = {},
): Promise<{ value: Generated; ms: number; memory: number }> {
  const start = performance.now();
  const { json, ms, memory } = await pageWorker().call(
    "tool.run",
    { name: "generate_3d", args: { smiles, seed, ...(hydrogens ? {} : { hydrogens }) } },
    {
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress: (fraction, message) => onProgress({ fraction, message }) } : {}),
    },
  );
  const took = ms ?? performance.now() - start;
  performance.measure("molsmith:generate-3d", { start, duration: took, detail: { smiles } });
  return { value: json.value as Generated, ms: took, memory: memory ?? 0 };
}

export type SolidState =
  | { state: "none" }
  | { state: "running"; progress: Progress; cancel(): void }
  | { state: "ready"; solid: Solid }
  /** `retry`: where another try may end otherwise. */
  | { state: "failed"; message: string; cancelled: boolean; retry: (() => void) | null };

/** Failures that say nothing about the molecule. */
const passing = new Set(["cancelled", "core_crashed", "core_unavailable", "TIMEOUT"]);

/** A run that lasts longer than this is ended when its molecule is not wanted any more; a shorter one ends by itself. */
const PATIENCE = 400;

/** The geometry of the molecule that is shown; null asks for none. A new molecule replaces one that is being made. */
export function useSolid(request: SolidRequest | null, name: string): SolidState {
  const [shown, setShown] = useState<{ key: string; state: SolidState }>({ key: "", state: { state: "none" } });
  const [tries, setTries] = useState(0);
  const called = useRef(name);
  called.current = name;
  const key = request ? JSON.stringify([request.smiles, request.given?.molblock, request.hydrogens, request.seed]) : "";
  // The request is an object of every render; its content is what counts.
  const asked = useRef(request);
  asked.current = request;

  // biome-ignore lint/correctness/useExhaustiveDependencies(tries): another try asks again
  useEffect(() => {
    const wanted = asked.current;
    if (!wanted || !key) return;
    const abort = new AbortController();
    const begun = performance.now();
    let current = true;
    const show = (state: SolidState) => current && setShown({ key, state });
    const running = (progress: Progress): SolidState => ({ state: "running", progress, cancel: () => abort.abort() });
    show(running({ fraction: null, message: "" }));
    const retry = () => setTries((n) => n + 1);
    makeSolid(wanted, called.current, { signal: abort.signal, onProgress: (progress) => show(running(progress)) }).then(
      (solid) => show({ state: "ready", solid }),
      (error: unknown) => {
        const code = error instanceof CoreError ? error.code : "";
        const cancelled = code === "cancelled";
        const message = cancelled ? "Cancelled." : error instanceof Error ? error.message : String(error);
        show({ state: "failed", message, cancelled, retry: passing.has(code) ? retry : null });
      },
    );
    return () => {
      current = false;
      // Ending the worker costs its start; a run that is nearly over costs less.
      if (performance.now() - begun > PATIENCE) abort.abort();
    };
  }, [key, tries]);

  return useMemo(() => {
    if (!key) return { state: "none" };
    if (shown.key === key) return shown.state;
    return { state: "running", progress: { fraction: null, message: "" }, cancel: () => undefined };
  }, [key, shown]);
}
