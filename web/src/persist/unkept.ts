import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";

/** Says that a crash takes the edits, and what to do. */
export function notifyUnkept(reason: string): void {
  useNotices.getState().notify({
    level: "warning",
    lasting: true,
    title: "Your edits are not kept for a crash:",
    text: `${reason.replace(/\.$/, "")}. Save the document to be safe.`,
  });
}

/** Says so once, when there are unsaved edits: before, there is nothing to lose. */
export function sayUnkept(reason: string): void {
  if (useDocument.getState().state?.dirty) {
    notifyUnkept(reason);
    return;
  }
  const stop = useDocument.subscribe(({ state }) => {
    if (!state?.dirty) return;
    stop();
    // After the notice of the step itself.
    setTimeout(() => notifyUnkept(reason));
  });
}
