/** How much of a list, and how deep, is written; a person reads no further. */
const MOST_ITEMS = 200;
const MOST_DEPTH = 40;

/**
 * A value as indented JSON, of about `most` characters: what is longer is cut and says so.
 * A result of half a million atoms costs no more than what is shown.
 */
export function boundedJson(value: unknown, most: number): string {
  let left = most;
  const parts: string[] = [];
  const put = (text: string) => {
    left -= text.length;
    parts.push(text);
  };
  const write = (item: unknown, indent: string): void => {
    if (left <= 0) return;
    if (typeof item === "string") {
      const shown = item.length > left ? `${item.slice(0, left)}…` : item;
      put(JSON.stringify(shown));
      return;
    }
    if (typeof item !== "object" || item === null) {
      put(JSON.stringify(item) ?? "null");
      return;
    }
    const list = Array.isArray(item);
    const [open, close] = list ? ["[", "]"] : ["{", "}"];
    const keys = list ? null : Object.keys(item);
    const length = keys ? keys.length : (item as unknown[]).length;
    if (length === 0 || indent.length > 2 * MOST_DEPTH) {
      put(length === 0 ? open + close : `${open}…${close}`);
      return;
    }
    // Numbers stand beside each other: a column of coordinates says less.
    const flat =
      list && (item as unknown[]).slice(0, MOST_ITEMS).every((one) => typeof one !== "object" || one === null);
    const inner = `${indent}  `;
    put(open);
    for (let i = 0; i < Math.min(length, MOST_ITEMS); i++) {
      if (left <= 0) break;
      if (i > 0) put(flat ? ", " : ",");
      if (!flat) put(`\n${inner}`);
      const key = keys?.[i];
      if (key !== undefined) put(`${JSON.stringify(key.length > left ? `${key.slice(0, left)}…` : key)}: `);
      write(key === undefined ? (item as unknown[])[i] : (item as Record<string, unknown>)[key], inner);
    }
    if (length > MOST_ITEMS) put(`${flat ? ", " : `,\n${inner}`}… ${length - MOST_ITEMS} more`);
    put(flat ? close : `\n${indent}${close}`);
  };
  write(value, "");
  return left > 0 ? parts.join("") : `${parts.join("").slice(0, most)}\n… cut here`;
}

/** Text that is JSON, indented; any other text as it is. */
export function readable(text: string, most: number): string {
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed) && trimmed.length <= 4 * most) {
    try {
      return boundedJson(JSON.parse(trimmed), most);
    } catch {
      // The beginning of a message, or a mistake of the server: shown as it came.
    }
  }
  return text.length > most ? `${text.slice(0, most)}\n… cut here` : text;
}
