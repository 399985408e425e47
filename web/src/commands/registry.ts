import { bondsByDistance, removeBonds } from "./bonds";
import {
  centerAtoms,
  newCell,
  removeCell,
  replaceWaters,
  setCell,
  unwrapMolecules,
  wrapAtoms,
  wrapMolecules,
} from "./cell";
import { lowerCharge, raiseCharge } from "./charge";
import { cancelJob, cleanUp, cleanUpTogether, newConformer } from "./cleanUp";
import { copyAtoms, cutAtoms, duplicateAtoms, pasteAtoms } from "./clipboard";
import { close } from "./close";
import { centerOnSelection, showMenu } from "./contextMenu";
import {
  adsorb,
  bulkCrystal,
  changeAtoms,
  cutSlab,
  deleteOverlaps,
  findSymmetry,
  stackSlabs,
  supercell,
  transform,
} from "./crystals";
import { deleteSelection } from "./deleteAtoms";
import { openExamples } from "./examples";
import { addHydrogens, adjustHydrogens, removeHydrogens } from "./hydrogens";
import { saveSelection, showLibrary } from "./library";
import { sketchMolecule } from "./molecule";
import { open } from "./open";
import { clearAll, isPaused, showOriginal } from "./original";
import { showAbout, showGuide, showLicenses, showShortcuts, toggleDetails, toggleHistory } from "./page";
import { savePicture } from "./picture";
import { railTools } from "./railTools";
import { copyRecipe } from "./recipe";
import { redo } from "./redo";
import { reopen } from "./reopen";
import { save } from "./save";
import { saveAs } from "./saveAs";
import { clearSelection, selectAll, selectInvert, selectMolecule } from "./select";
import {
  growSelection,
  selectExpression,
  selectNear,
  selectResidue,
  selectSameChain,
  selectSameElement,
  selectSameName,
  selectSameResname,
  shrinkSelection,
} from "./selectBy";
import type { Command } from "./types";
import { undo } from "./undo";
import { directions, lookAlong, resetView } from "./view";

/** Every action with a fixed name, in the groups of the shortcut sheet. */
export const groups: readonly { title: string; commands: readonly Command[] }[] = [
  { title: "File", commands: [newCell, bulkCrystal, open, save, saveAs, copyRecipe, reopen, close, ...openExamples] },
  { title: "Edit", commands: [undo, redo, cutAtoms, copyAtoms, pasteAtoms, duplicateAtoms, deleteSelection, clearAll] },
  {
    title: "Select",
    commands: [
      selectAll,
      selectInvert,
      clearSelection,
      selectMolecule,
      selectResidue,
      selectSameElement,
      selectSameResname,
      selectSameName,
      selectSameChain,
      growSelection,
      shrinkSelection,
      selectNear,
      selectExpression,
      showMenu,
    ],
  },
  {
    title: "Structure",
    commands: [
      addHydrogens,
      removeHydrogens,
      adjustHydrogens,
      cleanUp,
      cleanUpTogether,
      newConformer,
      cancelJob,
      raiseCharge,
      lowerCharge,
      bondsByDistance,
      removeBonds,
      setCell,
      removeCell,
      centerAtoms,
      wrapAtoms,
      wrapMolecules,
      unwrapMolecules,
      replaceWaters,
      supercell,
      cutSlab,
      findSymmetry,
      stackSlabs,
      changeAtoms,
      adsorb,
      transform,
      deleteOverlaps,
    ],
  },
  { title: "Insert", commands: [sketchMolecule, showLibrary, saveSelection] },
  { title: "Tools", commands: [...railTools] },
  {
    title: "View",
    commands: [
      resetView,
      centerOnSelection,
      showOriginal,
      ...directions.flat().map(lookAlong),
      savePicture,
      toggleDetails,
      toggleHistory,
    ],
  },
  { title: "Page", commands: [showShortcuts, showGuide, showAbout, showLicenses] },
];

export const commands: readonly Command[] = groups.flatMap((group) => group.commands);

/** Runs a command when it is enabled; says whether it ran. */
export function runCommand(command: Command): boolean {
  if (isPaused(command) || (command.enabled && !command.enabled())) return false;
  void command.run();
  return true;
}
