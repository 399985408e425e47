//go:build !part

package tools

import (
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/contract"
)

func all() []*contract.Tool {
	structure := append(crystalTools(), moleculeTools()...)
	sorting.By(structure, func(a, b *contract.Tool) int { return strings.Compare(a.Name, b.Name) })
	return slices.Concat([]*contract.Tool{moleculeLibrary()}, structure, chemistryTools())
}
