/** What the page tells whoever embeds or tests it; dispatched on the root element. */
export interface BuilderEvents {
  /** The core answers, or it is certain that it cannot run here. */
  "molsmith:ready": { core: "wasm" | "none" };
  /** The document changed, was opened or closed. */
  "molsmith:changed": { revision: number | null };
  /** A tool's run has ended and its result is in the document, or the reason why not. */
  "molsmith:tool-done": { tool: string; ok: boolean; error?: string };
}

let root: HTMLElement | null = null;

export function setEventRoot(element: HTMLElement | null): void {
  root = element;
}

export function emit<K extends keyof BuilderEvents>(name: K, detail: BuilderEvents[K]): void {
  root?.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}
