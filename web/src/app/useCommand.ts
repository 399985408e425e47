import { isPaused } from "../commands/original";
import { runCommand } from "../commands/registry";
import { isSingleKey } from "../commands/shortcut";
import type { Command } from "../commands/types";
import { useDocument } from "../state/document";
import { useJob } from "../state/job";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";

/** Re-renders when anything changes that an `enabled` looks at. */
export function useEnabledState(): void {
  useDocument((doc) => doc.state);
  useSelection((selection) => selection.atoms.length > 0);
  useJob((store) => store.job === null);
  useTools((tools) => `${tools.page} ${tools.run === null}`);
  useUi((ui) => `${ui.core} ${ui.tool} ${ui.busy} ${ui.letterShortcuts}`);
}

export const isEnabled = (command: Command): boolean => !isPaused(command) && (command.enabled?.() ?? true);

/** The shortcut to show; none while single-letter shortcuts are switched off. */
export function shownShortcut({ shortcut }: Command): string | undefined {
  return shortcut && isSingleKey(shortcut) && !useUi.getState().letterShortcuts ? undefined : shortcut;
}

/** Props of a button for a command. */
export function commandButton(command: Command) {
  return { disabled: !isEnabled(command), onClick: () => void runCommand(command) };
}

/** Props of a menu item for a command. */
export function commandItem(command: Command) {
  return {
    label: command.label,
    shortcut: shownShortcut(command),
    disabled: !isEnabled(command),
    hint: isPaused(command) ? "The original is shown." : isEnabled(command) ? undefined : command.reason?.(),
    onSelect: () => void runCommand(command),
  };
}
