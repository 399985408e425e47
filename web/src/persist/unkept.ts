import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { worthKeeping } from "./autosave";

/** Says that a crash takes what no file has, and what to do. */
export function notifyUnkept(reason: string): void {
  useNotices.getState().notify({
    level: "warning",
    lasting: true,
    title: "The document is not kept for a crash:",
    text: `${reason.replace(/\.$/, "")}. Save the document to be safe.`,
  });
}

/** Says so once, when there is something that would be kept: before, there is nothing to lose. */
export function sayUnkept(reason: string): void {
  const { state } = useDocument.getState();
  if (state && worthKeeping(state)) {
    notifyUnkept(reason);
    return;
  }
  const stop = useDocument.subscribe(({ state }) => {
    if (!state || !worthKeeping(state)) return;
    stop();
    // After the notice of the step itself.
    setTimeout(() => notifyUnkept(reason));
  });
}
