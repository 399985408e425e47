//go:build tools || !part

package core

// The commands of the tools' worker beside the tools: what may take long.
func init() {
	table["structure.cleanUp"] = on(structureCleanUp)
}
