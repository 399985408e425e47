//go:build tools

package tools

import "github.com/molsmith/molsmith/contract"

// structureTools are those that are buttons of the page. bulk_crystal is a tool of toolserver
// alone: the page has a form for crystals, and its module no room for the rest of it.
func structureTools() []*contract.Tool {
	return []*contract.Tool{adsorb(), ions(), liquidBox(), nanoparticle(), nanotube(), polymerChain(), polymerMelt(), solvate(), surfaceSlab()}
}
