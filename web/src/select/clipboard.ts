import { counted } from "../app/format";
import { failed } from "../commands/report";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import { symbolOf } from "../ui/elements";
import { hasModal } from "../ui/modal";
import { keep } from "./copied";

/** What the page itself reads from the clipboard, beside the XYZ text that every program reads. */
export const OWN_TYPE = "application/x-molsmith";

/** A larger selection is not written out as text: the browser would stand still. */
const AS_TEXT = 100_000;
const AS_JSON = 20_000;

/** The content of OWN_TYPE. */
export interface OwnClip {
  token: string;
  /** A contract Structure without labels and charges, for a page that cannot ask for the copy. */
  structure?: unknown;
}

/** The selected atoms as an XYZ file, in the order of the document. */
export function xyzText(atoms: readonly number[]): string {
  const { arrays, state } = useDocument.getState();
  const { positions, elements } = arrays;
  const lines = [String(atoms.length), `${state?.name ?? ""}, copied from Molsmith`];
  for (const i of atoms) {
    const at = [0, 1, 2].map((k) => (positions[3 * i + k] ?? 0).toFixed(5).padStart(12));
    lines.push(`${symbolOf(elements[i] ?? 0).padEnd(2)}${at.join("")}`);
  }
  return `${lines.join("\n")}\n`;
}

/** The same as a contract Structure, as far as the page knows it without asking. */
export function plainStructure(atoms: readonly number[]) {
  const { positions, elements, bonds, bondOrders } = useDocument.getState().arrays;
  const row = new Map(atoms.map((atom, k) => [atom, k]));
  const pairs: number[][] = [];
  const orders: number[] = [];
  for (let k = 0; k < bonds.length / 2; k++) {
    const i = row.get(bonds[2 * k] as number);
    const j = row.get(bonds[2 * k + 1] as number);
    if (i === undefined || j === undefined) continue;
    pairs.push([i, j]);
    orders.push(bondOrders[k] ?? 1);
  }
  return {
    elements: atoms.map((i) => elements[i]),
    positions: atoms.flatMap((i) => [...positions.subarray(3 * i, 3 * i + 3)]),
    cell: null,
    bonds: pairs,
    bondOrders: orders,
  };
}

const rising = (atoms: readonly number[]) => [...atoms].sort((a, b) => a - b);

/** A token that no other copy has, also where a page has no secure context. */
const newToken = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Fills the clipboard with the selected atoms; a cut takes them out of the document as one step. */
export function copyTo(clipboard: DataTransfer, cut: boolean): void {
  const atoms = rising(useSelection.getState().atoms);
  const token = newToken();
  clipboard.setData(
    "text/plain",
    atoms.length <= AS_TEXT ? xyzText(atoms) : `${counted(atoms.length, "atom")}: too many for text; save a file.\n`,
  );
  const own: OwnClip = { token, ...(atoms.length <= AS_JSON ? { structure: plainStructure(atoms) } : {}) };
  clipboard.setData(OWN_TYPE, JSON.stringify(own));
  const copied = keep(token, atoms);
  if (cut) void cutAtoms(atoms, copied);
  else
    copied.then(
      () => useNotices.getState().announce(`${counted(atoms.length, "atom")} copied`),
      (error) => failed("Could not copy", error),
    );
}

async function cutAtoms(atoms: readonly number[], copied: Promise<unknown>): Promise<void> {
  const { revision } = useDocument.getState().state ?? {};
  try {
    await copied;
    const ops = [{ op: "delete_atoms" as const, atoms: [...atoms] }];
    await edit("edit.apply", {
      label: `Cut ${counted(atoms.length, "atom")}`,
      author: "person",
      ops,
      ...(revision === undefined ? {} : { ifRevision: revision }),
    });
    useNotices.getState().announce(`${counted(atoms.length, "atom")} cut`);
  } catch (error) {
    failed("Could not cut", error);
  }
}

/** Our own selection that makes the browser copy, when a menu asks for it. */
let commanded: "copy" | "cut" | null = null;

/**
 * Copies by the browser's own command, so that it needs no permission: its event comes back to
 * the page, which fills the clipboard. False where the browser does not allow it.
 */
export function command(what: "copy" | "cut"): boolean {
  commanded = what;
  try {
    // Only a copy may be made of text that cannot be changed; what is cut are the atoms.
    return copyText("atoms");
  } finally {
    commanded = null;
  }
}

/** Copies a text by the browser's own command. */
export function copyText(text: string): boolean {
  const span = document.createElement("span");
  span.textContent = text;
  span.className = "to-copy";
  document.body.append(span);
  const selection = window.getSelection();
  selection?.selectAllChildren(span);
  try {
    return document.execCommand("copy");
  } finally {
    selection?.removeAllRanges();
    span.remove();
  }
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input, textarea, select, [contenteditable='true'], .popover") !== null
  );
}

/** Neither a dialog nor a field is what the keys are for, and no text of the page is selected. */
function forAtoms(event: ClipboardEvent): boolean {
  const { dialog, question, core } = useUi.getState();
  // A dialog whose program is on the way is none yet.
  const busy = dialog !== "none" || question !== null || hasModal();
  return !event.defaultPrevented && core === "wasm" && !busy && !isField(event.target);
}

/** Copy, cut and paste of atoms by the browser's events. Returns what stops them. */
export function listenToClipboard(target: Window): () => void {
  const onCopy = (event: ClipboardEvent) => {
    const { atoms } = useSelection.getState();
    const text = window.getSelection()?.toString() ?? "";
    if (atoms.length === 0 || !event.clipboardData || (!commanded && (!forAtoms(event) || text))) return;
    const cut = event.type === "cut" || commanded === "cut";
    if (cut && useDocument.getState().state?.original) return;
    event.preventDefault();
    copyTo(event.clipboardData, cut);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (!forAtoms(event) || !event.clipboardData) return;
    const own = event.clipboardData.getData(OWN_TYPE);
    const text = event.clipboardData.getData("text/plain");
    if (!own && !text.trim()) return;
    event.preventDefault();
    void import("./paste").then(
      ({ paste }) => paste(text, own),
      (error) => failed("Could not paste", error),
    );
  };
  target.addEventListener("copy", onCopy);
  target.addEventListener("cut", onCopy);
  target.addEventListener("paste", onPaste);
  return () => {
    target.removeEventListener("copy", onCopy);
    target.removeEventListener("cut", onCopy);
    target.removeEventListener("paste", onPaste);
  };
}
