//go:build tools

package tools

import "github.com/molsmith/molsmith/contract"

// structureTools are those that are buttons of the page. Those for crystals are tools of
// toolserver alone.
func structureTools() []*contract.Tool {
	return []*contract.Tool{ions(), liquidBox(), polymerChain(), polymerMelt(), solvate()}
}
