import type { Answer } from "../core/protocol";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { useUi } from "../state/ui";
import { confirmLoss } from "./confirmLoss";
import { reason } from "./report";

/** Bytes of the largest file the page reads: 500 000 atoms in a wide format fit several times. */
export const largestFile = 256 * 1024 * 1024;

/**
 * Opens one file: read, ask when edits would be lost, make it the document. A file
 * that cannot be read leaves the document as it is.
 */
export async function openDocument(file: File, notOpened: readonly string[] = []): Promise<void> {
  const ui = useUi.getState();
  if (ui.busy) return;
  ui.set({ busy: `Opening ${file.name}` });
  try {
    if (file.size > largestFile) {
      throw new Error(`the file has ${size(file.size)}; the limit is ${size(largestFile)}`);
    }
    const data = new Uint8Array(await file.arrayBuffer());
    const read = await core().call("file.read", { name: file.name }, { bufs: { data } });
    if (!(await confirmLoss("Discard and open"))) return;
    const { format, name, structure, frames, warnings, symmetry, project } = read.json;
    if (project) {
      const change = await edit("project.open", {}, { data: new Uint8Array(await file.arrayBuffer()) });
      useFiles.getState().set({ format: null });
      say(change.state.name, 1, (change as Answer<"project.open">).warnings, notOpened);
      return;
    }
    const change = await edit(
      "edit.open",
      {
        name: name || file.name,
        source: { kind: "file", label: file.name },
        structure,
        ...(symmetry && { symmetry }),
      },
      read.bufs,
    );
    const writes = useFiles.getState().formats.some((f) => f.id === format && f.canWrite);
    useFiles.getState().set({ format: writes ? format : null });
    say(change.state.name, frames, warnings, notOpened);
  } catch (error) {
    useNotices
      .getState()
      .notify({ level: "error", title: `Could not open ${file.name}:`, text: reason(error), warnings: [...notOpened] });
  } finally {
    useUi.getState().set({ busy: "" });
  }
}

/** Opens the first of several files and says which others were left. */
export function openFirst(files: readonly File[]): Promise<void> {
  const [first, ...rest] = files;
  if (!first) return Promise.resolve();
  return openDocument(first, rest.length > 0 ? [`Not opened: ${names(rest)}. One file is one document.`] : []);
}

function say(name: string, frames: number, warnings: readonly string[], notOpened: readonly string[]) {
  const { notify, dismiss, announce } = useNotices.getState();
  const { state } = useDocument.getState();
  const lines = [...warnings, ...notOpened];
  if (frames > 1 && !warnings.some((line) => /frame/i.test(line))) {
    lines.unshift(`The file holds ${frames} frames; the first one is open.`);
  }
  if (lines.length > 0) notify({ level: "warning", title: `Opened ${name}.`, warnings: lines });
  else dismiss();
  announce(`Opened ${name}, ${state?.atoms ?? 0} atoms`);
}

function names(files: readonly File[]): string {
  const shown = files.slice(0, 4).map((file) => file.name);
  return files.length > 4 ? `${shown.join(", ")} and ${files.length - 4} more` : shown.join(", ");
}

function size(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
