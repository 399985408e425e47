import { Gem } from "lucide-react";
import {
  adsorb,
  changeAtoms,
  cutSlab,
  deleteOverlaps,
  findSymmetry,
  stackSlabs,
  supercell,
  transform,
} from "../commands/crystals";
import { MenuItem, MenuSeparator, SubMenu } from "../ui/Menubar";
import { commandItem } from "./useCommand";

const items = { supercell, slab: cutSlab, adsorb, stack: stackSlabs, defects: changeAtoms, symmetry: findSymmetry };

/** What is made of a crystal, and what is done to the whole structure. */
export function CrystalMenu() {
  return (
    <SubMenu label="Crystal" icon={Gem} testId="structure-crystal">
      {Object.entries(items).map(([name, command]) => (
        <MenuItem key={name} {...commandItem(command)} testId={`structure-${name}`} />
      ))}
      <MenuSeparator />
      <MenuItem {...commandItem(transform)} testId="structure-transform" />
      <MenuItem {...commandItem(deleteOverlaps)} testId="structure-overlaps" />
    </SubMenu>
  );
}
