//go:build crystals || !part

package tools

import "github.com/molsmith/molsmith/contract"

// crystalTools are the Builder tools of crystals and what is on them. The page has them in
// the module that it loads when the first of them is needed.
func crystalTools() []*contract.Tool {
	return []*contract.Tool{adsorb(), bulkCrystal(), nanoparticle(), nanotube(), surfaceSlab()}
}
