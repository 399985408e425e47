import { useSyncExternalStore } from "react";
import { type Theme, useUi } from "./ui";

const dark = () => window.matchMedia("(prefers-color-scheme: dark)");

/** The theme to draw: `auto` follows the system. */
export function shownTheme(theme: Theme, systemDark: boolean): "light" | "dark" {
  if (theme !== "auto") return theme;
  return systemDark ? "dark" : "light";
}

/** Keeps `data-theme` of the document element in step with the setting and the system. */
export function followTheme(): void {
  const apply = () => {
    const shown = shownTheme(useUi.getState().theme, dark().matches);
    document.documentElement.dataset.theme = shown;
    const surface = getComputedStyle(document.documentElement).getPropertyValue("--surface").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", surface);
  };
  apply();
  dark().addEventListener("change", apply);
  useUi.subscribe((ui, before) => ui.theme !== before.theme && apply());
}

function listen(changed: () => void): () => void {
  const query = dark();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** The theme that is drawn now, for pictures whose colors are not the page's. */
export function useShownTheme(): "light" | "dark" {
  const theme = useUi((ui) => ui.theme);
  const systemDark = useSyncExternalStore(listen, () => dark().matches);
  return shownTheme(theme, systemDark);
}
