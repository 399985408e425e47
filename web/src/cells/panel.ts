import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { type StructureFormName, useUi } from "../state/ui";

/** Opens a form about the structure in the Details panel, in place of what is there; not while a tool runs. */
export function openForm(form: StructureFormName): void {
  if (useTools.getState().run) {
    useNotices
      .getState()
      .notify({ level: "info", title: "A tool is running.", text: "Wait for it or cancel it first." });
    return;
  }
  useUi.getState().set({ panel: { kind: "structure", form }, detailsOpen: true });
}

/** Closes the open form. */
export function closeForm(): void {
  const { panel, set } = useUi.getState();
  if (panel.kind !== "structure") return;
  set({ panel: { kind: "none" } });
  // The focus must not fall out of the page with the form that had it.
  document.querySelector<HTMLElement>("canvas[tabindex]")?.focus({ preventScroll: true });
}
