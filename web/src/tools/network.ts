import type { ConnectFacts } from "./bridge";

/** A result of 500 000 atoms with every channel is well below this; more is refused unparsed. */
export const LARGEST_ANSWER = 256 * 1024 * 1024;

/** What is kept of the text of a refusal. */
const LARGEST_REFUSAL = 64 * 1024;

/**
 * fetch for one tool server. It bounds what an answer may hold before anything
 * parses it, and remembers how the last request ended, because the protocol
 * library's errors do not tell a dead server from a refused origin.
 */
export class Network {
  private last: Pick<ConnectFacts, "status" | "body" | "notMcp"> & { broken?: boolean } = {};
  /** Set when an answer was cut off for its size. */
  tooLarge = false;
  private read = 0;

  constructor(
    private readonly fetchFn: typeof fetch = (input, init) => fetch(input, init),
    private readonly largest = LARGEST_ANSWER,
  ) {}

  /** Forget how earlier requests ended. */
  reset(): void {
    this.last = {};
    this.tooLarge = false;
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    let response: Response;
    try {
      response = await this.fetchFn(input, init);
    } catch (error) {
      if (isRequest(init) && !init?.signal?.aborted) this.last = { broken: true };
      throw error;
    }
    const html = response.headers.get("content-type")?.includes("text/html") ?? false;
    if (isRequest(init)) this.last = { ...(response.status ? { status: response.status } : {}), notMcp: html };
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    if (!response.ok) {
      const body = await firstBytes(response.body, LARGEST_REFUSAL);
      if (isRequest(init)) this.last.body = html ? "" : refusalText(body);
      return new Response(body, { status, statusText, headers });
    }
    return new Response(this.bounded(response.body), { status, statusText, headers });
  };

  /** Bytes of answers since this was asked last. */
  taken(): number {
    const bytes = this.read;
    this.read = 0;
    return bytes;
  }

  /** Facts about a failure; `url` is asked once more without CORS to tell "down" from "refused". */
  async facts(error: unknown, url: URL): Promise<ConnectFacts> {
    const message = error instanceof Error ? error.message : String(error);
    if (this.tooLarge) return { message, tooLarge: this.largest / (1024 * 1024) };
    if (this.last.broken) return { message, network: { reachable: await this.reachable(url) } };
    return { message, ...this.last };
  }

  /** True when anything at all answers: an opaque response carries no content, only this fact. */
  async reachable(url: URL): Promise<boolean> {
    try {
      await this.fetchFn(url, {
        mode: "no-cors",
        method: "GET",
        cache: "no-store",
        credentials: "omit",
        signal: AbortSignal.timeout(5_000),
      });
      return true;
    } catch {
      return false;
    }
  }

  private bounded(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    let bytes = 0;
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          bytes += chunk.byteLength;
          this.read += chunk.byteLength;
          if (bytes > this.largest) {
            this.tooLarge = true;
            controller.error(new Error("the answer is too large"));
          } else controller.enqueue(chunk);
        },
      }),
    );
  }
}

/** Messages go by POST; how the listening stream (GET) fares says nothing about them. */
const isRequest = (init: RequestInit | undefined) => init?.method === "POST";

async function firstBytes(body: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; bytes < most; ) {
    const { value, done } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  void reader.cancel();
  return text;
}

/** The sentence inside a refusal: the message of a JSON-RPC or plain JSON error, else the text itself. */
function refusalText(body: string): string {
  try {
    const json: unknown = JSON.parse(body);
    if (typeof json === "object" && json !== null) {
      const { error, message } = json as { error?: unknown; message?: unknown };
      if (typeof error === "string") return error;
      if (typeof error === "object" && error !== null && typeof (error as { message?: unknown }).message === "string")
        return (error as { message: string }).message;
      if (typeof message === "string") return message;
    }
  } catch {
    // Plain text.
  }
  return body;
}
