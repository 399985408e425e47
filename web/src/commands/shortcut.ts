/**
 * Shortcuts are written "mod+shift+z", "f1", "delete", "s"; mod is ⌘ on Apple
 * keyboards and Ctrl elsewhere. Several spellings are separated by spaces; the
 * first is the one shown.
 */

const apple = typeof navigator !== "undefined" && /Mac|iP(hone|ad|od)/.test(navigator.platform);

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** Whether a key event is this shortcut. */
export function matches(shortcut: string, event: KeyPress, onApple = apple): boolean {
  return shortcut.split(" ").some((spelling) => {
    const parts = spelling.split("+");
    const key = parts.pop() || "+";
    const mod = onApple ? event.metaKey : event.ctrlKey;
    const other = onApple ? event.ctrlKey : event.metaKey;
    if (mod !== parts.includes("mod") || other || event.altKey) return false;
    // "?" and "+" are typed with Shift on many keyboards: the character decides.
    const symbol = key.length === 1 && !/[a-z0-9]/.test(key);
    if (!symbol && event.shiftKey !== parts.includes("shift")) return false;
    return event.key.toLowerCase() === key;
  });
}

const names: Record<string, string> = {
  delete: "Del",
  backspace: "Backspace",
  escape: "Esc",
  contextmenu: "Menu",
  arrowup: "↑",
  arrowdown: "↓",
  "-": "−",
};

/** The shortcut as a keyboard shows it. */
export function shortcutText(shortcut: string, onApple = apple): string {
  const first = shortcut.split(" ")[0] ?? "";
  const parts = first.split("+");
  const key = parts.pop() || "+";
  // "+" alone leaves an empty part.
  const shown = parts.filter(Boolean).map((part) => {
    if (part === "mod") return onApple ? "⌘" : "Ctrl";
    if (part === "shift") return onApple ? "⇧" : "Shift";
    return part;
  });
  shown.push(names[key] ?? key.toUpperCase());
  return shown.join(onApple ? "" : "+");
}

/** A character without Ctrl or ⌘: said or typed by accident easily, so it can be switched off (WCAG 2.1.4). */
export function isCharacter({ key, ctrlKey, metaKey }: KeyPress): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey;
}

/** A shortcut that is one character. */
export function isSingleKey(shortcut: string): boolean {
  return /^\S$/.test(shortcut);
}
