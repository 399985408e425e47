import { core, hasCore } from "../state/core";
import { useDocument } from "../state/document";
import { emit } from "../state/events";
import { useJob } from "../state/job";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import { useView } from "../state/view";
import { cellAttribute } from "./format";

/** Above this many atoms the hash is made on request only: it would hold up the next edit. */
const HASHED_WHEN_IDLE = 100_000;
const IDLE_MS = 300;

/**
 * Writes the page's state as data-* attributes of the root element, for tests and
 * for whoever embeds the page, and dispatches `molsmith:changed`. Returns what
 * stops it.
 */
export function rootAttributes(root: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let revision: number | null | undefined;

  const write = () => {
    const { state } = useDocument.getState();
    const ui = useUi.getState();
    const values: Record<string, string | number> = {
      atoms: state?.atoms ?? 0,
      bonds: state?.bonds ?? 0,
      steps: state?.steps.length ?? 0,
      redo: state?.redo.length ?? 0,
      selected: useSelection.getState().atoms.length,
      tool: ui.tool,
      revision: state?.revision ?? "",
      dirty: String(state?.dirty ?? false),
      preview: String(useView.getState().preview !== null),
      original: String(state?.original ?? false),
      cell: cellAttribute(state?.cell ?? null),
      formula: state?.formula ?? "",
      name: state?.name ?? "",
      core: ui.core === "starting" ? "" : ui.core,
      busy: String(ui.busy !== "" || useJob.getState().job !== null),
      drawing: ui.drawing,
    };
    for (const [name, value] of Object.entries(values)) {
      const text = String(value);
      if (root.dataset[name] !== text) root.dataset[name] = text;
    }
    const now = state?.revision ?? null;
    if (now === revision) return;
    const first = revision === undefined;
    revision = now;
    root.dataset.docHash = "";
    clearTimeout(timer);
    if (state && state.atoms <= HASHED_WHEN_IDLE) timer = setTimeout(() => void hash(), IDLE_MS);
    if (!first) emit("molsmith:changed", { revision: now });
  };

  const hash = async () => {
    const value = await documentHash();
    if (value) root.dataset.docHash = value;
  };

  write();
  const stops = [
    useDocument.subscribe(write),
    useSelection.subscribe(write),
    useUi.subscribe(write),
    useJob.subscribe(write),
    useView.subscribe((now, before) => now.preview !== before.preview && write()),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** The canonical hash of the open document; null when there is none or it changed meanwhile. */
export async function documentHash(): Promise<string | null> {
  const before = useDocument.getState().state?.revision;
  if (before === undefined || !hasCore()) return null;
  try {
    const { json } = await core().call("edit.hash", {});
    return useDocument.getState().state?.revision === before ? json.hash : null;
  } catch {
    return null;
  }
}
