import { Atom, CirclePlus, MousePointer2, Move, Rotate3d, Ruler, Stamp, Trash2 } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { type ComponentType, Fragment } from "react";
import { type RailCommand, railGroups } from "../commands/railTools";
import { runCommand } from "../commands/registry";
import { type RailTool, useUi } from "../state/ui";
import { BondIcon } from "../ui/BondIcon";
import { Tooltip } from "../ui/Tooltip";
import { isEnabled, shownShortcut, useEnabledState } from "./useCommand";

const icons: Record<RailTool, ComponentType> = {
  select: MousePointer2,
  move: Move,
  rotate: Rotate3d,
  add: CirclePlus,
  bond: BondIcon,
  element: Atom,
  delete: Trash2,
  place: Stamp,
  measure: Ruler,
};

/** What a click in the view does: one of the tools. */
export function ToolRail() {
  const tool = useUi((ui) => ui.tool);
  useEnabledState();
  const choose = (value: string) => {
    const command = railGroups.flat().find((candidate) => candidate.tool === value);
    if (command) runCommand(command);
  };
  return (
    <nav className="rail" aria-label="Tools">
      <RadioGroup.Root
        className="rail-group"
        aria-label="Tool"
        orientation="vertical"
        value={tool}
        onValueChange={choose}
      >
        {railGroups.map((group, k) => (
          <Fragment key={group[0]?.tool}>
            {k > 0 && <hr className="rail-line" />}
            {group.map((command) => (
              <RailButton key={command.tool} command={command} />
            ))}
          </Fragment>
        ))}
      </RadioGroup.Root>
    </nav>
  );
}

function RailButton({ command }: { command: RailCommand }) {
  const Icon = icons[command.tool];
  return (
    <Tooltip label={command.label} shortcut={shownShortcut(command)} side="right">
      <RadioGroup.Item
        value={command.tool}
        disabled={!isEnabled(command)}
        className="rail-button"
        aria-label={command.label}
        data-testid={`tool-${command.tool}`}
      >
        <Icon />
      </RadioGroup.Item>
    </Tooltip>
  );
}
