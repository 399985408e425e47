import {
  Box,
  Copy,
  Ellipsis,
  PencilRuler,
  Plus,
  Rotate3d,
  Stamp as StampIcon,
  TextCursorInput,
  Trash2,
} from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { canFillBox, fillBox } from "../commands/fillBox";
import { placeMolecule } from "../commands/placeMolecule";
import { failed } from "../commands/report";
import type { MoleculeChoice } from "../forms/molecules";
import { chooseStamp } from "../rail/tools/place";
import { useNotices } from "../state/notices";
import { useRail } from "../state/rail";
import { useUi } from "../state/ui";
import { IconButton } from "../ui/Button";
import { Formula } from "../ui/Formula";
import { MenuButton, type MenuButtonProps } from "../ui/MenuButton";
import { TextField } from "../ui/TextField";
import { deleteEntry, renameEntry } from "./library";
import { Thumbnail } from "./Thumbnail";

/** One molecule: picture, name and what can be done with it. */
export function LibraryRow({ choice }: { choice: MoleculeChoice }) {
  const { id, name, formula, flat, smiles, value, entry } = choice;
  const [renaming, setRenaming] = useState(false);
  const chosen = useRail((rail) => rail.stamp?.id === id);
  const more = useRef<HTMLButtonElement>(null);
  const done = () => {
    setRenaming(false);
    // The field goes: the focus stays in its row.
    requestAnimationFrame(() => more.current?.focus());
  };
  return (
    <li className="library-row" data-testid={`library-item-${id}`} data-name={name}>
      <Thumbnail smiles={smiles} molblock={entry?.molblock} />
      {renaming ? (
        <Rename name={name} onDone={done} onRename={(wanted) => void renameEntry(id, wanted)} />
      ) : (
        <span className="library-name">
          <b title={name}>{name}</b>
          <small>
            <Formula text={formula} />
            {flat && <span className="flat-mark">flat</span>}
          </small>
        </span>
      )}
      {flat ? (
        <IconButton
          label={`Make ${name} 3D`}
          icon={Rotate3d}
          side="left"
          onClick={() => open(choice)}
          data-testid="library-solid"
        />
      ) : (
        <>
          <IconButton
            label={`Place ${name} by clicks`}
            icon={StampIcon}
            side="left"
            aria-pressed={chosen}
            onClick={() => {
              chooseStamp({ id, name, molblock: value.molblock ?? "" });
              if (useRail.getState().stamp) useUi.getState().set({ tool: "place" });
            }}
            data-testid="library-stamp"
          />
          <IconButton
            label={`Place ${name}`}
            icon={Plus}
            side="left"
            onClick={() => void placeMolecule(name, value.molblock ?? "")}
            data-testid="library-place"
          />
        </>
      )}
      <MenuButton
        trigger={<IconButton ref={more} label={`More for ${name}`} icon={Ellipsis} data-testid="library-row-menu" />}
        items={actions(choice, () => setRenaming(true))}
      />
    </li>
  );
}

/** The dialog with this molecule: as it was drawn, by its SMILES, or as its mol block. */
function open({ name, smiles, value, entry }: MoleculeChoice): void {
  useUi.getState().openMolecule({ text: smiles || (value.molblock ?? ""), name, sketch: entry?.sketch ?? null });
}

function actions(choice: MoleculeChoice, rename: () => void): MenuButtonProps["items"] {
  const { name, smiles, flat, value, entry } = choice;
  const items: MenuButtonProps["items"] = [
    {
      label: "Fill a box with it…",
      icon: Box,
      disabled: flat || !canFillBox(),
      onSelect: () => fillBox(value),
      testId: "library-box",
    },
    {
      label: flat ? "Make it 3D…" : "Edit a copy…",
      icon: flat ? Rotate3d : PencilRuler,
      onSelect: () => open(choice),
      testId: "library-edit",
    },
    { label: "Copy SMILES", icon: Copy, disabled: !smiles, onSelect: () => void copy(smiles, name) },
  ];
  if (entry)
    items.push({ label: "Rename", icon: TextCursorInput, onSelect: rename, testId: "library-rename" }, "separator", {
      label: "Delete",
      icon: Trash2,
      onSelect: () => void deleteEntry(entry.id),
      testId: "library-delete",
    });
  return items;
}

async function copy(smiles: string, name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(smiles);
    useNotices.getState().announce(`SMILES of ${name} copied`);
  } catch (error) {
    failed("Could not copy", error);
  }
}

function Rename({ name, onRename, onDone }: { name: string; onRename(name: string): void; onDone(): void }) {
  const [text, setText] = useState(name);
  const finished = useRef(false);
  const finish = (take: boolean) => {
    if (finished.current) return;
    finished.current = true;
    if (take) onRename(text);
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") finish(true);
    else if (event.key === "Escape") {
      event.stopPropagation();
      finish(false);
    }
  };
  return (
    <TextField
      className="library-rename"
      aria-label={`New name of ${name}`}
      value={text}
      onChange={setText}
      maxLength={80}
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={() => finish(true)}
      onKeyDown={onKeyDown}
      data-testid="library-name"
    />
  );
}
