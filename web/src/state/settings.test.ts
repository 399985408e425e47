import { beforeEach, expect, test } from "vitest";
import { clampWidth, parseSettings, parseUnits, rememberSettings } from "./settings";
import { useTools } from "./tools";
import { useUi } from "./ui";

const initial = useUi.getState();
beforeEach(() => useUi.setState(initial, true));

test.each([
  [null, {}],
  ["not json", {}],
  ["7", {}],
  [
    '{"theme":"dark","detailsOpen":false,"detailsWidth":400,"letterShortcuts":false}',
    {
      theme: "dark",
      detailsOpen: false,
      detailsWidth: 400,
      letterShortcuts: false,
    },
  ],
  ['{"theme":"pink","detailsOpen":"yes","detailsWidth":"wide","historyOpen":null}', {}],
  ['{"detailsWidth":5}', { detailsWidth: 280 }],
  ['{"detailsWidth":1e9}', { detailsWidth: 560 }],
])("stored %s is read as %o", (text, expected) => {
  expect(parseSettings(text)).toEqual(expected);
});

test("a width stays between its limits and whole", () => {
  expect([0, 300.4, 9999].map(clampWidth)).toEqual([280, 300, 560]);
});

test("settings come from the storage and changes go back, nothing else does", () => {
  const stored = new Map([["molsmith.settings.v1", '{"theme":"light"}']]);
  const writes: string[] = [];
  rememberSettings({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (_key, text) => writes.push(text),
  });
  expect(useUi.getState().theme).toBe("light");
  useUi.getState().set({ dialog: "about" });
  expect(writes).toEqual([]);
  useUi.getState().set({ theme: "dark" });
  expect(JSON.parse(writes[0] ?? "")).toMatchObject({ theme: "dark", detailsOpen: true });
});

test("chosen units are remembered", () => {
  const stored = new Map([["molsmith.units.v1", '{"angstrom":"nm","degree":7}']]);
  rememberSettings({ getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => stored.set(key, text) });
  expect(useTools.getState().units).toEqual({ angstrom: "nm" });
  useTools.getState().set({ units: { angstrom: "Å" } });
  expect(stored.get("molsmith.units.v1")).toBe('{"angstrom":"Å"}');
  expect(["7", "not json", "null"].map(parseUnits)).toEqual([{}, {}, {}]);
});

test("a storage that throws is no error", () => {
  const refuse = () => {
    throw new Error("denied");
  };
  rememberSettings({ getItem: refuse, setItem: refuse });
  useUi.getState().set({ theme: "dark" });
  expect(useUi.getState().theme).toBe("dark");
});
