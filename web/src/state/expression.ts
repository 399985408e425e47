import { create } from "zustand";
import { storage } from "./settings";

const KEY = "molsmith.expressions.v1";
const KEPT = 12;

export interface ExpressionStore {
  /** What the field for an expression holds. */
  text: string;
  /** The field was asked for and has not taken the focus yet: what was typed since. null: nobody waits for it. */
  waiting: string | null;
  /** Expressions that selected something, newest first; kept between visits. */
  history: readonly string[];
  setText(text: string): void;
  /** Shows the field, with another text where one is given. */
  ask(text?: string): void;
  wait(waiting: string | null): void;
  /** Remembers an expression that was used. */
  remember(text: string): void;
}

export const useExpression = create<ExpressionStore>()((set, get) => ({
  text: "",
  waiting: null,
  history: parseHistory(read()),
  setText: (text) => set({ text }),
  ask: (text) => set({ waiting: "", ...(text === undefined ? {} : { text }) }),
  wait: (waiting) => get().waiting !== waiting && set({ waiting }),
  remember(text) {
    const history = [text, ...get().history.filter((other) => other !== text)].slice(0, KEPT);
    set({ history });
    try {
      storage()?.setItem(KEY, JSON.stringify(history));
    } catch {
      // Storage is full or forbidden: the list lasts as long as the page.
    }
  },
}));

/** Stored text as a list; what is no text is left out. */
export function parseHistory(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((line): line is string => typeof line === "string" && line.trim() !== "").slice(0, KEPT);
  } catch {
    return [];
  }
}

function read(): string | null {
  try {
    return typeof window === "undefined" ? null : (storage()?.getItem(KEY) ?? null);
  } catch {
    return null;
  }
}
