import { MousePointer2, Trash2 } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { railTools } from "../commands/railTools";
import { type RailTool, useUi } from "../state/ui";
import { Tooltip } from "../ui/Tooltip";
import { shownShortcut, useEnabledState } from "./useCommand";

const icons = { select: MousePointer2, delete: Trash2 } as const;

/** What a click in the view does: one of the tools. */
export function ToolRail() {
  const tool = useUi((ui) => ui.tool);
  const set = useUi((ui) => ui.set);
  useEnabledState();
  return (
    <nav className="rail" aria-label="Tools">
      <RadioGroup.Root
        className="rail-group"
        aria-label="Tool"
        orientation="vertical"
        value={tool}
        onValueChange={(value) => set({ tool: value as RailTool })}
      >
        {railTools.map((command) => {
          const Icon = icons[command.tool];
          return (
            <Tooltip key={command.tool} label={command.label} shortcut={shownShortcut(command)} side="right">
              <RadioGroup.Item
                value={command.tool}
                className="rail-button"
                aria-label={command.label}
                data-testid={`tool-${command.tool}`}
              >
                <Icon aria-hidden />
              </RadioGroup.Item>
            </Tooltip>
          );
        })}
      </RadioGroup.Root>
    </nav>
  );
}
