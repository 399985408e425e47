import { describe, expect, it } from "vitest";
import { grouped, shortSeconds } from "./resultNotice";

describe("numbers in words", () => {
  const counts: [number, string][] = [
    [0, "0"],
    [999, "999"],
    [1020, "1\u202f020"],
    [1234567, "1\u202f234\u202f567"],
  ];
  it.each(counts)("%d is %s", (count, want) => {
    expect(grouped(count)).toBe(want);
  });

  const times: [number, string][] = [
    [0.001, "less than 0.01"],
    [0.034, "0.03"],
    [9.994, "9.99"],
    [12.34, "12.3"],
    [125.4, "125"],
  ];
  it.each(times)("%d s is %s", (seconds, want) => {
    expect(shortSeconds(seconds)).toBe(want);
  });
});
