import { Suspense } from "react";
import { railTools } from "../commands/railTools";
import { type RailTool, useUi } from "../state/ui";
import { part } from "../ui/part";

const SettingsPanel = part(async () => (await import("./settings/SettingsPanel")).SettingsPanel);

/** Tools with nothing to set. */
const plain: readonly RailTool[] = ["select"];

/** The settings of the chosen tool, above what Details shows; nothing for a tool without. */
export function ToolSettings() {
  const tool = useUi((ui) => ui.tool);
  const command = railTools.find((candidate) => candidate.tool === tool);
  if (plain.includes(tool) || !command) return null;
  return (
    <section className="tool-settings" aria-labelledby="tool-settings-title" data-testid="tool-settings">
      <h2 id="tool-settings-title">{command.label}</h2>
      <Suspense fallback={null}>
        <SettingsPanel tool={tool} />
      </Suspense>
    </section>
  );
}
