import table from "../../../chem/descriptors/data/sa_fragments.bin.gz?url";
import { core } from "../state/core";

let loading: Promise<void> | null = null;

/**
 * Brings the table behind the synthetic accessibility (1.7 MB) to the core, once.
 * Rejects with one line; the next call tries again.
 */
export function loadFragments(get: typeof fetch = fetch): Promise<void> {
  loading ??= load(get).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The core was started again and has lost its table. */
export function forgetFragments(): void {
  loading = null;
}

async function load(get: typeof fetch): Promise<void> {
  let response: Response;
  try {
    response = await get(table);
  } catch {
    throw new Error("its table could not be loaded; check the connection");
  }
  if (!response.ok) throw new Error(`its table could not be loaded (HTTP ${response.status})`);
  const unpacked = response.body?.pipeThrough(new DecompressionStream("gzip"));
  let data: Uint8Array<ArrayBuffer>;
  try {
    data = new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch {
    throw new Error("its table is damaged; try again");
  }
  await core().call("molecule.fragments", {}, { bufs: { data } });
}
