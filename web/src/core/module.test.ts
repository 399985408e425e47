import { describe, expect, test } from "vitest";
import { CoreError } from "./error";
import { loadModule } from "./module";

const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const host =
  (body: BodyInit, type: string, status = 200): typeof fetch =>
  async () =>
    new Response(body, { status, headers: { "content-type": type } });

describe("loadModule", () => {
  test.each(["application/wasm", "application/wasm; charset=x", "application/octet-stream", "text/plain"])(
    "compiles what is served as %s",
    async (type) => {
      expect(await loadModule("molsmith.wasm", host(empty, type))).toBeInstanceOf(WebAssembly.Module);
    },
  );

  const offline: typeof fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  const cases: [string, typeof fetch, RegExp][] = [
    ["offline", offline, /could not be loaded; check the connection/],
    ["HTTP 404", host("not here", "text/html", 404), /could not be loaded \(HTTP 404\)/],
    ["an error page with status 200", host("<html>", "text/html"), /cannot run here: /],
  ];
  test.each(cases)("says why not: %s", async (_name, get, message) => {
    const error = await loadModule("molsmith.wasm", get).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(CoreError);
    expect(error).toMatchObject({ code: "core_unavailable", message: expect.stringMatching(message) });
  });
});
