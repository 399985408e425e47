/** A user action. Menus, rail, buttons, keyboard and tests call the same one. */
export interface Command {
  id: string;
  label: string;
  /** "mod+z" style; mod is Ctrl or ⌘. A single letter works without modifiers. */
  shortcut?: string;
  /** The browser has an event of its own for the keys: it does the work, and the page does not take them. */
  native?: boolean;
  enabled?(): boolean;
  /** Why it is not enabled, for who looks at it. */
  reason?(): string | undefined;
  run(): void | Promise<void>;
}
