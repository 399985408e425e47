import { elementColors, type Rgb, type ThemeName } from "./elements";

/** What a theme means for the view; colors are sRGB, 0 to 1. */
export interface Look {
  theme: ThemeName;
  elements: Uint8Array;
  background: Rgb;
  accent: Rgb;
  /** What a tool has picked. */
  picked: Rgb;
  /** Around balls that are nearly white. */
  outline: Rgb;
  /** Cell edges: the plain ones, then those along a, b and c. */
  edges: readonly [Rgb, Rgb, Rgb, Rgb];
}

/** The view's own background: the page behind the canvas shows through it. */
export const backdrop = "radial-gradient(120% 90% at 50% 35%, var(--view) 0, var(--view2) 100%)";

/** Reads the page's custom properties as they apply to an element. */
export function lookOf(element: HTMLElement): Look {
  const css = getComputedStyle(element);
  const read = (name: string, fallback: Rgb): Rgb => parseColor(css.getPropertyValue(name)) ?? fallback;
  const dark = document.documentElement.dataset.theme === "dark";
  const inner = read("--view", dark ? [0.09, 0.1, 0.13] : [0.98, 0.99, 1]);
  const outer = read("--view2", inner);
  const background = inner.map((v, k) => (v + (outer[k] as number)) / 2) as unknown as Rgb;
  const theme: ThemeName = background[0] + background[1] + background[2] > 1.5 ? "light" : "dark";
  const edge = read("--cell-edge", [0.6, 0.65, 0.7]);
  return {
    theme,
    elements: elementColors(theme),
    background,
    accent: read("--accent", [0.14, 0.34, 0.84]),
    picked: read("--picked", [0.9, 0.55, 0.1]),
    outline: theme === "light" ? [0.6, 0.64, 0.7] : [0.55, 0.58, 0.64],
    edges: [edge, read("--axis-a", edge), read("--axis-b", edge), read("--axis-c", edge)],
  };
}

/** #rgb, #rrggbb and rgb(r g b) to 0–1; null for anything else. */
export function parseColor(text: string): Rgb | null {
  const value = text.trim();
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1];
  if (hex) {
    const full = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255) as unknown as Rgb;
  }
  const rgb = /^rgb\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)$/.exec(value);
  return rgb ? ([1, 2, 3].map((k) => Number(rgb[k]) / 255) as unknown as Rgb) : null;
}
