import { CoreError } from "./error";

/**
 * Fetches and compiles the core. It compiles while the bytes arrive where the host
 * calls them WebAssembly; browsers refuse to under another media type, so there it
 * waits for all of them. Rejects with CoreError `core_unavailable`.
 */
export async function loadModule(url: string, get: typeof fetch = fetch): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw unavailable("this browser has no WebAssembly");
  let response: Response;
  try {
    response = await get(url);
  } catch {
    throw unavailable("its file could not be loaded; check the connection and reload the page");
  }
  if (!response.ok) throw unavailable(`its file could not be loaded (HTTP ${response.status})`);
  try {
    // The exact type: parameters behind it make browsers refuse as well.
    if (response.headers.get("content-type") === "application/wasm")
      return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw unavailable(error instanceof Error ? error.message : String(error));
  }
}

function unavailable(reason: string): CoreError {
  return new CoreError("core_unavailable", `The chemistry core cannot run here: ${reason}.`);
}
