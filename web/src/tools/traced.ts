import { mostMessages, type WireMessage } from "../servers/model";

/** What is kept of the text of a message, in UTF-16 code units. */
const KEPT = 4096;

/** The last messages to and from a server. */
export class Traced {
  private readonly kept: WireMessage[] = [];

  /** `bytes`: how long the message is, when that is known without writing it. */
  add(out: boolean, message: unknown, bytes?: number): void {
    const text = jsonStart(message, KEPT);
    const length = text.length < KEPT ? new TextEncoder().encode(text).length : KEPT;
    this.kept.push({ out, at: Date.now(), bytes: Math.max(bytes ?? 0, length), text });
    if (this.kept.length > mostMessages) this.kept.shift();
  }

  all(): WireMessage[] {
    return [...this.kept];
  }
}

/** The beginning of a value's JSON text; the rest, which may be of half a million atoms, is not written. */
export function jsonStart(value: unknown, most: number): string {
  let text = "";
  const write = (item: unknown, depth: number): void => {
    if (text.length >= most) return;
    if (typeof item === "string") text += JSON.stringify(item.length > most ? item.slice(0, most) : item);
    else if (typeof item !== "object" || item === null) text += JSON.stringify(item) ?? "null";
    else if (depth > 64) text += "…";
    else if (Array.isArray(item)) {
      text += "[";
      for (let i = 0; i < item.length && text.length < most; i++) {
        if (i > 0) text += ",";
        write(item[i], depth + 1);
      }
      text += "]";
    } else {
      text += "{";
      let first = true;
      for (const key in item) {
        const member = (item as Record<string, unknown>)[key];
        if (member === undefined) continue;
        if (text.length >= most) break;
        text += `${first ? "" : ","}${JSON.stringify(key)}:`;
        first = false;
        write(member, depth + 1);
      }
      text += "}";
    }
  };
  write(value, 0);
  return text.slice(0, most);
}
