// A Builder tool server without any package: plain JSON-RPC over stdio, or over
// Streamable HTTP with a token and an origin.
//
//   node server.mjs
//   node server.mjs --port 8766 --token TOKEN --origin http://127.0.0.1:8765
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { setImmediate as pause } from "node:timers/promises";

const crystal = {
  name: "metal_crystal",
  title: "Metal crystal",
  description: "Build a cube of a metal from its unit cell. The result is periodic along all three edges.",
  inputSchema: {
    type: "object",
    properties: {
      element: {
        type: "integer",
        minimum: 1,
        maximum: 118,
        default: 29,
        title: "Element",
        "x-megane-widget": "element",
      },
      lattice: { type: "string", enum: ["fcc", "bcc", "sc"], default: "fcc", title: "Lattice" },
      edge: {
        type: "number",
        minimum: 2,
        maximum: 10,
        default: 3.615,
        title: "Lattice constant",
        description: "Edge of one unit cell.",
        "x-megane-unit": "angstrom",
      },
      cells: {
        type: "integer",
        minimum: 1,
        maximum: 25,
        title: "Cells along each edge",
        examples: [3],
        "x-megane-unit": "count",
      },
    },
    required: ["cells"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      contract: { const: 1 },
      name: { type: "string" },
      structure: { type: "object" },
      warnings: { type: "array", items: { type: "string" } },
      provenance: { type: "object" },
    },
    required: ["contract", "name", "structure", "warnings", "provenance"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  _meta: {
    "io.github.megane-labs/builder": {
      contract: 1,
      category: "bulk",
      apply: "new_document",
      document: "none",
      stochastic: false,
      expectedSeconds: 1,
    },
  },
};

/** The atoms of one unit cell, in fractions of its edge. */
const sites = {
  sc: [[0, 0, 0]],
  bcc: [
    [0, 0, 0],
    [0.5, 0.5, 0.5],
  ],
  fcc: [
    [0, 0, 0],
    [0, 0.5, 0.5],
    [0.5, 0, 0.5],
    [0.5, 0.5, 0],
  ],
};

/** A mistake that the caller can correct: it becomes a tool error of one line. */
class ToolError extends Error {}

function number(args, name, { whole = false } = {}) {
  const { minimum, maximum, default: initial } = crystal.inputSchema.properties[name];
  const value = args[name] ?? initial;
  if (value === undefined) throw new ToolError(`${name} is required.`);
  if (typeof value !== "number" || value < minimum || value > maximum || (whole && !Number.isInteger(value)))
    throw new ToolError(`${name} must be ${whole ? "a whole number" : "a number"} from ${minimum} to ${maximum}.`);
  return value;
}

async function build(args, { signal, progress }) {
  const unknown = Object.keys(args).find((name) => !(name in crystal.inputSchema.properties));
  if (unknown) throw new ToolError(`There is no argument ${unknown}.`);
  const element = number(args, "element", { whole: true });
  const edge = number(args, "edge");
  const cells = number(args, "cells", { whole: true });
  const basis = sites[args.lattice ?? "fcc"];
  if (!basis) throw new ToolError("lattice must be fcc, bcc or sc.");
  const positions = [];
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < cells; j++)
      for (let k = 0; k < cells; k++)
        for (const [x, y, z] of basis)
          for (const v of [i + x, j + y, k + z]) positions.push(Math.round(v * edge * 1e4) / 1e4);
    progress((i + 1) / cells, `layer ${i + 1} of ${cells}`);
    await pause(); // lets a cancellation in
    signal.throwIfAborted();
  }
  const length = cells * edge;
  const n = positions.length / 3;
  return {
    text: `Built a crystal of ${n} atoms in a cube of ${length.toFixed(2)} Å.`,
    result: {
      contract: 1,
      name: "crystal",
      structure: {
        elements: Array(n).fill(element),
        positions,
        cell: [length, 0, 0, 0, length, 0, 0, 0, length],
        bonds: [],
      },
      warnings: [],
      provenance: { "metal-crystal": "1.0" },
    },
  };
}

const known = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const error = (code, message) => ({ error: { code, message } });

