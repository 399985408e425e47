import {
  BookOpen,
  BoxSelect,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Eraser,
  Eye,
  EyeOff,
  FlaskConical,
  FolderOpen,
  Gem,
  ImageDown,
  Info,
  Keyboard,
  Link,
  PanelRight,
  Redo2,
  RotateCcw,
  Save,
  Scale,
  Scissors,
  Trash2,
  Undo2,
  X,
} from "lucide-react";
import { Fragment } from "react";
import { newCell } from "../commands/cell";
import { copyAtoms, cutAtoms, duplicateAtoms, pasteAtoms } from "../commands/clipboard";
import { close } from "../commands/close";
import { bulkCrystal } from "../commands/crystals";
import { deleteSelection } from "../commands/deleteAtoms";
import { openExamples } from "../commands/examples";
import { open } from "../commands/open";
import { clearAll, showOriginal } from "../commands/original";
import { showAbout, showGuide, showLicenses, showShortcuts, toggleDetails, toggleHistory } from "../commands/page";
import { savePicture } from "../commands/picture";
import { copyRecipe } from "../commands/recipe";
import { redo } from "../commands/redo";
import { runCommand } from "../commands/registry";
import { reopen } from "../commands/reopen";
import { save } from "../commands/save";
import { saveAs, saveIn } from "../commands/saveAs";
import { undo } from "../commands/undo";
import { directions, lookAlong, resetView } from "../commands/view";
import { useDocument } from "../state/document";
import { useFiles, writable } from "../state/files";
import { type Theme, useUi } from "../state/ui";
import { ToolsMenuItems } from "../tools";
import { Button, IconButton } from "../ui/Button";
import { Menu, Menubar, MenuCaption, MenuCheck, MenuChoice, MenuItem, MenuSeparator, SubMenu } from "../ui/Menubar";
import { Tooltip } from "../ui/Tooltip";
import { DrawMenu } from "./DrawMenu";
import { InsertMenu } from "./InsertMenu";
import { Logo } from "./Logo";
import { SelectMenu } from "./SelectMenu";
import { StructureMenu } from "./StructureMenu";
import { commandButton, commandItem, isEnabled, useEnabledState } from "./useCommand";

export function MenuBar() {
  return (
    <header className="menu-bar">
      <div className="menu-bar-menus">
        <div className="logo">
          <Logo />
          <span className="logo-name">Molsmith</span>
        </div>
        <Menubar label="Menu">
          <FileMenu />
          <EditMenu />
          <SelectMenu />
          <InsertMenu />
          <StructureMenu />
          <ToolsMenu />
          <ViewMenu />
          <HelpMenu />
        </Menubar>
      </div>
      <DocumentName />
      <Buttons />
    </header>
  );
}

function DocumentName() {
  const name = useDocument((doc) => doc.state?.name);
  const dirty = useDocument((doc) => doc.state?.dirty);
  return (
    <div className="document-title">
      {name !== undefined && <h1 title={name}>{name}</h1>}
      {dirty && <span className="chip">edited</span>}
    </div>
  );
}

function Buttons() {
  useEnabledState();
  const detailsOpen = useUi((ui) => ui.detailsOpen);
  return (
    <div className="menu-bar-buttons">
      <Tooltip label="Undo" shortcut={undo.shortcut}>
        <Button variant="ghost" icon={Undo2} {...commandButton(undo)} data-testid="undo">
          <span className="button-text">Undo</span>
        </Button>
      </Tooltip>
      <Tooltip label="Redo" shortcut={redo.shortcut}>
        <Button variant="ghost" icon={Redo2} {...commandButton(redo)} data-testid="redo">
          <span className="button-text">Redo</span>
        </Button>
      </Tooltip>
      <Tooltip label="Open a file" shortcut={open.shortcut}>
        <Button icon={FolderOpen} {...commandButton(open)} data-testid="file-open">
          <span className="button-text">Open…</span>
        </Button>
      </Tooltip>
      <Tooltip label="Save as a file" shortcut={save.shortcut}>
        <Button variant="primary" icon={Save} {...commandButton(save)} data-testid="file-save">
          <span className="button-text">Save</span>
        </Button>
      </Tooltip>
      <IconButton
        label={detailsOpen ? "Hide details" : "Show details"}
        icon={PanelRight}
        aria-pressed={detailsOpen}
        onClick={() => void runCommand(toggleDetails)}
        data-testid="details-toggle"
      />
    </div>
  );
}

