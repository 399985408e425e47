//go:build !document

package core

// The commands of the tools' worker: whatever may take long, and what needs the tools.
func init() {
	table["tools.list"] = on(toolsList)
	table["tool.preview"] = on(toolPreview)
	table["tool.run"] = on(toolRun)
	table["mcp.message"] = on(mcpMessage)
	table["structure.cleanUp"] = on(structureCleanUp)
}
