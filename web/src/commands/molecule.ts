import { core } from "../state/core";
import { useUi } from "../state/ui";
import type { Command } from "./types";

const ready = () => useUi.getState().core === "wasm";

/** Brings a molecule: sketched, or typed as a name or SMILES. */
export const sketchMolecule: Command = {
  id: "molecule.new",
  label: "Sketch or type a molecule…",
  enabled: ready,
  run: () => useUi.getState().openMolecule(),
};

/** Longest text that is looked at when it is pasted; no SMILES that a person handles is longer. */
const LONGEST = 5_000;

/** A block of 999 atoms is far shorter. */
const LONGEST_BLOCK = 500_000;

/** A mol block or a record of an SD file. */
export const isBlock = (text: string): boolean => /V[23]000|^M {2}END/m.test(text);

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
  if (isBlock(pasted) && pasted.length <= LONGEST_BLOCK) {
    useUi.getState().openMolecule({ text: pasted });
    return;
  }
  const smiles = pasted.trim();
  if (smiles.length > LONGEST || !possible.test(smiles)) return;
  const size = { dark: false, width: 0, height: 0 };
  const { json } = await core().call("molecule.sketch", { smiles, ...size });
  if (json.sketch || certain.test(smiles)) useUi.getState().openMolecule({ text: smiles });
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input, textarea, select, [contenteditable='true'], .popover") !== null
  );
}
