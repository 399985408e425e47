import { type RailTool, useUi } from "../state/ui";
import type { Command } from "./types";

/** A tool of the rail: what a click in the view does. */
export interface RailCommand extends Command {
  tool: RailTool;
  /** For the status line: what to do with it. */
  hint: string;
}

const choose = (tool: RailTool) => () => useUi.getState().set({ tool });

export const selectTool: RailCommand = {
  id: "tool.select",
  tool: "select",
  label: "Select",
  shortcut: "s",
  hint: "click an atom, Shift adds, double-click takes the molecule",
  run: choose("select"),
};

export const deleteTool: RailCommand = {
  id: "tool.delete",
  tool: "delete",
  label: "Delete",
  shortcut: "d",
  hint: "click an atom to delete it with its bonds",
  run: choose("delete"),
};

export const railTools: readonly RailCommand[] = [selectTool, deleteTool];
