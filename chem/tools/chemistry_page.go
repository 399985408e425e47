//go:build tools

package tools

import "github.com/molsmith/molsmith/contract"

// chemistryTools is the one that the page itself runs, in the module of its tools. What the
// page shows of a molecule comes from the document's module; the rest would be a sixth of
// the download, and toolserver has it.
func chemistryTools() []*contract.Tool { return []*contract.Tool{generate3D()} }

// subjectValues is what chemistry tools would keep of a molecule.
type subjectValues struct{}
