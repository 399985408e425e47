import { count } from "../app/format";

/**
 * The text of a recipe in a link: a version, a dot, and base64url of its JSON, compressed
 * (raw DEFLATE). A link is the text of a stranger: what it may cost is limited before it
 * is unpacked and while it is.
 */

const VERSION = 1;

/** Of the text in the link, in characters, and of the JSON, in bytes. */
export const limits = { text: 64 * 1024, json: 1024 * 1024 } as const;

/** Why a recipe cannot be made or used; `message` is one line. */
export class RecipeProblem extends Error {
  override name = "RecipeProblem";
}

/** Rejects with RecipeProblem when the steps are too long for a link. */
export async function pack(json: string): Promise<string> {
  const data = new TextEncoder().encode(json);
  if (data.length > limits.json)
    throw new RecipeProblem(`its steps take ${kib(data.length)}; a link holds at most ${kib(limits.json)} of them`);
  const packed = await collect(through(data, new CompressionStream("deflate-raw")), Number.POSITIVE_INFINITY);
  const text = `${VERSION}.${toBase64Url(packed)}`;
  if (text.length > limits.text)
    throw new RecipeProblem(`the link would have ${kib(text.length)}; the limit is ${kib(limits.text)}`);
  return text;
}

/** The JSON of a recipe. Rejects with RecipeProblem. */
export async function unpack(text: string): Promise<string> {
  if (text.length > limits.text)
    throw new RecipeProblem(`it has ${kib(text.length)}; at most ${kib(limits.text)} are read`);
  const [, version, body] = /^(\d{1,6})\.([\w-]+)$/.exec(text) ?? [];
  if (!body) throw new RecipeProblem("it is damaged or cut off");
  if (Number(version) !== VERSION)
    throw new RecipeProblem(`it is of version ${version}, and this page reads version ${VERSION}`);
  let json: Uint8Array;
  try {
    json = await collect(through(fromBase64Url(body), new DecompressionStream("deflate-raw")), limits.json);
  } catch (error) {
    if (error instanceof RecipeProblem) throw error;
    throw new RecipeProblem("it is damaged or cut off");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(json);
  } catch {
    throw new RecipeProblem("its text is not UTF-8");
  }
}

function through(data: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  return new Blob([data]).stream().pipeThrough(stream);
}

/** Reads no further than the limit: a bomb is never unpacked. */
async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw new RecipeProblem(`its steps take more than ${kib(limit)}`);
    }
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function toBase64Url(data: Uint8Array): string {
  let text = "";
  for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
}

const kib = (bytes: number) => `${count(Math.ceil(bytes / 1024))}\u202fKiB`;
