/**
 * A tool server as a fetch function, for tests: both protocol eras, sessions,
 * refusals, event streams. Never part of the page.
 */
import { META_KEY } from "./marker";

export interface FakeOptions {
  /** Protocol era the server speaks. */
  era: "2026-07-28" | "2025-06-18";
  token?: string;
  tools?: unknown[];
  /** tools/list pages of this size. */
  pageSize?: number;
  call?(
    name: string,
    args: Record<string, unknown>,
    signal: AbortSignal | null | undefined,
  ): unknown | Promise<unknown>;
  /** Progress notifications sent before the answer, as an event stream. */
  progress?: { progress: number; total?: number; message?: string }[];
  /** Answers instead of the protocol. */
  refuse?(request: Request, body: Rpc | null): Response | undefined;
}

export interface Rpc {
  id?: number | string;
  method: string;
  params?: Record<string, unknown> & { _meta?: Record<string, unknown> };
}

export const buttonTool = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  title: name,
  description: "A tool.",
  inputSchema: { type: "object", properties: { n: { type: "number", "x-megane-unit": "angstrom" } } },
  _meta: { [META_KEY]: { contract: 1, category: "bulk", apply: "new_document", document: "none", stochastic: false } },
  ...more,
});

export class FakeServer {
  readonly seen: { method: string; rpc: Rpc | null; headers: Headers }[] = [];
  private session = 0;
  private sessionLive = false;
  down = false;

  constructor(public options: FakeOptions) {}

  /** Forget the session, as a restart does. */
  restart(): void {
    this.sessionLive = false;
  }

  count(method: string): number {
    return this.seen.filter(({ rpc }) => rpc?.method === method).length;
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (this.down) throw new TypeError("Failed to fetch");
    const request = new Request(input, init);
    const text = request.method === "POST" ? await request.clone().text() : "";
    const rpc = text ? (JSON.parse(text) as Rpc) : null;
    this.seen.push({ method: request.method, rpc, headers: request.headers });
    const { era, token } = this.options;
    const refused = this.options.refuse?.(request, rpc);
    if (refused) return refused;
    if (token && request.headers.get("authorization") !== `Bearer ${token}`)
      return json({ error: { code: -32000, message: "a token is needed" } }, 401);
    if (request.method === "DELETE") return new Response(null, { status: 200 });
    if (!rpc) return new Response(null, { status: 405 });
    if (era === "2025-06-18") {
      if (rpc.method === "server/discover") return json(error(rpc, -32601, "Method not found"), 400);
      if (rpc.method === "initialize") {
        this.session++;
        this.sessionLive = true;
        return json(
          result(rpc, {
            protocolVersion: era,
            capabilities: { tools: {} },
            serverInfo: { name: "fake", version: "1.2.3" },
          }),
          200,
          { "mcp-session-id": `s${this.session}` },
        );
      }
      if (!this.sessionLive || request.headers.get("mcp-session-id") !== `s${this.session}`)
        return json(error(rpc, -32001, "Session not found"), 404);
      if (rpc.id === undefined) return new Response(null, { status: 202 });
    }
    return this.answer(rpc, init?.signal);
  };

  private async answer(rpc: Rpc, signal: AbortSignal | null | undefined): Promise<Response> {
    const tools = this.options.tools ?? [buttonTool("box")];
    switch (rpc.method) {
      case "server/discover":
        return json(
          result(rpc, {
            resultType: "complete",
            supportedVersions: [this.options.era],
            capabilities: { tools: {} },
            serverInfo: { name: "fake", version: "1.2.3" },
            _meta: { "io.modelcontextprotocol/serverInfo": { name: "fake", version: "1.2.3" } },
          }),
        );
      case "tools/list": {
        const size = this.options.pageSize ?? tools.length;
        const from = Number(rpc.params?.cursor ?? 0);
        const next = from + size < tools.length ? { nextCursor: String(from + size) } : {};
        return json(
          result(rpc, {
            resultType: "complete",
            tools: tools.slice(from, from + size),
            ...next,
            ttlMs: 86_400_000,
            cacheScope: "public",
          }),
        );
      }
      case "tools/call": {
        const { name, arguments: args } = rpc.params as { name: string; arguments: Record<string, unknown> };
        const outcome = (await this.options.call?.(name, args, signal)) ?? { content: [] };
        if (outcome instanceof Response) return outcome;
        const answer =
          typeof outcome === "object" && "code" in outcome
            ? { jsonrpc: "2.0", id: rpc.id, error: outcome }
            : result(rpc, { resultType: "complete", ...(outcome as object) });
        if (!this.options.progress) return json(answer);
        const token = rpc.params?._meta?.progressToken;
        const events = this.options.progress.map((params) => ({
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: token, ...params },
        }));
        const stream = [...events, answer]
          .map((event) => `event: message\ndata: ${JSON.stringify(event)}\n\n`)
          .join("");
        return new Response(stream, { headers: { "content-type": "text/event-stream" } });
      }
      default:
        return json(error(rpc, -32601, "Method not found"));
    }
  }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
const result = (rpc: Rpc, value: unknown) => ({ jsonrpc: "2.0", id: rpc.id, result: value });
const error = (rpc: Rpc, code: number, message: string) => ({
  jsonrpc: "2.0",
  id: rpc.id ?? null,
  error: { code, message },
});
