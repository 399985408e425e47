import { type Begun, toolKey } from "../rail/keys";
import { useExpression } from "../state/expression";
import { useRail } from "../state/rail";
import { useUi } from "../state/ui";
import { hasModal } from "../ui/modal";
import { commands, runCommand } from "./registry";
import { isCharacter, type KeyPress, matches } from "./shortcut";
import type { Command } from "./types";

/** What decides about a key press, besides the key. */
export interface KeyContext {
  /** The key is a repeat of one held down. */
  repeat: boolean;
  /** The focus is where text is typed. */
  typing: boolean;
  /** A modal dialog is open. */
  modal: boolean;
  /** An open menu, list, grid or popover has the focus and uses letters and Esc itself. */
  widget: boolean;
  letterShortcuts: boolean;
}

export interface KeyDecision {
  command: Command | null;
  /** The browser must not do its own thing. */
  prevent: boolean;
}

const none: KeyDecision = { command: null, prevent: false };

/** Keys whose browser meaning (open a file, save the page) is never wanted here. */
const taken = (event: KeyPress) => matches("mod+o mod+s", event);

/** Which command a key press means; pure. */
export function decide(event: KeyPress, context: KeyContext): KeyDecision {
  if (event.altKey) return none;
  const prevent = taken(event);
  if (context.repeat || context.modal) return { command: null, prevent };
  const command = commands.find((c) => c.shortcut && !c.native && matches(c.shortcut, event));
  if (!command) return { command: null, prevent };
  if (context.typing || context.widget) return { command: null, prevent };
  if (isCharacter(event) && !context.letterShortcuts) return none;
  return { command, prevent };
}

/** The first letter of a symbol, while the second may follow. */
let begun: Begun | null = null;

const isShortcut = (letter: string) => commands.some(({ shortcut }) => shortcut === letter);

/** Bond orders and symbols of elements, typed while a tool takes them. True: it was one. */
function forTool(event: KeyPress, { repeat, typing, modal, widget, letterShortcuts }: KeyContext): boolean {
  const meant =
    repeat || typing || modal || widget || !letterShortcuts
      ? null
      : toolKey(event, useUi.getState().tool, begun, performance.now(), isShortcut);
  begun = meant?.begun ?? null;
  if (!meant) return false;
  const { element, order } = meant;
  if (element !== undefined) useRail.getState().set({ element });
  if (order !== undefined) useRail.getState().set({ order });
  return true;
}

/**
 * What is typed after the field of expressions was asked for and before it has the focus is
 * for it: on a slow line its program is still on the way. True: the key was kept.
 */
function forExpression(event: KeyboardEvent): boolean {
  const { waiting, wait } = useExpression.getState();
  if (waiting === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || hasModal())
    return false;
  if (event.key === "Escape") wait(null);
  else if (event.key === "Backspace") wait(waiting.slice(0, -1));
  else if ([...event.key].length === 1) wait(waiting + event.key);
  else return false;
  return true;
}

/** Listens on the window; returns what stops it. */
export function listenToKeys(target: Window): () => void {
  const first = (event: KeyboardEvent) => {
    if (!forExpression(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Who goes elsewhere does not wait any more.
  const onPress = () => useExpression.getState().wait(null);
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const focus = event.target instanceof Element ? event.target : null;
    const context: KeyContext = {
      repeat: event.repeat,
      typing: isTyping(focus),
      modal: hasModal(),
      widget: focus?.closest('[role="menu"], [role="listbox"], [role="grid"], .popover') != null,
      letterShortcuts: useUi.getState().letterShortcuts,
    };
    if (forTool(event, context)) {
      event.preventDefault();
      return;
    }
    const { command, prevent } = decide(event, context);
    // Undo with nothing to undo is not consumed.
    const ran = command !== null && runCommand(command);
    if (prevent || ran) event.preventDefault();
  };
  target.addEventListener("keydown", first, true);
  target.addEventListener("keydown", onKey);
  target.addEventListener("pointerdown", onPress, true);
  return () => {
    target.removeEventListener("keydown", first, true);
    target.removeEventListener("keydown", onKey);
    target.removeEventListener("pointerdown", onPress, true);
  };
}

function isTyping(element: Element | null): boolean {
  if (!element) return false;
  return (
    element.closest('input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]') !==
    null
  );
}
