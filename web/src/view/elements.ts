/**
 * How each element is drawn. The hues follow the CPK convention in the extended
 * form that molecular programs share; the values are chosen for these two themes.
 */

/** Base colors of elements 1–118, sRGB hex, one line or two per period. */
const hues = `
  dfe4ec b8e6ea
  b06be0 a9c23f f0a08c 565e6b 3f66e0 dc3a30 6cc24a 8fd3e8
  9b5de0 5fbf3a a8a3b0 e0b57a f08a24 e3c229 3fbf3f 7fc9dc
  8a48d2 4fb53f c9ccd2 a9b0ba 9298ab 7a8fc4 9574c4 d9642e e0809a 4fb56b c8803a 7f86b3 bd8f8f 6a9494 ba80dd eaa12a a5382e 5fb5cc
  7433b0 2fb52f 8fdede 8fcfd6 70bcc4 55b0b5 3d9ea6 2f8f96 1f7f8f 12708a b6bcc6 e6cf8a a8786f 66888a 9e6bb5 d07d1f 8f2fa6 4399b8
  5c1f94 1fb01f 70cbf0 e6dc9a c8e8b0 b4e4b8 a0dfb4 8cdab0 66d9b4 4fd6ba 3acfae 2bc9b0 1ec492 14b878 10a864 0c9a4c 088a34 5fb6e6
  5a9ce6 3f86cc 3f78b0 356699 2f5688 b9bdd0 e6b93c a9a9c2 a0655a 5f6370 9558b0 a0602a 7a5544 4a8296
  4a1270 0f8a28 6aa8ec 3fb0ee 30a0e6 2a8ee0 2a7ed8 2a6ccc 5468d8 7868d4 8a5ccc 9a50c4 a846bc b03cb0 b034a0 b42e90 bf2a78 c82a68
  cc2e5c d03452 d63a48 da4240 de4a3c dd5548 dc6054 da6c60 d6786c d08478 c89084 c09c90 b8a49a b0aca8
`;

/**
 * Covalent radii of elements 1–96, Å: B. Cordero et al., Dalton Trans. 2008, 2832,
 * doi:10.1039/b801115j (low-spin values for Mn, Fe and Co, sp3 for C).
 */
const covalentRadii = `
  0.31 0.28
  1.28 0.96 0.84 0.76 0.71 0.66 0.57 0.58
  1.66 1.41 1.21 1.11 1.07 1.05 1.02 1.06
  2.03 1.76 1.7 1.6 1.53 1.39 1.39 1.32 1.26 1.24 1.32 1.22 1.22 1.2 1.19 1.2 1.2 1.16
  2.2 1.95 1.9 1.75 1.64 1.54 1.47 1.46 1.42 1.39 1.45 1.44 1.42 1.39 1.39 1.38 1.39 1.4
  2.44 2.15 2.07 2.04 2.03 2.01 1.99 1.98 1.98 1.96 1.94 1.92 1.92 1.89 1.9 1.87 1.87 1.75
  1.7 1.62 1.51 1.44 1.41 1.36 1.36 1.32 1.45 1.46 1.48 1.4 1.5 1.5
  2.6 2.21 2.15 2.06 2 1.96 1.9 1.87 1.8 1.69
`;

/** Elements without a measured radius are drawn like their last neighbor with one. */
const UNKNOWN_RADIUS = 1.69;

const covalent = covalentRadii.trim().split(/\s+/).map(Number);

/** Å; of an element without a measured radius that of its last neighbor with one. */
export const covalentRadius = (z: number): number => covalent[z - 1] ?? UNKNOWN_RADIUS;

/** No ball is larger, Å. */
export const LARGEST_BALL = 0.75;

/** Radius of the ball of each element, Å, by atomic number; index 0 is not an element. */
export const ballRadii = Float32Array.from({ length: 119 }, (_, z) =>
  Math.min(LARGEST_BALL, 0.085 + 0.4 * (covalent[z - 1] ?? UNKNOWN_RADIUS)),
);

export type Rgb = readonly [number, number, number];
export type ThemeName = "light" | "dark";

const base: readonly Rgb[] = ["7f7f7f", ...hues.trim().split(/\s+/)].map((hex) => {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
});

/** The middle of each theme's background, and the contrast every element keeps to it. */
const themes: Record<ThemeName, { background: Rgb; contrast: number }> = {
  light: { background: [245, 247, 251], contrast: 1.7 },
  dark: { background: [18, 21, 26], contrast: 3.2 },
};

/** White by convention; in the light theme its outline carries it. */
const HYDROGEN = 1;

/** sRGB bytes, three per element, by atomic number. */
export function elementColors(theme: ThemeName): Uint8Array {
  const { background, contrast } = themes[theme];
  const out = new Uint8Array(119 * 3);
  base.forEach((color, z) => {
    out.set(z === HYDROGEN ? color : apart(color, background, contrast), 3 * z);
  });
  return out;
}

/** The color, moved as little as needed toward black or white until it stands out from the background. */
function apart(color: Rgb, background: Rgb, contrast: number): Rgb {
  const pole = luminance(background) > 0.5 ? 0 : 255;
  let moved = color;
  for (let part = 0; part <= 1 && contrastRatio(moved, background) < contrast; part += 0.02) {
    moved = color.map((v) => Math.round(v + (pole - v) * part)) as unknown as Rgb;
  }
  return moved;
}

/** WCAG 2 contrast of two sRGB colors (bytes), 1–21. */
export function contrastRatio(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function luminance([r, g, b]: Rgb): number {
  const linear = (byte: number) => {
    const v = byte / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
