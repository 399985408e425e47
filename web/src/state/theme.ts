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
