import { create } from "zustand";
import type { FormatInfo } from "../core/protocol";

export interface FilesStore {
  /** What the core reads and writes; empty until it has started. */
  formats: FormatInfo[];
  /** The format the document was opened or last saved in; null: ask. */
  format: string | null;
  /** The format the Save dialog starts with; null: the first one. */
  proposed: string | null;
  set(part: Partial<Omit<FilesStore, "set">>): void;
}

export const useFiles = create<FilesStore>()((set) => ({
  formats: [],
  format: null,
  proposed: null,
  set: (part) => set(part),
}));

/** A document with its history: what the page itself keeps everything in. */
export const projectFormat: FormatInfo = {
  id: "project",
  label: "Molsmith project",
  extensions: [".molsmith.json"],
  canRead: true,
  canWrite: true,
};

export const readable = (formats: readonly FormatInfo[]) => formats.filter((format) => format.canRead);
export const writable = (formats: readonly FormatInfo[]) => formats.filter((format) => format.canWrite);

/** The `accept` of a file input: every extension that can be read. */
export function acceptText(formats: readonly FormatInfo[]): string {
  return [...new Set(readable(formats).flatMap((format) => format.extensions.map(dotted)))].join(",");
}

const dotted = (extension: string) => (extension.startsWith(".") ? extension : `.${extension}`);

/** A document's name with the extension of a format: known extensions are replaced (`water.xyz` → `water.pdb`). */
export function fileName(name: string, format: FormatInfo, formats: readonly FormatInfo[]): string {
  const extension = dotted(format.extensions[0] ?? format.id);
  const known = formats.flatMap((f) => f.extensions.map(dotted)).sort((a, b) => b.length - a.length);
  const old = known.find((ending) => name.length > ending.length && name.toLowerCase().endsWith(ending));
  const base = (old ? name.slice(0, -old.length) : name)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no file system takes them
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, "-")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return `${base || "structure"}${extension}`;
}
