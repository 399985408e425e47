import { expect, test } from "vitest";
import { connected, sideOf } from "./fragment";

/** 0–1–2–3 with 2–4, a ring 5–6–7, and 8 alone. */
const bonds = Uint32Array.of(0, 1, 1, 2, 2, 3, 2, 4, 5, 6, 6, 7, 7, 5);
const sorted = (atoms: number[] | null) => atoms && [...atoms].sort((a, b) => a - b);

test("a molecule is what bonds connect", () => {
  expect(sorted(connected(3, bonds, 9))).toEqual([0, 1, 2, 3, 4]);
  expect(sorted(connected(6, bonds, 9))).toEqual([5, 6, 7]);
  expect(connected(8, bonds, 9)).toEqual([8]);
});

test("a bond has two sides, in a ring none", () => {
  expect(sorted(sideOf(1, 2, bonds, 9))).toEqual([2, 3, 4]);
  expect(sorted(sideOf(2, 1, bonds, 9))).toEqual([0, 1]);
  expect(sideOf(5, 6, bonds, 9)).toBeNull();
});

test("a long chain needs no depth", () => {
  const n = 200_000;
  const chain = Uint32Array.from({ length: 2 * (n - 1) }, (_, k) => (k + 1) >> 1);
  expect(connected(0, chain, n)).toHaveLength(n);
});
