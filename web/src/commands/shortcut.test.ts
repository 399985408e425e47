import { describe, expect, test } from "vitest";
import { isSingleKey, type KeyPress, matches, shortcutText } from "./shortcut";

const key = (name: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});

describe("matches", () => {
  const ctrl = { ctrlKey: true };
  const cases: [string, KeyPress, boolean][] = [
    ["mod+z", key("z", ctrl), true],
    ["mod+z", key("Z", { ...ctrl, shiftKey: true }), false],
    ["mod+shift+z", key("Z", { ...ctrl, shiftKey: true }), true],
    ["mod+z", key("z"), false],
    ["mod+z", key("z", { metaKey: true }), false],
    ["mod+z", key("z", { ...ctrl, metaKey: true }), false],
    ["mod+shift+z mod+y", key("y", ctrl), true],
    ["s", key("s"), true],
    ["s", key("S", { shiftKey: true }), false],
    ["s", key("s", ctrl), false],
    ["s", key("s", { altKey: true }), false],
    ["delete backspace", key("Backspace"), true],
    ["f1 ?", key("?", { shiftKey: true }), true],
    ["f1 ?", key("F1"), true],
    ["escape", key("Escape"), true],
  ];
  test.each(cases)("%s with %o is %s", (shortcut, event, expected) => {
    expect(matches(shortcut, event, false)).toBe(expected);
  });

  test("⌘ is the modifier of Apple keyboards", () => {
    expect(matches("mod+o", key("o", { metaKey: true }), true)).toBe(true);
    expect(matches("mod+o", key("o", { ctrlKey: true }), true)).toBe(false);
  });
});

test.each([
  ["mod+shift+z mod+y", false, "Ctrl+Shift+Z"],
  ["mod+shift+z", true, "⌘⇧Z"],
  ["delete backspace", false, "Del"],
  ["f1 ?", false, "F1"],
  ["s", false, "S"],
  ["+", false, "+"],
  ["mod++", false, "Ctrl++"],
  ["-", true, "−"],
] as const)("%s (apple: %s) is shown as %s", (shortcut, apple, text) => {
  expect(shortcutText(shortcut, apple)).toBe(text);
});

test("a character alone is a single key", () => {
  expect(["s", "1", "+", "<", "f1", "mod+s", "delete", "f1 ?"].filter(isSingleKey)).toEqual(["s", "1", "+", "<"]);
});
