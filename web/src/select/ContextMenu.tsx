import {
  Check,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Crosshair,
  Hash,
  type LucideIcon,
  Minus,
  Plus,
  RotateCcw,
  Scissors,
  Search,
  SquareDashedMousePointer,
  Trash2,
  WandSparkles,
} from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { count, counted } from "../app/format";
import { isEnabled, shownShortcut, useEnabledState } from "../app/useCommand";
import { lowerCharge, raiseCharge } from "../commands/charge";
import { cleanUp } from "../commands/cleanUp";
import { copyAtoms, cutAtoms, duplicateAtoms, pasteAtoms } from "../commands/clipboard";
import { bondOrder, centerOnSelection } from "../commands/contextMenu";
import { deleteSelection } from "../commands/deleteAtoms";
import { addHydrogens, removeHydrogens } from "../commands/hydrogens";
import { runCommand } from "../commands/registry";
import { clearSelection, selectAll, selectInvert, selectMolecule } from "../commands/select";
import { growSelection, selectExpression, selectNear, selectQuery, selectResidue } from "../commands/selectBy";
import type { Command } from "../commands/types";
import { resetView } from "../commands/view";
import { changeElement, command } from "../rail/step";
import { type OpenMenu, useContextMenu } from "../state/contextMenu";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import { symbolOf } from "../ui/elements";
import { Kbd } from "../ui/Kbd";
import { useOverLine } from "../ui/subMenu";
import { copyText } from "./clipboard";

/** The menu of atoms, a bond or empty space, where it was asked for. */
export function ContextMenu({ menu: { target, at } }: { menu: OpenMenu }) {
  useEnabledState();
  const { close } = useContextMenu.getState();
  return (
    <Radix.Root open onOpenChange={(open) => !open && close()}>
      <Radix.Trigger asChild>
        <span className="menu-place" style={{ left: at.x, top: at.y }} aria-hidden tabIndex={-1} />
      </Radix.Trigger>
      <Radix.Content
        className="menu context-menu"
        // Beside the pointer, so that it may use the whole height of the window.
        side="right"
        align="start"
        sideOffset={2}
        collisionPadding={8}
        loop
        aria-label={target.kind === "space" ? "View" : "Selection"}
        data-testid="context-menu"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>(".view-canvas canvas")?.focus({ preventScroll: true });
        }}
        // The right button's own menu of the browser.
        onContextMenu={(event) => event.preventDefault()}
      >
        {target.kind === "space" && <SpaceItems />}
        {target.kind === "atoms" && <AtomItems atom={target.atom} bond={null} />}
        {target.kind === "bond" && <AtomItems atom={target.atoms[0]} bond={target.atoms} />}
      </Radix.Content>
    </Radix.Root>
  );
}

function SpaceItems() {
  return (
    <>
      <Item of={pasteAtoms} icon={ClipboardPaste} testId="context-paste" />
      <Line />
      <Item of={selectAll} icon={SquareDashedMousePointer} testId="context-select-all" />
      <Item of={selectInvert} testId="context-select-invert" />
      <Item of={clearSelection} testId="context-select-none" />
      <Item of={selectExpression} icon={Search} testId="context-select-expression" />
      <Line />
      <Item of={resetView} icon={RotateCcw} testId="context-reset" />
    </>
  );
}

function AtomItems({ atom, bond }: { atom: number; bond: [number, number] | null }) {
  const atoms = useSelection((selection) => selection.atoms);
  const numbers = useDocument((doc) => doc.arrays.elements);
  const symbol = symbolOf(numbers[atom] ?? 0);
  const several = atoms.length > 1;
  return (
    <>
      <Radix.Label className="menu-caption" data-testid="context-caption">
        {bond
          ? `${symbolOf(numbers[bond[0]] ?? 0)}–${symbolOf(numbers[bond[1]] ?? 0)} bond #${bond[0]}–#${bond[1]}`
          : several
            ? counted(atoms.length, "atom")
            : `${symbol} #${atom}`}
      </Radix.Label>
      {bond && <Orders bond={bond} />}
      <Item of={selectMolecule} label={several ? "Select molecules" : "Select molecule"} testId="context-molecule" />
      {!bond && (
        <Act
          label={`Select all ${symbol}`}
          onSelect={() => void selectQuery(`element ${symbol}`)}
          testId="context-select-element"
        />
      )}
      <Sub label="Select more" testId="context-select-more">
        <Item of={selectResidue} testId="context-residue" />
        <Item of={growSelection} testId="context-grow" />
        <Item of={selectNear} testId="context-near" />
      </Sub>
      <Line />
      {!bond && <Elements atoms={atoms} />}
      <Item of={addHydrogens} label="Add hydrogens here" icon={Plus} testId="context-add-hydrogens" />
      <Item of={removeHydrogens} label="Remove hydrogens here" icon={Minus} testId="context-remove-hydrogens" />
      <Item of={raiseCharge} label="Charge +1" testId="context-charge-up" />
      <Item of={lowerCharge} label="Charge −1" testId="context-charge-down" />
      <Item
        of={cleanUp}
        label={several && !bond ? "Clean up molecules" : "Clean up molecule"}
        icon={WandSparkles}
        testId="context-clean-up"
      />
      <Line />
      <Item of={cutAtoms} icon={Scissors} testId="context-cut" />
      <Item of={copyAtoms} icon={Copy} testId="context-copy" />
      <Item of={duplicateAtoms} icon={CopyPlus} testId="context-duplicate" />
      <Act
        label={several ? "Copy indices" : "Copy index"}
        icon={Hash}
        onSelect={() => copyIndices(atoms)}
        testId="context-copy-index"
      />
      <Item of={centerOnSelection} icon={Crosshair} testId="context-center" />
      <Line />
      <Item
        of={deleteSelection}
        label={several ? `Delete ${counted(atoms.length, "atom")}` : "Delete atom"}
        icon={Trash2}
        testId="context-delete"
      />
    </>
  );
}

