import type { Order } from "../state/rail";
import type { RailTool } from "../state/ui";
import { parseElement, symbolOf } from "../ui/elements";

/** A key press as it is decided about. */
export interface ToolKey {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** A letter that may be the first of a symbol, and when it was typed (ms). */
export interface Begun {
  letter: string;
  time: number;
}

export interface ToolKeyDecision {
  element?: number;
  order?: Order;
  /** What the next letter may complete. */
  begun: Begun | null;
}

/** So long may the second letter of a symbol take, ms. */
const PATIENCE = 1000;

const starts = new Set(Array.from({ length: 118 }, (_, i) => symbolOf(i + 1).charAt(0)));

const exact = (symbol: string): number | undefined => {
  const z = parseElement(symbol);
  return z !== null && symbolOf(z) === symbol ? z : undefined;
};

/**
 * What a key means for the chosen tool; null: nothing, it is for the commands. Digits are
 * bond orders, letters type the symbol of an element: C, then l makes it Cl. A small letter
 * that chooses a tool (`taken`) does that; with Shift it begins a symbol.
 */
export function toolKey(
  event: ToolKey,
  tool: RailTool,
  begun: Begun | null,
  now: number,
  taken: (letter: string) => boolean,
): ToolKeyDecision | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const { key } = event;
  const bonds = tool === "add" || tool === "bond";
  if (/^[1-4]$/.test(key) && bonds) return { order: Number(key) as Order, begun: null };
  if (key === "0" && tool === "bond") return { order: 0, begun: null };
  if (!/^[a-z]$/i.test(key) || (tool !== "add" && tool !== "element")) return null;
  if (begun && now - begun.time < PATIENCE && !event.shiftKey) {
    const element = exact(begun.letter + key.toLowerCase());
    if (element) return { element, begun: null };
  }
  const letter = key.toUpperCase();
  if ((!event.shiftKey && taken(key.toLowerCase())) || !starts.has(letter)) return null;
  const element = exact(letter);
  return { ...(element ? { element } : {}), begun: { letter, time: now } };
}
