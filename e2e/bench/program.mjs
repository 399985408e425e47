// A program that answers every word on its standard input with a line, for the
// benchmarks in which two programs take turns.
import { spawn } from "node:child_process";
import { root } from "../scripts/run.mjs";

/** Starts it. `line` waits for the next line, null at the end; `ask` sends a word first. */
export function start(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = [];
  const read = [];
  let rest = "";
  let ended = false;
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines) waiting.length > 0 ? waiting.shift()(line) : read.push(line);
  });
  const end = () => {
    ended = true;
    for (const resolve of waiting) resolve(null);
  };
  child.on("error", end);
  child.on("close", end);
  const line = () =>
    read.length > 0 ? Promise.resolve(read.shift()) : ended ? null : new Promise((resolve) => waiting.push(resolve));
  return {
    line,
    ask: (word) => {
      child.stdin.write(`${word}\n`);
      return line();
    },
    end: () => child.stdin.end(),
  };
}
