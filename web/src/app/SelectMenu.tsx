import { BoxSelect, FlipHorizontal2, Lasso, Search, SquareDashedMousePointer } from "lucide-react";
import { runCommand } from "../commands/registry";
import { clearSelection, selectAll, selectInvert, selectMolecule } from "../commands/select";
import {
  growSelection,
  selectExpression,
  selectNear,
  selectQuery,
  selectResidue,
  selectSameChain,
  selectSameElement,
  selectSameName,
  selectSameResname,
  shrinkSelection,
} from "../commands/selectBy";
import { useDocument } from "../state/document";
import { type SelectMode, useRail } from "../state/rail";
import { useUi } from "../state/ui";
import { symbolOf } from "../ui/elements";
import { Menu, MenuItem, MenuSeparator, SubMenu } from "../ui/Menubar";
import { count } from "./format";
import { commandItem, isEnabled, useEnabledState } from "./useCommand";

/** Kinds of elements that are listed; a structure with more has them by expression. */
const ELEMENTS = 14;

const drawWith = (selectMode: SelectMode) => () => {
  useUi.getState().set({ tool: "select" });
  useRail.getState().set({ selectMode });
};

/** Which atoms are selected, by what they are and where. */
export function SelectMenu() {
  useEnabledState();
  const some = isEnabled(selectAll);
  return (
    <Menu label="Select" testId="select-menu">
      <MenuItem {...commandItem(selectAll)} label="All" icon={SquareDashedMousePointer} testId="select-all" />
      <MenuItem {...commandItem(selectInvert)} label="Invert" icon={FlipHorizontal2} testId="select-invert" />
      <MenuItem {...commandItem(clearSelection)} label="None" testId="select-none" />
      <MenuSeparator />
      <MenuItem
        label="Draw a box"
        icon={BoxSelect}
        disabled={!some}
        onSelect={drawWith("box")}
        testId="menu-select-box"
      />
      <MenuItem
        label="Draw a lasso"
        icon={Lasso}
        disabled={!some}
        onSelect={drawWith("lasso")}
        testId="menu-select-lasso"
      />
      <MenuSeparator />
      <MenuItem {...commandItem(selectMolecule)} label="Whole molecules" testId="select-molecule" />
      <MenuItem {...commandItem(selectResidue)} testId="select-residue" />
      <SubMenu label="Everything of the same" disabled={!isEnabled(selectSameElement)} testId="select-same">
        <MenuItem {...commandItem(selectSameElement)} label="Element" testId="select-same-element" />
        <MenuItem {...commandItem(selectSameResname)} label="Residue name" testId="select-same-resname" />
        <MenuItem {...commandItem(selectSameName)} label="Atom name" testId="select-same-name" />
        <MenuItem {...commandItem(selectSameChain)} label="Chain" testId="select-same-chain" />
      </SubMenu>
      <SubMenu label="Element" disabled={!some} testId="select-element">
        <Elements />
      </SubMenu>
      <MenuSeparator />
      <MenuItem {...commandItem(growSelection)} testId="select-grow" />
      <MenuItem {...commandItem(shrinkSelection)} testId="select-shrink" />
      <MenuItem {...commandItem(selectNear)} testId="select-near" />
      <MenuSeparator />
      <MenuItem {...commandItem(selectExpression)} label="By expression…" icon={Search} testId="select-expression" />
    </Menu>
  );
}

/** The elements there are, most atoms first. */
function Elements() {
  const numbers = useDocument((doc) => doc.arrays.elements);
  const counts = new Map<number, number>();
  for (const z of numbers) counts.set(z, (counts.get(z) ?? 0) + 1);
  const list = [...counts].sort(([a, n], [b, m]) => m - n || a - b);
  return (
    <>
      {list.slice(0, ELEMENTS).map(([z, atoms]) => (
        <MenuItem
          key={z}
          label={
            <>
              {symbolOf(z)}
              <span className="menu-detail">{count(atoms)}</span>
            </>
          }
          onSelect={() => void selectQuery(`element ${symbolOf(z)}`)}
          testId={`select-element-${symbolOf(z)}`}
        />
      ))}
      {list.length > ELEMENTS && (
        <MenuItem label="More by expression…" onSelect={() => void runCommand(selectExpression)} />
      )}
    </>
  );
}
