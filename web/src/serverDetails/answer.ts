import { limits, plainLine } from "../tools/text";
import { boundedJson, readable } from "./boundedJson";

/** One part of what a tool answered, safe to show. */
export type Part =
  | { kind: "text"; label: string; text: string }
  | { kind: "image"; label: string; src: string }
  /** Bytes that the page does not show; a person may save them. */
  | { kind: "file"; label: string; name: string; mime: string; base64: string }
  | { kind: "link"; label: string; uri: string; about: string };

export interface Answer {
  /** The tool said no. */
  refused: boolean;
  parts: Part[];
}

/** What is shown of one part, in characters. */
const MOST_TEXT = 100_000;
/** Parts; a server that sends more is cut. */
const MOST_PARTS = 50;
/** An image in Base64. */
const LARGEST_IMAGE = 16 * 1024 * 1024;

/** Types that <img> draws without running anything. */
const imageTypes = /^image\/(?:png|jpeg|gif|webp|svg\+xml)$/;

/** Whether a text is Base64, white space in it or not; in time that grows with its length only. */
function isBase64(text: string): boolean {
  const end = text.search(/[^A-Za-z0-9+/\s]/);
  return end < 0 || /^(?:=\s*){1,2}$/.test(text.slice(end));
}

/**
 * A CallToolResult as parts. Whatever its shape: what is not as the protocol says is
 * shown as JSON. Nothing in it is ever HTML or a link to follow.
 */
export function readAnswer(result: unknown): Answer {
  const parts: Part[] = [];
  const object = isObject(result) ? result : {};
  const content = Array.isArray(object.content) ? (object.content as unknown[]) : [];
  for (const item of content.slice(0, MOST_PARTS)) parts.push(readPart(item));
  if (content.length > MOST_PARTS)
    parts.push({ kind: "text", label: "Note", text: `${content.length - MOST_PARTS} more parts are not shown.` });
  if (object.structuredContent !== undefined)
    parts.push({ kind: "text", label: "Structured content", text: boundedJson(object.structuredContent, MOST_TEXT) });
  if (parts.length === 0) parts.push({ kind: "text", label: "Answer", text: boundedJson(result, MOST_TEXT) });
  return { refused: object.isError === true, parts };
}

function readPart(item: unknown): Part {
  if (!isObject(item)) return json("Part of another kind", item);
  switch (item.type) {
    case "text":
      if (typeof item.text !== "string") break;
      return { kind: "text", label: "Text", text: plainText(readable(item.text, MOST_TEXT)) };
    case "image":
      return bytes("Image", item.data, item.mimeType, "image") ?? json("Image that cannot be read", item);
    case "audio":
      return bytes("Sound", item.data, item.mimeType, "sound") ?? json("Sound that cannot be read", item);
    case "resource_link":
      return {
        kind: "link",
        label: "Link to a resource",
        uri: plainLine(item.uri, limits.message),
        about: [item.title ?? item.name, item.description]
          .map((text) => plainLine(text, limits.help))
          .filter(Boolean)
          .join(": "),
      };
    case "resource": {
      const resource = isObject(item.resource) ? item.resource : {};
      const uri = plainLine(resource.uri, limits.help);
      const label = uri ? `Resource ${uri}` : "Resource";
      if (typeof resource.text === "string")
        return { kind: "text", label, text: plainText(readable(resource.text, MOST_TEXT)) };
      const name = uri.split(/[/?#]/).findLast((piece) => /\w/.test(piece)) ?? "resource";
      return bytes(label, resource.blob, resource.mimeType, name) ?? json("Resource that cannot be read", item);
    }
  }
  return json("Part of another kind", item);
}

const json = (label: string, value: unknown): Part => ({ kind: "text", label, text: boundedJson(value, MOST_TEXT) });

/** Base64 as an image where <img> may draw it, else as a file; null when it is no Base64. */
function bytes(label: string, data: unknown, type: unknown, name: string): Part | null {
  if (typeof data !== "string" || !isBase64(data)) return null;
  const mime =
    typeof type === "string" && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : "application/octet-stream";
  const about = `${label}, ${mime}, ${sizeText(Math.floor((data.length * 3) / 4))}`;
  if (imageTypes.test(mime) && data.length <= LARGEST_IMAGE)
    return { kind: "image", label: about, src: `data:${mime};base64,${data}` };
  return { kind: "file", label: about, name, mime, base64: data };
}

// Controls, and what hides or reorders text (see tools/text.ts).
const unseen = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** Text of several lines without what hides, reorders or colors it. */
export const plainText = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(unseen, (found) => (found === "\n" || found === "\t" ? found : "\u00b7"));

/** "512 B", "1.4 kB", "31 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : [bytes / 1e6, "MB"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** "84 ms", "1.4 s", "2 min 5 s". */
export function timeText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
