import { looks, type Style } from "../view/styles";
import { useTools } from "./tools";
import { type Projection, type Theme, type UiStore, useUi } from "./ui";

/** What the page remembers between visits. Nothing of it leaves the browser. */
export interface Settings {
  theme: Theme;
  detailsOpen: boolean;
  detailsWidth: number;
  historyOpen: boolean;
  letterShortcuts: boolean;
  drawStyle: Style;
  projection: Projection;
}

const KEY = "molsmith.settings.v1";
const UNITS = "molsmith.units.v1";
export const detailsWidths = { least: 280, most: 560 };

const pick = (ui: UiStore): Settings => ({
  theme: ui.theme,
  detailsOpen: ui.detailsOpen,
  detailsWidth: ui.detailsWidth,
  historyOpen: ui.historyOpen,
  letterShortcuts: ui.letterShortcuts,
  drawStyle: ui.drawStyle,
  projection: ui.projection,
});

/** Reads stored text; a value of the wrong kind is left out. */
export function parseSettings(text: string | null): Partial<Settings> {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    return {};
  }
  if (typeof stored !== "object" || stored === null) return {};
  const { theme, detailsWidth, drawStyle, projection, ...rest } = stored as Record<string, unknown>;
  const out: Partial<Settings> = {};
  if (theme === "light" || theme === "dark" || theme === "auto") out.theme = theme;
  if (typeof detailsWidth === "number" && Number.isFinite(detailsWidth)) out.detailsWidth = clampWidth(detailsWidth);
  if (typeof drawStyle === "string" && Object.hasOwn(looks, drawStyle)) out.drawStyle = drawStyle as Style;
  if (projection === "perspective" || projection === "orthographic") out.projection = projection;
  for (const key of ["detailsOpen", "historyOpen", "letterShortcuts"] as const) {
    if (typeof rest[key] === "boolean") out[key] = rest[key];
  }
  return out;
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(detailsWidths.most, Math.max(detailsWidths.least, width)));
}

/** Applies the remembered settings and keeps them up to date. A blocked storage is no error. */
export function rememberSettings(storage: Pick<Storage, "getItem" | "setItem"> | null): void {
  if (!storage) return;
  useUi.getState().set(parseSettings(read(storage, KEY)));
  let last = JSON.stringify(pick(useUi.getState()));
  useUi.subscribe((ui) => {
    const text = JSON.stringify(pick(ui));
    if (text === last) return;
    last = text;
    write(storage, KEY, text);
  });
  useTools.getState().set({ units: parseUnits(read(storage, UNITS)) });
  useTools.subscribe((now, before) => {
    if (now.units !== before.units) write(storage, UNITS, JSON.stringify(now.units));
  });
}

/** Chosen units by quantity; what is no such list is left out. A unit that is none is not found later. */
export function parseUnits(text: string | null): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, unit]) => typeof unit === "string"));
  } catch {
    return {};
  }
}

function write(storage: Pick<Storage, "setItem">, key: string, text: string): void {
  try {
    storage.setItem(key, text);
  } catch {
    // Storage is full or forbidden: the settings last as long as the page.
  }
}

function read(storage: Pick<Storage, "getItem">, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/** localStorage, or null where the browser forbids it. */
export function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