/** Answers one request; null when it was cancelled. notify sends a notification. */
async function answer({ method, params = {} }, signal, notify) {
  if (method === "initialize")
    return {
      result: {
        protocolVersion: known.includes(params.protocolVersion) ? params.protocolVersion : known.at(-1),
        capabilities: { tools: {} },
        serverInfo: { name: "crystal-tools", version: "1.0" },
      },
    };
  if (method === "ping") return { result: {} };
  if (method === "tools/list") return { result: { tools: [crystal] } };
  if (method !== "tools/call") return error(-32601, `There is no method ${method}.`);
  if (params.name !== crystal.name) return error(-32602, `There is no tool ${params.name}.`);
  const progressToken = params._meta?.progressToken;
  const progress = (fraction, message) => {
    if (progressToken !== undefined)
      notify({ method: "notifications/progress", params: { progressToken, progress: fraction, total: 1, message } });
  };
  try {
    const { text, result } = await build(params.arguments ?? {}, { signal, progress });
    return { result: { content: [{ type: "text", text }], structuredContent: result } };
  } catch (problem) {
    if (signal.aborted) return null;
    if (!(problem instanceof ToolError)) return error(-32603, "internal error");
    return { result: { content: [{ type: "text", text: problem.message }], isError: true } };
  }
}

const line = (message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const refusal = line({ id: null, ...error(-32700, "The message is not a JSON-RPC request.") });

function parse(text) {
  try {
    const message = JSON.parse(text);
    return typeof message?.method === "string" ? message : null;
  } catch {
    return null;
  }
}

function overStdio() {
  const running = new Map();
  const send = (message) => process.stdout.write(line(message));
  createInterface({ input: process.stdin }).on("line", async (text) => {
    if (!text.trim()) return;
    const message = parse(text);
    if (!message) process.stdout.write(refusal);
    else if (message.method === "notifications/cancelled") running.get(message.params?.requestId)?.abort();
    else if (message.id !== undefined) {
      const call = new AbortController();
      running.set(message.id, call);
      const result = await answer(message, call.signal, send);
      running.delete(message.id);
      if (result) send({ id: message.id, ...result });
    }
  });
}

function overHttp(port, token, origin) {
  const hosts = () => [`127.0.0.1:${server.address().port}`, `localhost:${server.address().port}`];
  const server = createServer(async (request, response) => {
    const from = request.headers.origin;
    if (from !== undefined && from === origin) response.setHeader("Access-Control-Allow-Origin", origin);
    const end = (status, text = "", type = "text/plain") =>
      response.writeHead(status, { "Content-Type": type }).end(text);
    if (!hosts().includes(request.headers.host)) return end(421, "Another host is meant.");
    if (from !== undefined && from !== origin) return end(403, "This page may not call.");
    if (request.method === "OPTIONS") {
      response.setHeader("Access-Control-Allow-Methods", "POST");
      response.setHeader(
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, MCP-Protocol-Version, Mcp-Session-Id, Last-Event-ID, Mcp-Method, Mcp-Name",
      );
      return end(204);
    }
    if (request.headers.authorization !== `Bearer ${token}`) return end(401, "A bearer token is needed.");
    if (request.method !== "POST") return end(405, "Messages are sent by POST.");
    if (!/^application\/json\b/.test(request.headers["content-type"] ?? "")) return end(415, "Send JSON.");
    const gone = new AbortController();
    response.on("close", () => gone.abort()); // a closed request is a cancelled one
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const message = parse(Buffer.concat(chunks).toString());
    if (!message) return end(400, refusal, "application/json");
    if (message.id === undefined) return end(202);
    const event = (part) => {
      if (!response.headersSent) response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(`data: ${line(part)}\n`);
    };
    const result = await answer(message, gone.signal, event);
    if (!result) return response.end();
    if (response.headersSent) {
      event({ id: message.id, ...result });
      return response.end();
    }
    const status = result.error?.code === -32601 ? 404 : 200;
    return end(status, line({ id: message.id, ...result }), "application/json");
  });
  server.listen(port, "127.0.0.1", () => console.error(`crystal-tools: serving MCP at http://${hosts()[0]}/mcp`));
}

const option = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
if (option("port") === undefined) overStdio();
else if (!option("token")) {
  console.error("crystal-tools: give a --token that pages must send");
  process.exitCode = 2;
} else overHttp(Number(option("port")), option("token"), option("origin"));
