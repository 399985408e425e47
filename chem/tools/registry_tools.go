//go:build part && tools

package tools

import (
	"slices"

	"github.com/molsmith/molsmith/contract"
)

// all has one tool of chemistry, which the page itself runs. What the page shows of a molecule
// comes from the document's module; the rest would be a sixth of the download, and toolserver
// has it.
func all() []*contract.Tool {
	return slices.Concat([]*contract.Tool{moleculeLibrary()}, moleculeTools(), []*contract.Tool{generate3D()})
}
