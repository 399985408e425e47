import {
  BoxSelect,
  Cuboid,
  Diff,
  Droplets,
  Focus,
  FoldHorizontal,
  Link2,
  Link2Off,
  Minus,
  Plus,
  RefreshCw,
  UnfoldHorizontal,
  WandSparkles,
} from "lucide-react";
import { bondsByDistance, removeBonds } from "../commands/bonds";
import {
  centerAtoms,
  removeCell,
  replaceWaters,
  setCell,
  unwrapMolecules,
  wrapAtoms,
  wrapMolecules,
} from "../commands/cell";
import { lowerCharge, raiseCharge } from "../commands/charge";
import { cancelJob, cleanUp, cleanUpTogether, newConformer } from "../commands/cleanUp";
import { addHydrogens, adjustHydrogens, removeHydrogens } from "../commands/hydrogens";
import type { Command } from "../commands/types";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";
import { Menu, MenuItem, MenuSeparator } from "../ui/Menubar";
import { CrystalMenu } from "./CrystalMenu";
import { commandItem, useEnabledState } from "./useCommand";

/** What is done to the atoms of the document, or to the selected ones where some are. */
export function StructureMenu() {
  useEnabledState();
  const selected = useSelection((selection) => selection.atoms.length > 0);
  const hasCell = useDocument((doc) => doc.state?.cell != null);
  /** The label says what it is done to. */
  const item = (command: Command, label: string) => ({
    ...commandItem(command),
    ...(selected ? { label } : {}),
  });
  return (
    <Menu label="Structure" testId="structure-menu">
      <MenuItem {...item(addHydrogens, "Add hydrogens to selection")} icon={Plus} testId="structure-add-hydrogens" />
      <MenuItem
        {...item(removeHydrogens, "Remove hydrogens from selection")}
        icon={Minus}
        testId="structure-remove-hydrogens"
      />
      <MenuItem
        {...item(adjustHydrogens, "Adjust hydrogens of selection")}
        icon={Diff}
        testId="structure-adjust-hydrogens"
      />
      <MenuSeparator />
      <MenuItem {...item(cleanUp, "Clean up selected molecules")} icon={WandSparkles} testId="structure-clean-up" />
      <MenuItem {...item(cleanUpTogether, "Clean up selection, all else held")} testId="structure-clean-up-together" />
      <MenuItem
        {...item(newConformer, "Make new conformers of selected molecules")}
        icon={RefreshCw}
        testId="structure-new-conformer"
      />
      <MenuItem {...commandItem(cancelJob)} testId="structure-cancel" />
      <MenuSeparator />
      <MenuItem {...commandItem(raiseCharge)} testId="structure-charge-up" />
      <MenuItem {...commandItem(lowerCharge)} testId="structure-charge-down" />
      <MenuSeparator />
      <MenuItem {...commandItem(bondsByDistance)} icon={Link2} testId="structure-bonds" />
      <MenuItem {...commandItem(removeBonds)} icon={Link2Off} testId="structure-remove-bonds" />
      <MenuSeparator />
      <CrystalMenu />
      <MenuItem
        {...commandItem(setCell)}
        label={hasCell ? "Edit cell…" : setCell.label}
        icon={Cuboid}
        testId="structure-set-cell"
      />
      <MenuItem {...commandItem(removeCell)} icon={BoxSelect} testId="structure-remove-cell" />
      <MenuItem {...commandItem(centerAtoms)} icon={Focus} testId="structure-center" />
      <MenuItem {...commandItem(wrapAtoms)} icon={FoldHorizontal} testId="structure-wrap-atoms" />
      <MenuItem {...commandItem(wrapMolecules)} testId="structure-wrap-molecules" />
      <MenuItem {...commandItem(unwrapMolecules)} icon={UnfoldHorizontal} testId="structure-unwrap" />
      <MenuSeparator />
      <MenuItem {...commandItem(replaceWaters)} icon={Droplets} testId="structure-ions" />
    </Menu>
  );
}
