// Figures of a page load out of the trace that Chromium wrote; see audit.mjs.

/** A task longer than this keeps a click waiting; ms. */
const LONG_TASK = 50;

/**
 * The figures of a trace, by its page's frame. Blocking time counts what the processor
 * worked in each long task between the first paint and the end of the trace: waiting
 * for a processor is not the page's.
 */
export function measure(events) {
  const start = events.findLast(
    ({ name, args }) => name === "navigationStart" && args.data?.isOutermostMainFrame && args.data.documentLoaderURL,
  );
  if (!start) throw new Error("the trace has no navigation");
  const { pid, tid, ts } = start;
  const own = events.filter((event) => event.pid === pid && event.ts >= ts);
  const at = (event) => (event ? (event.ts - ts) / 1000 : Number.NaN);
  const paint = own.find(({ name }) => name === "firstContentfulPaint");
  const largest = own.findLast(({ name }) => name === "largestContentfulPaint::Candidate");
  const blocking = own
    .filter((event) => event.tid === tid && event.name === "RunTask" && event.ts >= (paint?.ts ?? ts))
    .map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000 - LONG_TASK)
    .filter((over) => over > 0);
  const shifts = own.filter(({ name, args }) => name === "LayoutShift" && !args.data.had_recent_input);
  return {
    fcp: at(paint),
    lcp: at(largest),
    tbt: blocking.reduce((sum, over) => sum + over, 0),
    cls: windows(shifts.map(({ ts: time, args }) => ({ ms: time / 1000, score: args.data.score }))),
  };
}

/** The largest sum of shifts that follow each other within a second and last five at most. */
function windows(shifts) {
  let worst = 0;
  let sum = 0;
  let first = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { ms, score } of shifts) {
    if (ms - last > 1000 || ms - first > 5000) [sum, first] = [0, ms];
    last = ms;
    sum += score;
    worst = Math.max(worst, sum);
  }
  return worst;
}
