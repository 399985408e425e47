import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Deadline, timeoutSeconds } from "./deadline";

describe("the timeout", () => {
  const cases: [expected: number | undefined, want: number][] = [
    [undefined, 60],
    [2, 60],
    [12, 60],
    [20, 100],
    [60, 300],
    [360, 1800],
    [100_000, 1800],
  ];
  it.each(cases)("for %d expected seconds is %d", (expected, want) => {
    expect(timeoutSeconds(expected)).toBe(want);
  });
});

describe("a deadline", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("expires once, with its seconds", () => {
    const expire = vi.fn();
    new Deadline(20, expire);
    vi.advanceTimersByTime(99_999);
    expect(expire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(expire.mock.calls).toEqual([[100]]);
    vi.advanceTimersByTime(1e7);
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it("never expires after stop", () => {
    const expire = vi.fn();
    new Deadline(undefined, expire).stop();
    vi.advanceTimersByTime(1e7);
    expect(expire).not.toHaveBeenCalled();
  });

  it("gives the first allowance again when asked, up to 30 minutes", () => {
    const expire = vi.fn();
    const deadline = new Deadline(140, expire); // 700 s
    vi.advanceTimersByTime(690_000);
    deadline.keepWaiting();
    expect(deadline.limit).toBe(1400);
    vi.advanceTimersByTime(700_000); // 1390 s
    expect(expire).not.toHaveBeenCalled();
    expect(deadline.extendable).toBe(true);
    deadline.keepWaiting();
    expect(deadline.limit).toBe(1800);
    expect(deadline.extendable).toBe(false);
    vi.advanceTimersByTime(410_000);
    expect(expire.mock.calls).toEqual([[1800]]);
    deadline.keepWaiting();
    expect(deadline.limit).toBe(1800);
  });
});
