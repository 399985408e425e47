import { Suspense } from "react";
import { railTools } from "../commands/railTools";
import { useDocument } from "../state/document";
import { useUi } from "../state/ui";
import { part } from "../ui/part";

const SettingsPanel = part(async () => (await import("./settings/SettingsPanel")).SettingsPanel);

/** The settings of the chosen tool, above what Details shows; none for selecting where nothing is. */
export function ToolSettings() {
  const tool = useUi((ui) => ui.tool);
  const command = railTools.find((candidate) => candidate.tool === tool);
  const atoms = useDocument((doc) => doc.state !== null && doc.state.atoms > 0);
  if (!command || (tool === "select" && !atoms)) return null;
  return (
    <section className="tool-settings" aria-labelledby="tool-settings-title" data-testid="tool-settings">
      <h2 id="tool-settings-title">{command.label}</h2>
      <Suspense fallback={null}>
        <SettingsPanel tool={tool} />
      </Suspense>
    </section>
  );
}