function FileMenu() {
  useEnabledState();
  const formats = useFiles((files) => files.formats);
  return (
    <Menu label="File" testId="file-menu">
      <MenuItem {...commandItem(newCell)} icon={BoxSelect} testId="new-cell" />
      <MenuItem {...commandItem(bulkCrystal)} icon={Gem} testId="new-bulk" />
      <MenuItem {...commandItem(open)} icon={FolderOpen} testId="menu-open" />
      <MenuItem {...commandItem(reopen)} icon={RotateCcw} testId="menu-reopen" />
      <SubMenu label="Examples" icon={FlaskConical} testId="menu-examples">
        {openExamples.map((example) => (
          <MenuItem key={example.id} {...commandItem(example)} testId={example.id} />
        ))}
      </SubMenu>
      <MenuSeparator />
      <MenuItem {...commandItem(save)} icon={Save} testId="menu-save" />
      <SubMenu label="Save as" disabled={!isEnabled(saveAs)} testId="file-save-menu">
        {writable(formats).map((format) => (
          <MenuItem key={format.id} {...commandItem(saveIn(format))} testId={`file-save-${format.id}`} />
        ))}
        <MenuSeparator />
        <MenuItem {...commandItem(saveAs)} label="Choose…" testId="file-save-as" />
      </SubMenu>
      <MenuItem {...commandItem(copyRecipe)} icon={Link} testId="copy-recipe" />
      <MenuSeparator />
      <MenuItem {...commandItem(close)} icon={X} testId="file-close" />
    </Menu>
  );
}

function EditMenu() {
  useEnabledState();
  return (
    <Menu label="Edit" testId="edit-menu">
      <MenuItem {...commandItem(undo)} icon={Undo2} testId="menu-undo" />
      <MenuItem {...commandItem(redo)} icon={Redo2} testId="menu-redo" />
      <MenuItem {...commandItem(clearAll)} icon={Eraser} testId="menu-clear-all" />
      <MenuSeparator />
      <MenuItem {...commandItem(cutAtoms)} icon={Scissors} testId="menu-cut" />
      <MenuItem {...commandItem(copyAtoms)} icon={Copy} testId="menu-copy" />
      <MenuItem {...commandItem(pasteAtoms)} icon={ClipboardPaste} testId="menu-paste" />
      <MenuItem {...commandItem(duplicateAtoms)} icon={CopyPlus} testId="menu-duplicate" />
      <MenuItem {...commandItem(deleteSelection)} icon={Trash2} testId="menu-delete" />
    </Menu>
  );
}

function ToolsMenu() {
  useEnabledState();
  return (
    <Menu label="Tools" testId="tools-menu">
      <ToolsMenuItems />
    </Menu>
  );
}

function ViewMenu() {
  useEnabledState();
  const ui = useUi();
  const original = useDocument((doc) => doc.state?.original ?? false);
  return (
    <Menu label="View" testId="view-menu">
      <MenuItem {...commandItem(resetView)} testId="menu-reset" />
      <SubMenu label="Look along" disabled={!isEnabled(resetView)} testId="look-along">
        {directions.map((group, index) => (
          <Fragment key={group[0]}>
            {index > 0 && <MenuSeparator />}
            {group.map((axis) => (
              <MenuItem
                key={axis}
                {...commandItem(lookAlong(axis))}
                label={axis.replace("-", "−")}
                testId={`look-${axis}`}
              />
            ))}
          </Fragment>
        ))}
      </SubMenu>
      <MenuSeparator />
      <DrawMenu />
      <MenuItem {...commandItem(savePicture)} icon={ImageDown} testId="save-picture" />
      <MenuSeparator />
      <MenuItem
        {...commandItem(showOriginal)}
        label={original ? "Back to your edits" : showOriginal.label}
        icon={original ? EyeOff : Eye}
        testId="menu-original"
      />
      <MenuSeparator />
      <MenuCheck label="Details" checked={ui.detailsOpen} onChange={() => void runCommand(toggleDetails)} />
      <MenuCheck label="History" checked={ui.historyOpen} onChange={() => void runCommand(toggleHistory)} />
      <MenuSeparator />
      <MenuCaption>Theme</MenuCaption>
      <MenuChoice
        value={ui.theme}
        onChange={(theme) => ui.set({ theme: theme as Theme })}
        options={[
          { value: "light", label: "Light", testId: "theme-light" },
          { value: "dark", label: "Dark", testId: "theme-dark" },
          { value: "auto", label: "As the system", testId: "theme-auto" },
        ]}
      />
      <MenuSeparator />
      <MenuCheck
        label="Single-letter shortcuts"
        checked={ui.letterShortcuts}
        onChange={(letterShortcuts) => ui.set({ letterShortcuts })}
        testId="letter-shortcuts"
      />
    </Menu>
  );
}

function HelpMenu() {
  return (
    <Menu label="Help" testId="help-menu">
      <MenuItem {...commandItem(showGuide)} icon={BookOpen} testId="help-guide" />
      <MenuItem {...commandItem(showShortcuts)} icon={Keyboard} testId="help-shortcuts" />
      <MenuSeparator />
      <MenuItem {...commandItem(showLicenses)} icon={Scale} testId="help-licenses" />
      <MenuItem {...commandItem(showAbout)} icon={Info} testId="help-about" />
    </Menu>
  );
}
