import { reason } from "../commands/report";
import { journal } from "../state/core";
import { useDocument } from "../state/document";
import { useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { Autosave } from "./autosave";
import { openSessions, type SessionInfo, type SessionStore } from "./database";
import { useSessions } from "./sessions";
import { holdTab, livingTabs, whileFree } from "./tab";
import { notifyUnkept, sayUnkept } from "./unkept";

/** Documents without unsaved edits that are kept, and how long they are. */
const KEPT = 3;
const KEPT_MS = 30 * 24 * 3_600_000;

let store: SessionStore | null = null;
let autosave: Autosave | null = null;

/** Resolves when everything done so far is stored; false where nothing is. */
export async function allKept(): Promise<boolean> {
  await autosave?.idle;
  return autosave !== null;
}

/**
 * Keeps the document of this tab from now on, and finds those of tabs that ended without
 * it being saved. Where the browser has no storage or no locks, the page works without.
 */
export async function startPersistence(): Promise<void> {
  const kept = journal();
  if (!kept) return;
  if (!globalThis.navigator?.locks) {
    sayUnkept(globalThis.isSecureContext ? "this browser has no Web Locks" : "that takes a page served over HTTPS");
    return;
  }
  try {
    store = await openSessions();
    const id = crypto.randomUUID();
    await holdTab(id);
    autosave = new Autosave(kept, store, {
      id,
      saving,
      onProblem: notifyUnkept,
    });
    useFiles.subscribe((now, { format, options, saved }) => {
      if (now.format !== format || now.options !== options || now.saved !== saved) autosave?.note();
    });
  } catch (error) {
    // A private window or a full disk: files and the question before leaving remain.
    sayUnkept(reason(error));
    return;
  }
  await findOffers();
}

function saving() {
  const { format, options, saved } = useFiles.getState();
  return { format, options, saved };
}

async function findOffers(): Promise<void> {
  if (!store) return;
  const lives = await livingTabs();
  const ended = (await store.list()).filter(({ id }) => !lives(id)).sort((a, b) => b.changed - a.changed);
  const offers = ended.filter((session, at) => isOffered(session, ended.slice(0, at)));
  useSessions.getState().set({ offers });
  const old = ended.filter((session) => !offers.includes(session));
  if (old.length > 0) await store.drop(old.map(({ id }) => id));
}

/** Unsaved edits are offered until they are discarded; of the others the last ones. */
function isOffered(session: SessionInfo, newer: readonly SessionInfo[]): boolean {
  if (session.dirty) return true;
  return Date.now() - session.changed < KEPT_MS && newer.filter(({ dirty }) => !dirty).length < KEPT;
}

/** Opens the document of a tab that is no more, with its history. */
export async function restore(session: SessionInfo): Promise<void> {
  const kept = journal();
  const { notify, announce } = useNotices.getState();
  const from = store;
  if (!kept || !from) return;
  try {
    const free = await whileFree(session.id, async () => {
      const rebuilt = await kept.open({ name: session.name, entries: await from.read(session.id) });
      if (!rebuilt) throw new Error("nothing of it is stored any more");
      useSelection.getState().clear();
      useDocument.getState().restore(rebuilt.change.state, rebuilt.arrays, true);
      useFiles.getState().set({ format: session.format, options: session.options ?? {}, saved: session.saved ?? null });
      // The document is this tab's now, which keeps it itself where there is room.
      if (await autosave?.kept()) await from.drop([session.id]);
      announce(`Restored ${session.name}`);
    });
    forget(session);
    if (!free) notify({ level: "info", title: `“${session.name}” is open in another tab.` });
  } catch (error) {
    notify({ level: "error", title: `Could not restore “${session.name}”:`, text: reason(error) });
  }
}

/** Drops what is stored of a session. */
export async function discard(session: SessionInfo): Promise<void> {
  forget(session);
  await whileFree(session.id, async () => store?.drop([session.id])).catch(() => undefined);
}

function forget(session: SessionInfo): void {
  const { offers, set } = useSessions.getState();
  set({ offers: offers.filter(({ id }) => id !== session.id) });
}
