import { create } from "zustand";
import type { AtomStyle, FormatInfo } from "../core/protocol";

/** What a format leaves to choose. */
export interface SaveOptions {
  /** Of a LAMMPS file. */
  style?: AtomStyle;
  /** Of a CIF: the sites that differ and the space group found within this, Å; absent: every atom. */
  tolerance?: number;
}

/** The file of the last Save. */
export interface SavedFile {
  name: string;
  /** What the document was called then. */
  document: string;
}

export interface FilesStore {
  /** What the core reads and writes; empty until it has started. */
  formats: FormatInfo[];
  /** The format the document was opened or last saved in; null: ask. */
  format: string | null;
  /** How it was saved in that format. */
  options: SaveOptions;
  /** null: not saved yet. */
  saved: SavedFile | null;
  /** What the Save dialog starts with; null: the first format. */
  proposed: string | null;
  proposedOptions: SaveOptions;
  set(part: Partial<Omit<FilesStore, "set">>): void;
}

export const useFiles = create<FilesStore>()((set) => ({
  formats: [],
  format: null,
  options: {},
  saved: null,
  proposed: null,
  proposedOptions: {},
  set: (part) => set("format" in part ? { options: {}, saved: null, ...part } : part),
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
export function acceptText(formats: readonly FormatInfo[], more: readonly string[] = []): string {
  return [...new Set([...readable(formats).flatMap((format) => format.extensions.map(dotted)), ...more])].join(",");
}

const dotted = (extension: string) => (extension.startsWith(".") ? extension : `.${extension}`);

/** A name without the extension of a format. */
function stem(name: string, formats: readonly FormatInfo[]): string {
  const known = formats.flatMap((f) => f.extensions.map(dotted)).sort((a, b) => b.length - a.length);
  const old = known.find((ending) => name.length > ending.length && name.toLowerCase().endsWith(ending));
  return old ? name.slice(0, -old.length) : name;
}

/**
 * What a document is called: as its file, whatever the text calls itself (a number of a
 * database, a remark of a program), so that saving keeps to the name. VASP calls every file
 * alike: there the title stands.
 */
export function documentName(file: string, title: string, formats: readonly FormatInfo[]): string {
  const name = stem(file, formats);
  return (/^(poscar|contcar)$/i.test(name) && title) || name;
}

/**
 * What a Save starts from: the name of the file saved last, until the document is called
 * otherwise, and the file whose ending is kept (`opened` before the first Save).
 */
export function proposal(
  document: string,
  opened: string,
  saved: SavedFile | null,
  formats: readonly FormatInfo[],
): { name: string; like: string } {
  const name = saved?.document === document ? stem(saved.name, formats) : document;
  return { name, like: saved?.name ?? opened };
}

/**
 * A document's name with an extension of the format: known extensions are replaced
 * (`water.xyz` → `water.pdb`). Of several it has the one that is typed, or that the file had
 * of its last Save or that was opened (`like`).
 */
export function fileName(name: string, format: FormatInfo, formats: readonly FormatInfo[], like = ""): string {
  const own = format.extensions.map(dotted);
  const ending = (text: string) => own.find((one) => text.length > one.length && text.toLowerCase().endsWith(one));
  const extension = ending(name) ?? ending(like) ?? own[0] ?? dotted(format.id);
  const base = stem(name, formats)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no file system takes them
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, "-")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return `${base || "structure"}${extension}`;
}
