/** What the rest of the page uses of the tools. */
export { watchToolLinks } from "./connect";
export { closeTool, findTool, openTool } from "./openTool";
export { startTools } from "./start";
export { ToolsMenuItems } from "./ToolsMenuItems";
