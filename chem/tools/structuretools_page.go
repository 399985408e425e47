//go:build tools

package tools

import "github.com/molsmith/molsmith/contract"

// structureTools are those that are buttons of the page. It builds crystals from its own
// menus, in the document's module.
func structureTools() []*contract.Tool {
	return []*contract.Tool{ions(), liquidBox(), polymerChain(), polymerMelt(), solvate()}
}
