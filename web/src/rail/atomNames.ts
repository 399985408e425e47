import { core, hasCore } from "../state/core";
import { useDocument } from "../state/document";
import { useUi } from "../state/ui";
import { useView } from "../state/view";

/** The revision whose names are there, or on their way. */
let asked: string | null = null;

/** Fetches the names of the atoms while they are labels. They are with the core. */
async function follow(): Promise<void> {
  const { state, opened } = useDocument.getState();
  if (useUi.getState().atomLabels !== "name" || !state || !hasCore()) {
    asked = null;
    if (useView.getState().names) useView.setState({ names: null });
    return;
  }
  const key = `${opened} ${state.revision}`;
  if (asked === key) return;
  asked = key;
  try {
    const { json, bufs } = await core().call("edit.structure", {});
    const table = json.structure.atomNameTable;
    const rows = bufs.atomNames;
    if (asked === key) useView.setState({ names: (atom) => (rows && table?.[rows[atom] ?? -1]) || "" });
  } catch {
    // The document is gone or the core restarts: the elements stand in.
    if (asked === key) asked = null;
  }
}

/** Keeps the names that labels show up to date. */
export function followNames(): void {
  useUi.subscribe((now, before) => now.atomLabels !== before.atomLabels && void follow());
  useDocument.subscribe((now, before) => now.state !== before.state && void follow());
  void follow();
}
