// A first visit as a person has one who follows a link: the built page from a host with
// brotli, over 10 Mbit/s and 40 ms as Chromium emulates them, with nothing stored. Then the
// same page again, offline. Prints figures; asserts nothing. Times are from navigation, and
// those of processors are of the whole browser.
//   --rounds N     visits; the median is printed. Default 3
//   --waterfall    what was asked for, when, and how large it was
import { readdirSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { chromiumArgs, ensureChromium } from "../scripts/run.mjs";
import { servePage } from "./site.mjs";

const MBIT = 1e6 / 8;
const line = { offline: false, latency: 40, downloadThroughput: 10 * MBIT, uploadThroughput: 10 * MBIT };
const at = process.argv.indexOf("--rounds");
const rounds = at > 0 ? Number(process.argv[at + 1]) : 3;
const waterfall = process.argv.includes("--waterfall");
const marker = `--molsmith-bench=${process.pid}`;

/** Seconds that processors have worked for the browser; NaN where /proc does not say. */
function processorTime() {
  const processes = new Map();
  try {
    for (const pid of readdirSync("/proc")) {
      if (!/^\d+$/.test(pid)) continue;
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
        const own = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(marker);
        processes.set(pid, { parent: fields[1], ticks: Number(fields[11]) + Number(fields[12]), own });
      } catch {
        // It ended meanwhile.
      }
    }
  } catch {
    return Number.NaN;
  }
  const isOwn = (pid) => {
    for (let p = pid; processes.has(p); p = processes.get(p).parent) if (processes.get(p).own) return true;
    return false;
  };
  return [...processes].filter(([pid]) => isOwn(pid)).reduce((sum, [, { ticks }]) => sum + ticks, 0) / 100;
}

/** Milliseconds from navigation until the page has an element. */
const when = async (page, selector) => {
  const found = await page.waitForFunction((css) => document.querySelector(css) && performance.now(), selector, {
    polling: "raf",
    timeout: 120_000,
  });
  return found.jsonValue();
};

const buttons = '[data-testid="welcome-box"]:not(:disabled)';
const painted = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;

async function visit(site, executablePath) {
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumArgs, marker],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", line);
    const requests = new Map();
    network.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) =>
      requests.set(requestId, {
        name: request.url.slice(site.url.length).slice(0, 60) || "index.html",
        start: timestamp,
      }),
    );
    network.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) =>
      Object.assign(requests.get(requestId) ?? {}, { end: timestamp, size: encodedDataLength }),
    );
    const idle = processorTime();
    await page.goto(`${site.url}?test=1`, { waitUntil: "commit" });
    const usable = await when(page, buttons);
    const usableWork = processorTime() - idle;
    await page.getByTestId("welcome-example.water").click();
    await page.waitForSelector('[data-testid="builder"][data-atoms="3000"]', { timeout: 120_000 });
    await page.evaluate(() => window.__molsmith.settled());
    const box = await page.evaluate(() => performance.now());
    const boxWork = processorTime() - idle;
    const first = await page.evaluate(painted);
    const loaded = [...requests.values()].filter(({ end }) => end !== undefined);
    await when(page, '[data-offline="ready"]');

    await context.setOffline(true);
    const before = processorTime();
    await page.reload({ waitUntil: "commit" });
    const again = await when(page, buttons);
    const againWork = processorTime() - before;
    return { first, usable, usableWork, box, boxWork, again, againWork, loaded };
  } finally {
    await browser.close();
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

const site = await servePage({ packed: true });
const executablePath = await ensureChromium();
console.log("\n## A visit, 10 Mbit/s and 40 ms\n");
const visits = [];
try {
  for (let round = 0; round < rounds; round++) visits.push(await visit(site, executablePath));
} finally {
  site.close();
}
if (waterfall) {
  const { loaded } = visits.at(-1);
  const zero = Math.min(...loaded.map(({ start }) => start));
  console.log("| asked for | start | end | size |\n| --- | ---: | ---: | ---: |");
  for (const { name, start, end, size } of loaded.sort((a, b) => a.start - b.start))
    console.log(
      `| ${name} | ${seconds(1000 * (start - zero))} | ${seconds(1000 * (end - zero))} | ${(size / 1024).toFixed(0)} KiB |`,
    );
  console.log();
}
const row = (what, time, work, bar) => {
  const worked = work ? median(visits.map((v) => v[work])) : Number.NaN;
  const cpu = Number.isFinite(worked) ? `${worked.toFixed(2)} s` : "";
  console.log(`| ${what} | ${seconds(median(visits.map((v) => v[time])))} | ${cpu} | ${bar} |`);
};
console.log("| from navigation | time | processors | to be below |\n| --- | ---: | ---: | ---: |");
row("something is drawn", "first", "", "");
row("tool buttons can be pressed", "usable", "usableWork", "3 s");
row("the first water box is on screen", "box", "boxWork", "10 s");
row("again, offline: tool buttons can be pressed", "again", "againWork", "1 s");
