import { describe, expect, test } from "vitest";
import { ROW, Rows } from "./rows";

describe("Rows", () => {
  test("item i is texel i mod 2048 of row i / 2048", () => {
    const rows = new Rows(Float32Array);
    rows.reserve(5000);
    rows.set(4099, 1, 2, 3, 4);
    const at = 4 * (2 * ROW + 3);
    expect(Array.from(rows.data.subarray(at, at + 4))).toEqual([1, 2, 3, 4]);
    expect(rows.takeDirty()).toEqual([2]);
  });

  test("grows by doubling and keeps what is there, changed rows too", () => {
    const rows = new Rows(Uint32Array);
    rows.set(7, 1, 2, 3, 4);
    const before = rows.data;
    rows.reserve(ROW);
    expect(rows.data).toBe(before);
    rows.reserve(3 * ROW);
    expect(rows.height).toBe(4);
    expect(rows.data).toHaveLength(4 * ROW * 4);
    expect(Array.from(rows.data.subarray(28, 32))).toEqual([1, 2, 3, 4]);
    expect(rows.takeDirty()).toEqual([0]);
    rows.reserve(10);
    expect(rows.height).toBe(4);
  });

  test("a row is changed only when a value is", () => {
    const rows = new Rows(Float32Array);
    rows.reserve(3 * ROW);
    for (let i = 0; i < 3 * ROW; i++) rows.set(i, i, 0, 0, 1);
    expect(rows.takeDirty()).toEqual([0, 1, 2]);
    for (let i = 0; i < 3 * ROW; i++) rows.set(i, i, 0, 0, 1);
    expect(rows.takeDirty()).toEqual([]);
    rows.set(ROW, ROW, 0, 0.5, 1);
    expect(rows.takeDirty()).toEqual([1]);
    expect(rows.takeDirty()).toEqual([]);
  });
});
