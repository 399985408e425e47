import { expect, it } from "vitest";
import { measure } from "../../e2e/scripts/trace.mjs";

const page = { pid: 7, tid: 1 };
const start = (ts: number, documentLoaderURL: string) => ({
  ...page,
  name: "navigationStart",
  ts,
  args: { data: { isOutermostMainFrame: true, documentLoaderURL } },
});
const event = (name: string, ms: number, rest: object = {}) => ({
  ...page,
  name,
  ts: 1000 + 1000 * ms,
  args: {},
  ...rest,
});
const task = (ms: number, worked: number, rest: object = {}) =>
  event("RunTask", ms, { tdur: 1000 * worked, dur: 5000 * worked, ...rest });
const shift = (ms: number, score: number, had_recent_input = false) =>
  event("LayoutShift", ms, { args: { data: { score, had_recent_input } } });

it("reads paints, long tasks and shifts of the page that was loaded", () => {
  const figures = measure([
    start(0, ""),
    start(1000, "http://127.0.0.1/"),
    task(100, 400), // before anything is drawn nobody waits
    event("firstContentfulPaint", 300),
    event("largestContentfulPaint::Candidate", 300),
    task(310, 90),
    task(450, 49),
    task(500, 70, { tid: 2 }),
    task(600, 70, { pid: 8 }),
    task(700, 60),
    event("largestContentfulPaint::Candidate", 800),
    shift(300, 0.02),
    shift(900, 0.03),
    shift(1000, 0.5, true),
    shift(4000, 0.04),
  ]);
  expect(figures).toEqual({ fcp: 300, lcp: 800, tbt: 50, cls: 0.05 });
});

it("does not pass a page that draws nothing", () => {
  const { fcp, lcp } = measure([start(1000, "http://127.0.0.1/")]);
  expect([fcp, lcp]).toEqual([Number.NaN, Number.NaN]);
  expect(() => measure([])).toThrow("no navigation");
});
