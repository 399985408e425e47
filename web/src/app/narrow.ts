import { useUi } from "../state/ui";

/** Below this width Details is a sheet over the view; the style sheets use the same number. */
const query = "(max-width: 899px)";

export const isNarrow = (): boolean => window.matchMedia(query).matches;

/** Closes the sheet when the window becomes narrow, and opens the panel again when it was open before. */
export function followWidth(): void {
  const media = window.matchMedia(query);
  let wide = useUi.getState().detailsOpen;
  const apply = () => {
    const { detailsOpen, panel, set } = useUi.getState();
    if (media.matches) {
      wide = detailsOpen;
      if (panel.kind === "none") set({ detailsOpen: false });
    } else set({ detailsOpen: wide || panel.kind !== "none" });
  };
  if (media.matches) apply();
  media.addEventListener("change", apply);
}
