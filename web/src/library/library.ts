import { create } from "zustand";
import { counted } from "../app/format";
import { useNotices } from "../state/notices";
import { type LibraryStorage, openDatabase } from "./database";
import { byAge, type LibraryEntry, type NewEntry, named, newEntry, parseEntry } from "./entry";

export interface LibraryStore {
  /** The person's molecules, oldest first. */
  entries: readonly LibraryEntry[];
  /** `memory`: they last until the page is closed, because they cannot be stored. */
  kept: "loading" | "stored" | "memory";
}

/** The person's molecules. They are stored in the browser and nowhere else. */
export const useLibrary = create<LibraryStore>()(() => ({ entries: [], kept: "loading" }));

/** What windows of the page tell each other. */
export interface LibraryChannel {
  postMessage(message: "changed"): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

let storage: LibraryStorage | null = null;
let channel: LibraryChannel | null = null;
/** Entries whose storing failed: another window's change must not take them away. */
const unsaved = new Map<string, LibraryEntry>();

/**
 * Reads the library and follows the changes of other windows. Without storage it
 * lives in memory and says so once. Called once at start.
 */
export async function openLibrary(
  open: () => Promise<LibraryStorage> = openDatabase,
  connect: () => LibraryChannel | null = broadcast,
): Promise<void> {
  unsaved.clear();
  try {
    storage = await open();
    await load();
  } catch (error) {
    storage = null;
    useLibrary.setState({ kept: "memory" });
    useNotices.getState().notify({
      level: "warning",
      lasting: true,
      title: "Your library cannot be stored here:",
      text: `${reason(error)}. Molecules you add last until the page is closed.`,
    });
    return;
  }
  channel = connect();
  if (channel) channel.onmessage = () => void load().catch(() => undefined);
}

/** Between windows of one browser; none where there is no BroadcastChannel. */
function broadcast(): LibraryChannel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("molsmith.library");
}

/** Takes over what is stored. What is no entry is left out. */
async function load(): Promise<void> {
  if (!storage) return;
  const stored = (await storage.read()).map(parseEntry).filter((entry) => entry !== null);
  const present = new Set(stored.map(({ id }) => id));
  const more = [...unsaved.values()].filter(({ id }) => !present.has(id));
  useLibrary.setState({ entries: [...stored, ...more].sort(byAge), kept: "stored" });
}

/** Adds molecules; resolves with their entries when they are stored or it is said that they are not. */
export async function addEntries(parts: readonly NewEntry[]): Promise<LibraryEntry[]> {
  const entries = parts.map((part) => newEntry(part));
  await keep(entries);
  return entries;
}

export async function addEntry(part: NewEntry): Promise<LibraryEntry> {
  const [entry] = await addEntries([part]);
  return entry as LibraryEntry;
}

/** Changes the name; a blank one changes nothing. */
export async function renameEntry(id: string, name: string): Promise<void> {
  const entry = useLibrary.getState().entries.find((one) => one.id === id);
  const wanted = name.trim();
  if (!entry || !wanted || wanted === entry.name) return;
  await keep([named(entry, wanted)]);
}

/** Deletes an entry and offers to bring it back. */
export async function deleteEntry(id: string): Promise<void> {
  const entry = useLibrary.getState().entries.find((one) => one.id === id);
  if (!entry) return;
  useLibrary.setState(({ entries }) => ({ entries: entries.filter((one) => one.id !== id) }));
  unsaved.delete(id);
  try {
    await storage?.remove([id]);
    channel?.postMessage("changed");
    const { notify, dismiss, announce } = useNotices.getState();
    announce(`${entry.name} deleted from the library`);
    notify({
      level: "info",
      title: `Deleted “${entry.name}” from your library.`,
      action: {
        label: "Undo",
        run: () => {
          dismiss();
          void keep([entry]);
        },
      },
    });
  } catch (error) {
    useLibrary.setState(({ entries }) => ({ entries: [...entries, entry].sort(byAge) }));
    useNotices.getState().notify({ level: "error", title: `Could not delete “${entry.name}”:`, text: reason(error) });
  }
}

/** Shows entries at once, then stores them. */
async function keep(changed: readonly LibraryEntry[]): Promise<void> {
  const ids = new Set(changed.map(({ id }) => id));
  useLibrary.setState(({ entries }) => ({
    entries: [...entries.filter(({ id }) => !ids.has(id)), ...changed].sort(byAge),
  }));
  if (!storage) return;
  try {
    await storage.put(changed);
    for (const { id } of changed) unsaved.delete(id);
    channel?.postMessage("changed");
  } catch (error) {
    for (const entry of changed) unsaved.set(entry.id, entry);
    const one = changed.length === 1;
    useNotices.getState().notify({
      level: "error",
      title: `Could not store ${one ? `“${changed[0]?.name}”` : counted(changed.length, "molecule")}:`,
      text: `${reason(error)}. ${
        one ? "It lasts until the page is closed" : "They last until the page is closed"
      }; export the library to keep what is in it.`,
    });
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
