import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const css = read("./tokens.css");

/** The custom properties of one rule that are plain hex colors. */
function colors(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

const light = colors(":root");
const dark = { ...light, ...colors(':root[data-theme="dark"]') };

/** Contrast of two colors, WCAG 2.2. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const pairs: [string, string][] = [
  ...["text", "muted", "faint", "accent", "good", "warn", "bad"].flatMap((ink): [string, string][] =>
    ["surface", "raised", "bg"].map((ground): [string, string] => [ink, ground]),
  ),
  ["text", "hover"],
  ["muted", "hover"],
  ["text", "view"],
  ["muted", "view2"],
  ["accent", "accent-weak"],
  ["muted", "accent-weak"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["on-bad", "bad"],
  ["warn", "warn-weak"],
  ["bad", "bad-weak"],
];

describe.each([
  ["light", light],
  ["dark", dark],
])("%s theme", (_name, theme) => {
  test.each(pairs)("%s on %s has a contrast of 4.5 or more", (ink, ground) => {
    expect(contrast(theme[ink] ?? "", theme[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
  });
  test("control borders that carry meaning have 3 or more", () => {
    expect(contrast(theme["field-line"] ?? "", theme.raised ?? "")).toBeGreaterThanOrEqual(3);
  });
});

test("both themes name the same colors", () => {
  expect(Object.keys(colors(':root[data-theme="dark"]')).sort()).toEqual(Object.keys(light).sort());
});

describe("content security policy", () => {
  const policy = read("../../index.html").match(/Content-Security-Policy"\s+content="([^"]+)"/)?.[1] ?? "";

  test("allows nothing inline but the style of Radix's select list", () => {
    expect(policy).not.toContain("unsafe-inline");
    expect(policy).not.toContain("'unsafe-eval'");
    const source = read("../../../node_modules/@radix-ui/react-select/dist/index.mjs");
    const style = source.match(/__html: `([^`]+)`/)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
  });

  test.each(["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "base-uri 'none'"])(
    "has %s",
    (rule) => {
      expect(policy.split("; ")).toContain(rule);
    },
  );
});
