//go:build crystals || !part

package core

// The commands of the crystals' worker beside its tools: what the forms of crystals ask.
func init() {
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
