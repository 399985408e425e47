import { describe, expect, test } from "vitest";
import { decide, type KeyContext } from "./keyboard";
import type { KeyPress } from "./shortcut";

const free: KeyContext = { repeat: false, typing: false, modal: false, widget: false, letterShortcuts: true };

function press(keys: string): KeyPress {
  const parts = keys.split("+");
  return {
    key: parts.at(-1) || "+",
    ctrlKey: parts.includes("ctrl"),
    shiftKey: parts.includes("shift"),
    altKey: parts.includes("alt"),
    metaKey: false,
  };
}

const cases: [string, Partial<KeyContext>, string | null, boolean][] = [
  // keys, context, command, kept from the browser
  ["ctrl+o", {}, "file.open", true],
  ["ctrl+s", {}, "file.save", true],
  ["ctrl+shift+S", {}, "file.saveAs", false],
  ["ctrl+z", {}, "edit.undo", false],
  ["ctrl+shift+Z", {}, "edit.redo", false],
  ["ctrl+y", {}, "edit.redo", false],
  ["ctrl+a", {}, "select.all", false],
  ["Delete", {}, "edit.delete", false],
  ["Backspace", {}, "edit.delete", false],
  ["Escape", {}, "select.none", false],
  ["s", {}, "tool.select", false],
  ["d", {}, "tool.delete", false],
  ["r", {}, "view.reset", false],
  ["F1", {}, "help.shortcuts", false],
  ["shift+?", {}, "help.shortcuts", false],
  ["shift+D", {}, null, false],
  ["alt+s", {}, null, false],
  ["ctrl+alt+s", {}, null, false],
  ["x", {}, null, false],
  ["ctrl+o", { typing: true }, null, true],
  ["ctrl+s", { typing: true }, null, true],
  ["d", { typing: true }, null, false],
  ["ctrl+z", { typing: true }, null, false],
  ["Delete", { typing: true }, null, false],
  ["ctrl+s", { modal: true }, null, true],
  ["d", { modal: true }, null, false],
  ["F1", { modal: true }, null, false],
  ["ctrl+s", { repeat: true }, null, true],
  ["ctrl+z", { repeat: true }, null, false],
  ["Escape", { widget: true }, null, false],
  ["d", { letterShortcuts: false }, null, false],
  ["+", { letterShortcuts: false }, null, false],
  ["shift+>", { letterShortcuts: false }, null, false],
  ["shift+?", { letterShortcuts: false }, null, false],
  ["F1", { letterShortcuts: false }, "help.shortcuts", false],
  ["ctrl+z", { letterShortcuts: false }, "edit.undo", false],
  ["Delete", { letterShortcuts: false }, "edit.delete", false],
];

describe("decide", () => {
  test.each(cases)("%s %o", (keys, context, command, prevent) => {
    const decision = decide(press(keys), { ...free, ...context });
    expect(decision.command?.id ?? null).toBe(command);
    expect(decision.prevent).toBe(prevent);
  });
});
