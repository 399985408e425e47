import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withPageUrl } from "./head.mjs";

const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url));
const html = file("index.html").toString();
const isPng = (data: Buffer) => data.subarray(1, 4).toString() === "PNG";

it("has a card of the size that it says", () => {
  const said = (side: string) => Number(new RegExp(`og:image:${side}" content="(\\d+)"`).exec(html)?.[1]);
  const card = file("public/card.png");
  expect(isPng(card)).toBe(true);
  expect([card.readUInt32BE(16), card.readUInt32BE(20)]).toEqual([said("width"), said("height")]);
  // Some sites take no larger ones.
  expect(card.length).toBeLessThan(600_000);
});

it("has icons for what draws no SVG", () => {
  for (const name of ["icon.svg", "favicon.ico", "icon-180.png"]) expect(html).toContain(`href="./${name}"`);
  const ico = file("public/favicon.ico");
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6)]).toEqual([1, 1, 32]);
  expect(isPng(ico.subarray(ico.readUInt32LE(18)))).toBe(true);
  expect(isPng(file("public/icon-180.png"))).toBe(true);
});

it("says where the card is when the build knows", () => {
  expect(withPageUrl(html, undefined)).toBe(html);
  expect(withPageUrl(html, "")).toBe(html);
  for (const address of ["https://example.org/lab", "https://example.org/lab/"]) {
    const placed = withPageUrl(html, address);
    expect(placed).toContain('property="og:url" content="https://example.org/lab/"');
    expect(placed).toContain('property="og:image" content="https://example.org/lab/card.png"');
  }
  expect(() => withPageUrl(html, "file:///x")).toThrow("no web address");
});
