// toolserver under load, with servers of the official SDKs in the same run: calls of
// parse_smiles a second over HTTP keep-alive and over stdio, the time of the slowest of a
// hundred at 64 connections, and half a million atoms there and back. The client is on the
// same cores: calls for each second of the server's own processor time are given too, which
// do not depend on what else the machine does.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { must, out, root } from "../scripts/run.mjs";

const toolserver = process.env.MOLSMITH_TOOLSERVER ?? join(root, "bin/toolserver");
const linux = process.platform === "linux";
const revision = "2025-06-18"; // one that every server here speaks
const call = (id, smiles) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"parse_smiles","arguments":{"smiles":"${smiles}"}}}`;
const smiles = ["CCO", "c1ccccc1", "CC(=O)Oc1ccccc1C(=O)O", "Cn1cnc2c1c(=O)n(C)c(=O)n2C", "C[C@H](N)C(=O)O"];

/** Processor time of a process in seconds (proc(5): ticks of 10 ms), NaN where it is not known. */
function cpu(pid) {
  if (!linux) return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const peak = (pid) =>
  linux ? Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmHWM:\s+(\d+)/)[1]) / 1024 : Number.NaN;

/** Starts a server and waits for its address. */
function serve(command, args) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let text = "";
    const look = (part) => {
      text += part;
      const found = text.match(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
      if (found) resolve({ child, url: new URL(found[0]) });
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.on("close", () => reject(new Error(`${command}: ${text}`)));
  });
}

/** One connection that sends a request after the answer to the last one. */
function connection(url) {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  let rest = Buffer.alloc(0);
  let arrived;
  socket.on("data", (part) => {
    rest = rest.length ? Buffer.concat([rest, part]) : part;
    const head = rest.indexOf("\r\n\r\n");
    if (head < 0) return;
    const fields = rest.toString("latin1", 0, head);
    if (!fields.startsWith("HTTP/1.1 200")) throw new Error(fields);
    const chunked = /transfer-encoding: chunked/i.test(fields);
    const length = Number(fields.match(/content-length: (\d+)/i)?.[1]);
    const whole = chunked ? rest.indexOf("0\r\n\r\n", head) >= 0 : rest.length >= head + 4 + length;
    if (!whole) return;
    const body = rest.toString("utf8", head + 4);
    rest = Buffer.alloc(0);
    arrived(body);
  });
  return {
    ask(body) {
      const answer = new Promise((resolve) => {
        arrived = resolve;
      });
      socket.write(
        `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nAuthorization: Bearer load\r\n` +
          `Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: ${revision}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      return answer;
    },
    end: () => socket.destroy(),
  };
}

/** Calls over HTTP: a second, for each second of processor time, and milliseconds. */
async function http(server, connections, calls) {
  const times = [];
  const one = async (count, wires) => {
    let sent = 0;
    await Promise.all(
      wires.map(async (wire) => {
        while (sent < count) {
          const id = ++sent;
          const start = performance.now();
          const body = await wire.ask(call(id, smiles[id % smiles.length]));
          times.push(performance.now() - start);
          if (!body.includes('"result"')) throw new Error(body);
        }
      }),
    );
  };
  const wires = Array.from({ length: connections }, () => connection(server.url));
  await one(500, wires);
  times.length = 0;
  const [before, start] = [cpu(server.child.pid), performance.now()];
  await one(calls, wires);
  const wall = (performance.now() - start) / 1000;
  const spent = cpu(server.child.pid) - before;
  for (const wire of wires) wire.end();
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.floor(times.length * part)].toFixed(1);
  return `${(calls / wall).toFixed(0)} calls/s, ${(calls / spent).toFixed(0)} for each second of its processor time; median ${at(0.5)} ms, 99 % within ${at(0.99)} ms`;
}

