import { useEffect } from "react";
import { useUi } from "../state/ui";

/**
 * Catches what is typed after the molecule dialog was asked for and before its field has
 * the focus: on a slow line its program is still on the way. The dialog takes it over.
 */
export function useTypeAhead(): void {
  const waiting = useUi((ui) => ui.dialog === "molecule");
  useEffect(() => {
    if (!waiting) return;
    const onKey = (event: KeyboardEvent) => {
      const inDialog = event.target instanceof Element && event.target.closest('[role="dialog"], [role="alertdialog"]');
      if (inDialog || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const { typed, set } = useUi.getState();
      if (event.key === "Escape") set({ dialog: "none", typed: "" });
      else if (event.key === "Backspace") set({ typed: typed.slice(0, -1) });
      else if ([...event.key].length === 1) set({ typed: typed + event.key });
      // Enter would press the button once more that has the focus.
      else if (event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [waiting]);
}

/** In the place of the molecule dialog while its program is loaded. */
export function MoleculeOpening() {
  const typed = useUi((ui) => ui.typed);
  return (
    <>
      <div className="backdrop" />
      <div className="dialog small opening" role="status" data-testid="molecule-opening">
        <p>Loading the molecule dialog…</p>
        {typed && <p className="mono">{typed}</p>}
      </div>
    </>
  );
}
