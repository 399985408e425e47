// A program's time, processor time and peak memory, for the benchmarks.
import { spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { out } from "../scripts/run.mjs";

const ticks = 100; // of /proc, per second (Linux)

/**
 * Runs a program in e2e/out. Its processor time and peak memory are read from /proc
 * while it runs, so they lack its last hundredth of a second, and are 0 elsewhere.
 * A program that runs longer than `limit` seconds is ended; its code is then null.
 */
export function timed(command, args, { inputFile, limit } = {}) {
  return new Promise((resolve) => {
    const start = process.hrtime.bigint();
    const child = spawn(command, args, {
      cwd: out,
      stdio: [inputFile ? openSync(join(out, inputFile), "r") : "ignore", "pipe", "ignore"],
    });
    const chunks = [];
    let peak = 0;
    let processor = 0;
    const poll = setInterval(() => {
      try {
        const line = readFileSync(`/proc/${child.pid}/status`, "utf8").match(/VmHWM:\s+(\d+)/);
        if (line) peak = Math.max(peak, Number(line[1]) / 1024);
        const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        processor = Math.max(processor, (Number(fields[11]) + Number(fields[12])) / ticks);
      } catch {
        // The process has ended, or this is not Linux: the values stay what they were.
      }
    }, 10);
    const end = limit ? setTimeout(() => child.kill(), limit * 1000) : null;
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.on("close", (code) => {
      clearInterval(poll);
      clearTimeout(end);
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      resolve({ code, seconds, processor, peak, stdout: Buffer.concat(chunks) });
    });
  });
}
