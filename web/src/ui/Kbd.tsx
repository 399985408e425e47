import { shortcutText } from "../commands/shortcut";

/** A shortcut as the person's keyboard shows it: Ctrl+Z or ⌘Z. */
export function Kbd({ shortcut }: { shortcut: string }) {
  return <kbd className="kbd">{shortcutText(shortcut)}</kbd>;
}
