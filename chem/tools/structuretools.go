//go:build !tools

package tools

import "github.com/molsmith/molsmith/contract"

// structureTools are the Builder tools.
func structureTools() []*contract.Tool {
	return []*contract.Tool{
		adsorb(),
		bulkCrystal(),
		ions(),
		liquidBox(),
		nanoparticle(),
		nanotube(),
		polymerChain(),
		polymerMelt(),
		solvate(),
		surfaceSlab(),
	}
}
