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

/** A mol block or a record of an SD file. */
export const isBlock = (text: string): boolean => /V[23]000|^M {2}END/m.test(text);

/** A bond, branch, bracket or ring: what words do not have. */
export const certain = /[[\]=#@\\/%]|\(.*[A-Za-z]|^[A-Za-z]*\d+[A-Za-z(]/;
