//go:build !document

package core

// The commands of the tools' worker: whatever may take long, and what needs the tools.
func init() {
	table["tools.list"] = on(toolsList)
	table["tool.preview"] = on(toolPreview)
	table["tool.run"] = on(toolRun)
	table["mcp.message"] = on(mcpMessage)
	table["structure.cleanUp"] = on(structureCleanUp)
	table["crystal.prototypes"] = on(crystalPrototypes)
	table["crystal.groups"] = on(crystalGroups)
	table["crystal.build"] = on(crystalBuild)
	table["crystal.terminations"] = on(crystalTerminations)
	table["crystal.slab"] = on(crystalSlab)
	table["crystal.symmetry"] = on(crystalSymmetry)
	table["crystal.reduce"] = on(crystalReduce)
	table["crystal.cif"] = on(crystalCIF)
	table["crystal.defects"] = on(crystalDefects)
	table["crystal.matches"] = on(crystalMatches)
	table["crystal.stack"] = on(crystalStack)
}
