import { useDocument } from "../../state/document";
import { useMeasure } from "../../state/measure";
import { useNotices } from "../../state/notices";
import { useRail } from "../../state/rail";
import { useView } from "../../state/view";
import { measure, measureText } from "../../view/measure";
import { cellOf } from "../../view/periodic";
import type { ToolActions } from "../tool";

/** What atoms measure in the document as it is; null where there is no value. */
export function measureNow(atoms: readonly number[]) {
  const { arrays, state } = useDocument.getState();
  return measure(atoms, { ...arrays, cell: cellOf(state?.cell ?? null) }, useRail.getState().minimumImage);
}

/** Keeps a measurement in the view. */
export function addMeasurement(atoms: readonly number[]): void {
  const measured = measureNow(atoms);
  if (!measured) {
    useNotices
      .getState()
      .notify({ level: "info", title: "There is nothing to measure:", text: "two of the atoms are at one place." });
    return;
  }
  useMeasure.getState().add(atoms);
  useNotices.getState().announce(`Measured ${measureText(measured)}`);
}

function dropPicks(): boolean {
  const { measuring, set } = useRail.getState();
  useView.getState().setLines([]);
  if (measuring.length === 0) return false;
  set({ measuring: [] });
  return true;
}

/** Measures distances, angles and dihedrals by clicks on atoms; a click on a bond takes its length. */
export const measureActions: ToolActions = {
  cursor: () => "crosshair",
  onPick(picked) {
    const { measuring, measureSize, set } = useRail.getState();
    if (!picked) return;
    if (picked.kind === "bond") {
      if (measuring.length === 0) addMeasurement(picked.atoms);
      return;
    }
    // A second click on the last atom takes it back.
    const atoms =
      measuring.at(-1) === picked.atom
        ? measuring.slice(0, -1)
        : measuring.includes(picked.atom)
          ? measuring
          : [...measuring, picked.atom];
    if (atoms.length < measureSize) {
      set({ measuring: atoms });
      return;
    }
    dropPicks();
    addMeasurement(atoms);
  },
  onPoint(picked, at) {
    const { measuring } = useRail.getState();
    if (measuring.length === 0 || !at) {
      useView.getState().setLines([]);
      return;
    }
    const atom = picked?.kind === "atom" && !measuring.includes(picked.atom) ? picked.atom : null;
    const atoms = atom === null ? measuring : [...measuring, atom];
    const measured = atom === null ? null : measureNow(atoms);
    useView.getState().setLines([
      {
        through: measured?.path ?? atoms,
        ...(atom === null ? { to: at } : {}),
        look: "band",
        ...(measured ? { text: measureText(measured) } : {}),
      },
    ]);
  },
  onEscape: dropPicks,
  onLeave: () => void dropPicks(),
};