/** Calls over stdio that do not wait for each other. */
async function stdio(command, args, calls) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
  let answered = 0;
  let wanted = 0;
  let done;
  child.stdout.on("data", (part) => {
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) answered++;
    if (answered >= wanted) done?.();
  });
  const until = (count) =>
    new Promise((resolve) => {
      wanted = count;
      done = resolve;
      if (answered >= wanted) resolve();
    });
  child.stdin.write(
    `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"${revision}","capabilities":{},"clientInfo":{"name":"load","version":"1"}}}\n`,
  );
  await until(1);
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const [before, start] = [cpu(child.pid), performance.now()];
  let lines = "";
  for (let id = 1; id <= calls; id++) {
    lines += `${call(id, smiles[id % smiles.length])}\n`;
    if (id % 100 === 0) {
      if (!child.stdin.write(lines)) await new Promise((resolve) => child.stdin.once("drain", resolve));
      lines = "";
    }
  }
  await until(calls + 1);
  const wall = (performance.now() - start) / 1000;
  const spent = cpu(child.pid) - before;
  child.stdin.end();
  await new Promise((resolve) => child.on("close", resolve));
  return `${(calls / wall).toFixed(0)} calls/s, ${(calls / spent).toFixed(0)} for each second of its processor time`;
}

console.log("\n## toolserver under load");
const peerGo = join(out, "peer-go");
await must("Building the peer in Go", "go", ["build", "-o", peerGo, "./e2e/bench/peer-go"]);
const peerTS = join(root, "e2e/bench/peer-ts.mjs");
const servers = {
  "toolserver, parse_smiles": [toolserver, ["--transport", "http", "--port", "0", "--token", "load"], []],
  "official Go SDK 1.8.0, an echo": [peerGo, ["http"], ["stdio"]],
  "official TypeScript SDK 1.32.2, an echo": [process.execPath, [peerTS, "http"], [peerTS, "stdio"]],
};
for (const [name, [command, args, piped]] of Object.entries(servers)) {
  const server = await serve(command, args);
  const calls = command === process.execPath ? 3000 : 20000;
  console.log(`${name}, HTTP keep-alive, 8 connections: ${await http(server, 8, calls)}`);
  console.log(`${name}, HTTP keep-alive, 64 connections: ${await http(server, 64, calls)}`);
  server.child.kill();
  console.log(`${name}, stdio, calls in a row: ${await stdio(command, piped, 3 * calls)}`);
}

/** Half a million atoms, a quarter million each way: water beside water in a longer cell. */
const waters = 83_333;
const half = JSON.parse(
  execFileSync(
    toolserver,
    [
      "call",
      "liquid_box",
      "--args",
      `{"components":[{"molecule":{"name":"water","smiles":"O"},"count":${waters}}],"seed":1}`,
    ],
    { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] },
  ),
).structure;
for (let i = 0; i < 3; i++) half.cell[i] *= 2.05;
const solvate = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "solvate",
    arguments: {
      document: half,
      solvent: { name: "water", smiles: "O" },
      seed: 1,
      amount: "count",
      count: Math.floor((500_000 - half.elements.length) / 3),
    },
  },
});
{
  const server = await serve(...servers["toolserver, parse_smiles"]);
  const start = performance.now();
  const response = await fetch(server.url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: "Bearer load",
      "MCP-Protocol-Version": revision,
      Accept: "application/json",
    },
    body: solvate,
  });
  const text = await response.text();
  const seconds = (performance.now() - start) / 1000;
  const result = JSON.parse(text).result;
  const added = result.structuredContent?.structure.elements.length;
  if (!added) throw new Error(text.slice(0, 500));
  console.log(
    `solvate over HTTP, ${half.elements.length} atoms sent and ${added} received: ${(solvate.length / 2 ** 20).toFixed(1)} MiB and ${(text.length / 2 ** 20).toFixed(1)} MiB, ${seconds.toFixed(1)} s of which ${cpu(server.child.pid).toFixed(1)} s processor time, at most ${peak(server.child.pid).toFixed(0)} MiB`,
  );
  server.child.kill();
}
{
  const child = spawn(toolserver, [], { stdio: ["pipe", "pipe", "ignore"] });
  const start = performance.now();
  child.stdin.write(`${solvate}\n`);
  await new Promise((resolve) =>
    child.stdout.on("data", (part) => {
      if (part.includes(10)) resolve();
    }),
  );
  console.log(
    `solvate over stdio, the same: ${((performance.now() - start) / 1000).toFixed(1)} s, ${cpu(child.pid).toFixed(1)} s processor time, at most ${peak(child.pid).toFixed(0)} MiB`,
  );
  child.stdin.end();
}
