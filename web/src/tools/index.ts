/** What the rest of the page uses of the tools. */
export { defaultUrl, disconnectServer, watchToolLinks } from "./connect";
export { closeTool, findTool, openTool } from "./openTool";
export { ServerDialog } from "./ServerDialog";
export { startTools } from "./start";
export { ToolsMenuItems } from "./ToolsMenuItems";
