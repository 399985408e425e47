import { useDocument } from "../state/document";
import { projectFormat } from "../state/files";
import { useUi } from "../state/ui";
import { writeDocument } from "./saveDocument";

/**
 * Asks before unsaved edits are lost: the one question of everything that takes the place
 * of the document. True when there are none, when they are saved as a project now, or when
 * the person agrees to lose them.
 */
export async function confirmLoss(confirm: string): Promise<boolean> {
  const { state } = useDocument.getState();
  if (!state?.dirty) return true;
  const reply = await useUi.getState().choose({
    title: "Discard unsaved edits?",
    body: `“${state.name}” has changes that are not saved in a file.`,
    confirm,
    other: "Save as project first",
    cancel: "Keep editing",
    danger: true,
  });
  return reply === "other" ? writeDocument(projectFormat.id) : reply === "confirm";
}
