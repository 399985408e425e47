import { BookmarkPlus, Library, PencilRuler } from "lucide-react";
import { saveSelection, showLibrary } from "../commands/library";
import { sketchMolecule } from "../commands/molecule";
import { useSelection } from "../state/selection";
import { Menu, MenuItem, MenuSeparator } from "../ui/Menubar";
import { commandItem, useEnabledState } from "./useCommand";

/** Molecules: where they come from and where they are kept. */
export function InsertMenu() {
  useEnabledState();
  const selected = useSelection((selection) => selection.atoms.length > 0);
  return (
    <Menu label="Insert" testId="insert-menu">
      <MenuItem {...commandItem(sketchMolecule)} icon={PencilRuler} testId="menu-molecule" />
      <MenuItem {...commandItem(showLibrary)} label="From the library" icon={Library} testId="menu-library" />
      <MenuSeparator />
      <MenuItem
        {...commandItem(saveSelection)}
        label={selected ? saveSelection.label : "Save the document to the library"}
        icon={BookmarkPlus}
        testId="menu-save-selection"
      />
    </Menu>
  );
}
