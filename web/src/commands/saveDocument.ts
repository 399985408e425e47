import type { AtomStyle, DocumentState, ExportReport } from "../core/protocol";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { fileName, projectFormat, proposal, type SaveOptions, useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { useUi } from "../state/ui";
import { failed } from "./report";

/** What writing the document in a format would lose or change. */
export async function exportReport(format: string, { style }: SaveOptions = {}): Promise<ExportReport> {
  if (format === projectFormat.id) return { format, losses: [], changes: [] };
  return (await core().call("file.report", request(format, style))).json;
}

const request = (format: string, style?: AtomStyle) => (style ? { format, style } : { format });

/** Nothing lost, nothing changed: the file may be written without showing the report. */
export function isClean(report: ExportReport): boolean {
  return !report.refused && report.losses.length === 0 && report.changes.length === 0;
}

/**
 * Opens the Save dialog, with the options as given or as the document was saved last. The
 * proposal becomes the document's format when a file is written in it.
 */
export function showSaveDialog(proposed: string | null, asked?: SaveOptions): void {
  const { format, options, set } = useFiles.getState();
  set({ proposed, proposedOptions: asked ?? (proposed === format ? options : {}) });
  useUi.getState().set({ dialog: "save" });
}

/** A file that the core has written. */
export interface WrittenFile {
  json: { mime: string; report: ExportReport };
  bufs: Record<string, ArrayBufferView | undefined>;
}

/**
 * Writes the document, or takes what is written of it already, and hands it to the browser
 * as a download. The caller has shown the report. True when the document is in the file as
 * it is now.
 */
export async function writeDocument(
  formatId: string,
  name?: string,
  options: SaveOptions = {},
  already?: WrittenFile,
): Promise<boolean> {
  const { state } = useDocument.getState();
  const { formats, saved: last, set } = useFiles.getState();
  const format = formats.find((f) => f.id === formatId);
  if (!state || !format) return false;
  const start = proposal(state.name, openedFile(state), last, formats);
  const target = fileName(name?.trim() || start.name, format, formats, start.like);
  try {
    const { data, mime, text } =
      formatId === projectFormat.id ? await project() : await file(formatId, options, already);
    download(new Blob([data], { type: mime }), target);
    set({ format: formatId, options, saved: { name: target, document: state.name } });
    const saved = await markSaved(state.revision);
    useNotices.getState().notify({
      level: saved ? "info" : "warning",
      title: `Saved ${target}.`,
      text: saved ? text : "The document was changed meanwhile. Save again to have that in the file.",
    });
    return saved;
  } catch (error) {
    failed(`Could not save ${target}`, error);
    return false;
  }
}

/** The name of the file that was opened; "" for what comes from none. */
export const openedFile = (state: DocumentState | null): string =>
  state?.source.kind === "file" ? state.source.label : "";

/** False when there are edits since the revision that was written: those are in no file. */
async function markSaved(ifRevision: number): Promise<boolean> {
  try {
    await edit("edit.markSaved", { ifRevision });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "STALE") return false;
    throw error;
  }
}

interface Written {
  data: Uint8Array<ArrayBuffer>;
  mime: string;
  /** What is in the file and what is not. */
  text: string;
}

async function file(format: string, { style }: SaveOptions, already?: WrittenFile): Promise<Written> {
  const { json, bufs } = already ?? (await core().call("file.write", request(format, style)));
  const data = bufs.data as Uint8Array<ArrayBuffer> | undefined;
  const { refused, losses, changes } = json.report;
  if (refused || !data) throw new Error(refused ?? "the core gave no data");
  const text = [...losses, ...changes].join(" · ") || "Everything in the document is in the file.";
  return { data, mime: json.mime, text };
}

async function project(): Promise<Written> {
  const { json, bufs } = await core().call("project.save", { hash: true });
  const data = bufs.text as Uint8Array<ArrayBuffer> | undefined;
  if (!data) throw new Error("the core gave no data");
  return { data, mime: json.mime, text: "The document is in the file with its history, also what redo brings back." };
}

export function download(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the blob long before; at once would be too early for some.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
