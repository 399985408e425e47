import { core } from "../state/core";
import { useUi } from "../state/ui";
import type { Command } from "./types";

const ready = () => useUi.getState().core === "wasm";

/** A molecule that is in no document: its picture and properties. */
export const moleculeFromSmiles: Command = {
  id: "molecule.smiles",
  label: "Molecule from SMILES…",
  enabled: ready,
  run: () => useUi.getState().set({ dialog: "molecule" }),
};

/** Longest text that is looked at when it is pasted; no SMILES that a person handles is longer. */
const LONGEST = 5_000;

/** One line whose first word has no character that a SMILES cannot have. */
const possible = /^[A-Za-z0-9@+\-[\]().=#$%:/\\*~]+(?:[ \t].*)?$/;

/** A bond, branch, bracket or ring: what words do not have. */
export const certain = /[[\]=#@\\/%]|\(.*[A-Za-z]|^[A-Za-z]*\d+[A-Za-z(]/;

/**
 * A SMILES pasted anywhere but into a field opens the dialog, wrong ones too when
 * nothing else can be meant. Returns what stops it.
 */
export function listenToPaste(target: Window): () => void {
  const onPaste = (event: ClipboardEvent) => {
    const { dialog, question } = useUi.getState();
    if (event.defaultPrevented || !ready() || dialog !== "none" || question || isField(event.target)) return;
    void openPasted(event.clipboardData?.getData("text/plain") ?? "");
  };
  target.addEventListener("paste", onPaste);
  return () => target.removeEventListener("paste", onPaste);
}

export async function openPasted(pasted: string): Promise<void> {
  const smiles = pasted.trim();
  if (smiles.length > LONGEST || !possible.test(smiles)) return;
  const size = { dark: false, width: 0, height: 0 };
  const { json } = await core().call("molecule.sketch", { smiles, ...size });
  if (json.sketch || certain.test(smiles)) useUi.getState().set({ dialog: "molecule", smiles });
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input, textarea, select, [contenteditable='true'], .popover") !== null
  );
}
