import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CoreError } from "../core/error";
import { forgetNames, resolveName } from "./names";

const call = vi.hoisted(() => vi.fn());
vi.mock("../state/core", () => ({ core: () => ({ call }) }));

/** A core that has names once the dictionary was given to it. */
let loaded = false;
const methane = { smiles: "C", name: "methane", source: "dictionary", notes: [], others: [], repeatUnit: false };

function dictionary(): Promise<Response> {
  const packed = new Blob(["the dictionary"]).stream().pipeThrough(new CompressionStream("gzip"));
  return Promise.resolve(new Response(packed));
}

beforeEach(() => {
  loaded = false;
  forgetNames();
  call.mockReset();
  call.mockImplementation(async (cmd: string, _: unknown, options?: { bufs: { data: Uint8Array } }) => {
    if (cmd === "molecule.names") {
      loaded = new TextDecoder().decode(options?.bufs.data) === "the dictionary";
      return { json: { names: 1 } };
    }
    if (!loaded) throw new CoreError("TABLE_NOT_LOADED", "the dictionary of names is not loaded");
    return { json: { molecule: methane } };
  });
});

afterEach(() => vi.restoreAllMocks());

test("the dictionary is loaded when a name is read, once", async () => {
  const get = vi.fn(dictionary);
  expect(await resolveName("methane", { fetch: get })).toEqual({ molecule: methane });
  expect(await resolveName("methane", { fetch: get })).toEqual({ molecule: methane });
  expect(get).toHaveBeenCalledTimes(1);
});

test("a core that was started anew gets the dictionary again", async () => {
  const get = vi.fn(dictionary);
  await resolveName("methane", { fetch: get });
  loaded = false;
  expect(await resolveName("methane", { fetch: get })).toEqual({ molecule: methane });
  expect(get).toHaveBeenCalledTimes(2);
});

test("a dictionary that does not arrive is said so, and asked for again", async () => {
  const get = vi.fn(dictionary).mockResolvedValueOnce(new Response("", { status: 503 }));
  await expect(resolveName("methane", { fetch: get })).rejects.toThrow("HTTP 503");
  expect(await resolveName("methane", { fetch: get })).toEqual({ molecule: methane });
});

test("cancelling ends the wait, not the loading", async () => {
  let arrive = (_: Response) => {};
  const get = vi.fn(() => new Promise<Response>((resolve) => (arrive = resolve)));
  const abort = new AbortController();
  const reading = resolveName("methane", { fetch: get, signal: abort.signal });
  await vi.waitFor(() => expect(get).toHaveBeenCalled());
  abort.abort();
  await expect(reading).rejects.toThrow(/abort/i);
  arrive(await dictionary());
  expect(await resolveName("methane", { fetch: get })).toEqual({ molecule: methane });
  expect(get).toHaveBeenCalledTimes(1);
});

test("another failure of the core is passed on", async () => {
  call.mockRejectedValue(new CoreError("core_crashed", "The core ended."));
  await expect(resolveName("methane")).rejects.toThrow("The core ended.");
});
