import { describe, expect, it, vi } from "vitest";
import { isLoopback, parseServerUrl, parseToolLink, takeToolLink } from "./link";

describe("launch links", () => {
  const cases: [hash: string, want: { url: string; token: string } | null][] = [
    ["#tools=http://127.0.0.1:8765/mcp&token=abc", { url: "http://127.0.0.1:8765/mcp", token: "abc" }],
    ["#tools=http%3A%2F%2F127.0.0.1%3A8765%2Fmcp&token=a%2Bb%3D", { url: "http://127.0.0.1:8765/mcp", token: "a+b=" }],
    ["#tools=%20http://x/mcp%20&token=%20t%20", { url: "http://x/mcp", token: "t" }],
    ["#tools=http://x/mcp", { url: "http://x/mcp", token: "" }],
    ["#tools=", { url: "", token: "" }],
    ["#section", null],
    ["#other=1&tools=http://x", null],
    ["#toolsets=1", null],
    ["", null],
  ];
  it.each(cases)("%j", (hash, want) => {
    expect(parseToolLink(hash)).toEqual(want);
  });

  it("leave the address bar with path and query kept", () => {
    const replaceState = vi.fn();
    const location = { hash: "#tools=http://x/mcp&token=t", pathname: "/sub/", search: "?a=1" } as Location;
    const history = { state: { kept: 1 }, replaceState } as unknown as History;
    expect(takeToolLink(location, history)).toEqual({ url: "http://x/mcp", token: "t" });
    expect(replaceState).toHaveBeenCalledWith({ kept: 1 }, "", "/sub/?a=1");
  });

  it("do not touch other fragments", () => {
    const replaceState = vi.fn();
    const location = { hash: "#about", pathname: "/", search: "" } as Location;
    expect(takeToolLink(location, { state: null, replaceState } as unknown as History)).toBeNull();
    expect(replaceState).not.toHaveBeenCalled();
  });
});

describe("server addresses", () => {
  it.each(["http://127.0.0.1:8765/mcp", " https://tools.example.org/mcp "])("%j is one", (text) => {
    expect(parseServerUrl(text)).toHaveProperty("url");
  });
  it.each([
    "",
    "   ",
    "127.0.0.1:8765",
    "not a url",
    "http://",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "http://u:p@h/mcp",
  ])("%j is not", (text) => {
    expect(parseServerUrl(text)).toHaveProperty("error");
  });
});

describe("loopback hosts", () => {
  const cases: [url: string, want: boolean][] = [
    ["http://127.0.0.1:8765/mcp", true],
    ["http://127.9.9.9/", true],
    ["http://0x7f000001/", true],
    ["http://2130706433/", true],
    ["http://localhost:1/", true],
    ["http://LOCALHOST/", true],
    ["http://a.localhost/", true],
    ["http://[::1]:5/", true],
    ["http://127.0.0.1.example.org/", false],
    ["http://localhost.example.org/", false],
    ["http://192.168.0.4/", false],
    ["http://[::2]/", false],
    ["https://tools.example.org/", false],
  ];
  it.each(cases)("%s: %s", (url, want) => {
    expect(isLoopback(new URL(url))).toBe(want);
  });
});
