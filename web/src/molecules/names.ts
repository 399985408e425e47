import dictionary from "../../../chem/names/data/names.bin.gz?url";
import { CoreError } from "../core/error";
import type { NameProblem, ResolvedMolecule } from "../core/protocol";
import { core } from "../state/core";

let loading: Promise<void> | null = null;
let arrived = false;

/**
 * Brings the dictionary of names (130 kB) to the core, once. Rejects with one line; the
 * next call tries again.
 */
export function loadNames(get: typeof fetch = fetch): Promise<void> {
  loading ??= load(get).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The dictionary is on its way. */
export const namesLoading = (): boolean => loading !== null && !arrived;

/** The core was started again and has lost its dictionary. */
export function forgetNames(): void {
  loading = null;
  arrived = false;
}

async function load(get: typeof fetch): Promise<void> {
  let response: Response;
  try {
    response = await get(dictionary);
  } catch {
    throw new Error("the dictionary of names could not be loaded; check the connection");
  }
  if (!response.ok) throw new Error(`the dictionary of names could not be loaded (HTTP ${response.status})`);
  const unpacked = response.body?.pipeThrough(new DecompressionStream("gzip"));
  let data: Uint8Array<ArrayBuffer>;
  try {
    data = new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch {
    throw new Error("the dictionary of names is damaged; try again");
  }
  await core().call("molecule.names", {}, { bufs: { data } });
  arrived = true;
}

export type Resolved = { molecule: ResolvedMolecule; problem?: never } | { problem: NameProblem; molecule?: never };

/**
 * Reads a SMILES or a name. A text that is neither, or a name of several molecules, is an
 * answer too: `problem` says where and what was expected, and its suggestions are names
 * with their molecules, to choose from when it is `ambiguous`.
 *
 * The dictionary is loaded when a text is no plain SMILES. After `signal` is aborted the
 * promise rejects with its reason. It also rejects, with one line, when the dictionary
 * cannot be loaded or the core fails.
 */
export async function resolveName(
  text: string,
  options: { signal?: AbortSignal; fetch?: typeof fetch } = {},
): Promise<Resolved> {
  const { signal } = options;
  const ask = async (): Promise<Resolved> => {
    signal?.throwIfAborted();
    const { json } = await core().call("molecule.resolve", { text });
    signal?.throwIfAborted();
    return json;
  };
  for (const last of [false, true]) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CoreError) || error.code !== "TABLE_NOT_LOADED") throw error;
    }
    // The core has no dictionary: a core that was started anew gets it a second time.
    if (last) forgetNames();
    await abortable(loadNames(options.fetch), signal);
  }
  return ask();
}

/** The promise, or the reason of the signal when that comes first. The work itself goes on for the next caller. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
