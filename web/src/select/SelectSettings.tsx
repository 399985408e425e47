import type { LucideIcon } from "lucide-react";
import { Expand, FlipHorizontal2, Shrink, SquareDashedMousePointer } from "lucide-react";
import { isEnabled, useEnabledState } from "../app/useCommand";
import { runCommand } from "../commands/registry";
import { selectAll, selectInvert } from "../commands/select";
import { growSelection, shrinkSelection } from "../commands/selectBy";
import type { Command } from "../commands/types";
import { type SelectMode, useRail } from "../state/rail";
import { IconButton } from "../ui/Button";
import { Segments } from "../ui/Segments";
import { ExpressionField } from "./ExpressionField";
import "./select.css";

const modes: readonly { value: SelectMode; word: string; label: string }[] = [
  { value: "click", word: "Click", label: "Click selects, a drag turns the view" },
  { value: "box", word: "Box", label: "Box: a drag draws a box" },
  { value: "lasso", word: "Lasso", label: "Lasso: a drag draws around atoms" },
];

/** How the Select tool selects, and what is done to the selection as a whole. */
export function SelectSettings() {
  useEnabledState();
  const mode = useRail((rail) => rail.selectMode);
  return (
    <>
      <div className="setting-row">
        <Segments
          label="What a drag does"
          value={mode}
          onChange={(selectMode) => useRail.getState().set({ selectMode })}
          options={modes.map(({ value, word, label }) => ({
            value,
            label,
            content: word,
            testId: `select-${value}`,
          }))}
        />
        <span className="grow" />
        <Action command={selectAll} icon={SquareDashedMousePointer} testId="bar-select-all" />
        <Action command={selectInvert} icon={FlipHorizontal2} testId="bar-select-invert" />
        <Action command={growSelection} icon={Expand} testId="bar-select-grow" />
        <Action command={shrinkSelection} icon={Shrink} testId="bar-select-shrink" />
      </div>
      <ExpressionField />
    </>
  );
}

function Action({ command, icon, testId }: { command: Command; icon: LucideIcon; testId: string }) {
  return (
    <IconButton
      label={command.label}
      {...(command.shortcut ? { shortcut: command.shortcut } : {})}
      icon={icon}
      disabled={!isEnabled(command)}
      onClick={() => void runCommand(command)}
      data-testid={testId}
    />
  );
}