function copyIndices(atoms: readonly number[]) {
  const text = atoms.join(" ");
  const done = copyText(text);
  const { notify, announce } = useNotices.getState();
  if (done) announce(`Copied ${atoms.length === 1 ? `index ${text}` : `${count(atoms.length)} indices`}`);
  else notify({ level: "info", title: "The browser does not let a menu copy.", text: text.slice(0, 200) });
}

const orders = ["None", "Single", "Double", "Triple", "Aromatic"] as const;

/** The order of a bond, marked by a tick; None takes it away. */
function Orders({ bond: [a, b] }: { bond: [number, number] }) {
  const now = bondOrder(a, b);
  const { rebalance } = useRail.getState();
  const paused = useDocument((doc) => doc.state?.original === true);
  return (
    <>
      <Radix.RadioGroup
        value={String(now)}
        onValueChange={(value) =>
          void command("edit.bond", "Could not change the bond", {
            a,
            b,
            order: Number(value) as 0 | 1 | 2 | 3 | 4,
            rebalance,
          })
        }
      >
        {([1, 2, 3, 4, 0] as const).map((order) => (
          <Radix.RadioItem
            key={order}
            value={String(order)}
            className="menu-item"
            disabled={paused}
            data-testid={`context-order-${order}`}
          >
            <span className="menu-icon">
              <Radix.ItemIndicator>
                <Check aria-hidden />
              </Radix.ItemIndicator>
            </span>
            <span className="menu-label">{order === 0 ? "No bond" : orders[order]}</span>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
      <Line />
    </>
  );
}

/** Elements that atoms are turned into often. */
const common = [6, 1, 7, 8, 9, 15, 16, 17, 35, 14];

/** The element of the Element tool, and others behind it; hydrogens follow. */
function Elements({ atoms }: { atoms: readonly number[] }) {
  const chosen = useRail((rail) => rail.element);
  const numbers = useDocument((doc) => doc.arrays.elements);
  const paused = useDocument((doc) => doc.state?.original === true);
  const turn = (element: number) => void changeElement(atoms, element);
  const already = (z: number) => atoms.every((atom) => numbers[atom] === z);
  return (
    <>
      <Act
        label={`Set to ${symbolOf(chosen)}`}
        disabled={paused || already(chosen)}
        onSelect={() => turn(chosen)}
        testId="context-set-element"
      />
      <Sub label="Set element" disabled={paused} testId="context-elements">
        {common.map((z) => (
          <Act
            key={z}
            label={symbolOf(z)}
            disabled={already(z)}
            onSelect={() => turn(z)}
            testId={`context-element-${symbolOf(z)}`}
          />
        ))}
      </Sub>
    </>
  );
}

interface SubProps {
  label: string;
  disabled?: boolean;
  children: ReactNode;
  testId: string;
}

function Sub({ label, disabled = false, children, testId }: SubProps) {
  const { content, onPointerLeave } = useOverLine();
  return (
    <Radix.Sub>
      <Radix.SubTrigger
        className="menu-item sub"
        disabled={disabled}
        onPointerLeave={onPointerLeave}
        data-testid={testId}
      >
        <span className="menu-icon" />
        <span className="menu-label">{label}</span>
      </Radix.SubTrigger>
      <Radix.SubContent ref={content} className="menu" sideOffset={4} alignOffset={-5} collisionPadding={8}>
        {children}
      </Radix.SubContent>
    </Radix.Sub>
  );
}

interface ActProps {
  label: ReactNode;
  icon?: LucideIcon;
  shortcut?: string | undefined;
  hint?: string | undefined;
  disabled?: boolean;
  onSelect(): void;
  testId: string;
}

function Act({ label, icon: Icon, shortcut, hint, disabled = false, onSelect, testId }: ActProps) {
  return (
    <Radix.Item className="menu-item" disabled={disabled} onSelect={onSelect} title={hint} data-testid={testId}>
      <span className="menu-icon">{Icon && <Icon aria-hidden />}</span>
      <span className="menu-label">{label}</span>
      {shortcut && <Kbd shortcut={shortcut} />}
    </Radix.Item>
  );
}

function Item({ of, label, icon, testId }: { of: Command; label?: string; icon?: LucideIcon; testId: string }) {
  const enabled = isEnabled(of);
  return (
    <Act
      label={label ?? of.label}
      {...(icon ? { icon } : {})}
      shortcut={shownShortcut(of)}
      disabled={!enabled}
      hint={enabled ? undefined : of.reason?.()}
      onSelect={() => void runCommand(of)}
      testId={testId}
    />
  );
}

const Line = () => <Radix.Separator className="menu-separator" />;
