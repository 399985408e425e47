import { useDocument } from "../state/document";
import { useUi } from "../state/ui";

/** Asks before unsaved edits are lost; true when there are none or the person agrees. */
export async function confirmLoss(confirm: string): Promise<boolean> {
  const { state } = useDocument.getState();
  if (!state?.dirty) return true;
  return useUi.getState().ask({
    title: "Discard unsaved edits?",
    body: `“${state.name}” has changes that are not saved in a file.`,
    confirm,
    cancel: "Keep editing",
    danger: true,
  });
}
