import { counted } from "../app/format";
import type { Answer, Request } from "../core/protocol";
import { useOpening } from "../opening/opening";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { documentName, projectFormat, useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { type Reply, useUi } from "../state/ui";
import { bondsByDistance } from "./bonds";
import { confirmLoss } from "./confirmLoss";
import { failed, reason } from "./report";

/** Bytes of the largest file the page reads: 500 000 atoms in a wide format fit several times. */
export const largestFile = 256 * 1024 * 1024;

/** Of files that hold molecules and no places; what the file dialog offers besides the formats. */
export const smilesExtensions = [".smi", ".smiles"] as const;

/**
 * Opens one file: read, ask when edits would be lost, make it the document. A file
 * that cannot be read leaves the document as it is.
 */
export async function openDocument(file: File, others: readonly File[] = []): Promise<void> {
  const ui = useUi.getState();
  if (ui.busy) {
    useNotices.getState().notify({
      level: "warning",
      title: `${file.name} was not opened.`,
      text: `“${ui.busy}” is not done yet; open the file when it is.`,
    });
    return;
  }
  ui.set({ busy: `Opening ${file.name}` });
  try {
    if (file.size > largestFile) {
      throw new Error(`the file has ${size(file.size)}; the limit is ${size(largestFile)}`);
    }
    if (smilesExtensions.some((extension) => file.name.toLowerCase().endsWith(extension))) {
      await openSmiles(file, others);
      return;
    }
    let { json, bufs } = await read(file, { ask: true });
    if (!(await confirmLoss("Discard and open"))) return;
    if (json.project) {
      const change = await edit("project.open", {}, { data: new Uint8Array(await file.arrayBuffer()) });
      useFiles.getState().set({ format: projectFormat.id });
      say(change.state.name, 1, (change as Answer<"project.open">).warnings, others);
      return;
    }
    const asked: Request<"file.read"> = { name: file.name };
    if (json.labels) {
      const elements = await useOpening.getState().ask(file.name, json.labels);
      if (!elements) return;
      asked.elements = elements;
      ({ json, bufs } = await read(file, asked));
    }
    if (json.disordered) {
      const reply = await askDisorder(file.name);
      if (reply === "cancel") return;
      if (reply === "confirm") ({ json, bufs } = await read(file, { ...asked, ordered: true }));
    }
    const { format, name, structure, frames, warnings, symmetry } = json;
    const change = await edit(
      "edit.open",
      {
        name: documentName(file.name, name, useFiles.getState().formats),
        source: { kind: "file", label: file.name },
        structure,
        ...(symmetry && { symmetry }),
      },
      bufs,
    );
    const writes = useFiles.getState().formats.some((f) => f.id === format && f.canWrite);
    useFiles.getState().set({ format: writes ? format : null });
    say(change.state.name, frames, warnings, others);
  } catch (error) {
    useNotices
      .getState()
      .notify({ level: "error", title: `Could not open ${file.name}:`, text: reason(error), ...offer(others) });
  } finally {
    useUi.getState().set({ busy: "" });
  }
}

/** A SMILES has no places: the dialog makes them, and what is open stays until it is answered. */
async function openSmiles(file: File, others: readonly File[]): Promise<void> {
  const lines = (await file.text())
    .split(/\r\n?|\n/)
    .map((line) => line.trim().replace(/\s+/g, " "))
    .filter((line) => line !== "" && !line.startsWith("#") && !/^smiles\b/i.test(line));
  const [first] = lines;
  if (!first) throw new Error("the file is empty");
  useUi.getState().openMolecule({ text: first });
  const left = offer(others);
  if (lines.length === 1 && others.length === 0) return;
  const one = lines.length > 1 ? `The first of ${counted(lines.length, "line")} is in the dialog.` : "";
  useNotices.getState().notify({ level: "info", title: `Opened ${file.name}.`, text: one, ...left });
}

async function read(file: File, request: Partial<Request<"file.read">>) {
  const data = new Uint8Array(await file.arrayBuffer());
  return core().call("file.read", { name: file.name, ...request }, { bufs: { data } });
}

/** "confirm": the most occupied of the sites that exclude each other; "other": all. */
function askDisorder(name: string): Promise<Reply> {
  return useUi.getState().choose({
    title: "This crystal is disordered",
    body: `${name} has sites that exclude each other. A simulation needs one of each; all of them overlap.`,
    confirm: "Keep the most occupied",
    other: "Keep all",
    cancel: "Cancel",
  });
}

/** Opens the first of several files and offers the others as molecules of the library. */
export function openFirst(files: readonly File[]): Promise<void> {
  const [first, ...rest] = files;
  if (!first) return Promise.resolve();
  return openDocument(first, rest);
}

/** What a notice says of files that were not opened. */
function offer(files: readonly File[]) {
  if (files.length === 0) return {};
  return {
    warnings: [`Not opened: ${names(files)}. One file is one document.`],
    action: {
      label: "Add to the library",
      run: () =>
        void import("../library/exchange").then(
          ({ importFiles }) => importFiles(files),
          (error) => failed("Could not add to the library", error),
        ),
    },
  };
}

/** Bonds are never guessed without being asked for; a file that has none says so. */
function offerBonds() {
  const { state } = useDocument.getState();
  if (!state || state.bonds > 0 || state.atoms < 2) return null;
  return {
    text: "It lists no bonds.",
    action: { label: bondsByDistance.label, run: () => void bondsByDistance.run() },
  };
}

function say(name: string, frames: number, warnings: readonly string[], others: readonly File[]) {
  const { notify, dismiss, announce } = useNotices.getState();
  const { state } = useDocument.getState();
  const { warnings: left = [], ...action } = offer(others);
  const bonds = offerBonds();
  const lines = [...warnings, ...left];
  if (frames > 1 && !warnings.some((line) => /frame/i.test(line))) {
    lines.unshift(`The file holds ${counted(frames, "frame")}; the first one is open.`);
  }
  if (lines.length > 0) notify({ level: "warning", title: `Opened ${name}.`, ...bonds, warnings: lines, ...action });
  else if (bonds) notify({ level: "info", title: `Opened ${name}.`, ...bonds });
  else dismiss();
  announce(`Opened ${name}, ${counted(state?.atoms ?? 0, "atom")}`);
}

function names(files: readonly File[]): string {
  const shown = files.slice(0, 4).map((file) => file.name);
  return files.length > 4 ? `${shown.join(", ")} and ${files.length - 4} more` : shown.join(", ");
}

function size(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
