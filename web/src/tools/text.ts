/**
 * Everything a server sends is the text of a stranger (contract §9). It is shown
 * as plain text only, on as many lines as the page allows, cut to a length.
 */

/** Longest texts the page shows, in UTF-16 code units. */
export const limits = { name: 128, label: 80, tooltip: 300, help: 600, message: 2_000, summary: 1_000 } as const;

// C0 and C1 controls, soft hyphen, zero-width and bidirectional controls, BOM: what could
// hide text, reorder it, or make two different names look the same.
const invisible = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/**
 * One line of at most `max` characters: control and invisible characters become
 * spaces, runs of white space one space. Anything but a string gives "".
 */
export function plainLine(text: unknown, max: number): string {
  if (typeof text !== "string") return "";
  // Cut first: a hostile text of many megabytes is not worth a scan.
  const line = text
    .slice(0, 4 * max)
    .replace(invisible, " ")
    .replace(/\s+/g, " ")
    .trim();
  return clip(line, max);
}

/** Cuts at `max`, marked by an ellipsis, never inside a surrogate pair. */
function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const last = cut.charCodeAt(cut.length - 1);
  return `${last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut}…`;
}

/** The first sentence of a description; a dot of "e.g." or inside "1.0" does not end it. */
export function firstSentence(text: string): string {
  const end = /(?<!\b(?:e\.g|i\.e|etc|vs|cf|ca))[.!?](?=\s+[^\sa-z]|\s*$)/u.exec(text);
  return end ? text.slice(0, end.index + 1) : text;
}
