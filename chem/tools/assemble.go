package tools

import (
	"cmp"
	"strings"

	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// maxResultName is the longest name a result gets.
const maxResultName = 128

// copies is a component and how many of it to place.
type copies struct {
	*component
	count   int
	residue string // the residue name that was asked for; "": derived from the name
}

// residueNames returns the residue names of the components, each different: first
// those that were asked for get theirs, then the others one of their molecule's name.
func residueNames(list []copies) []string {
	var order []int
	var names []string
	for _, given := range []bool{true, false} {
		for i, c := range list {
			if (c.residue != "") == given {
				order = append(order, i)
				names = append(names, cmp.Or(c.residue, c.name))
			}
		}
	}
	residues := make([]string, len(list))
	for k, name := range structure.ResidueNames(names) {
		residues[order[k]] = name
	}
	return residues
}

func totalAtoms(list []copies) int {
	n := 0
	for _, c := range list {
		n += c.count * c.atoms.Len()
	}
	return n
}

func totalMolecules(list []copies) int {
	n := 0
	for _, c := range list {
		n += c.count
	}
	return n
}

// assemble makes the structure of packed copies: components in their order, copies
// in a row, atoms in the order of the mol block. positions belongs to the result.
// Bond orders and charges are the given ones; molecules count from 0, residue
// numbers from 1.
func assemble(list []copies, positions []float64) contract.Structure {
	n, molecules, bonds := totalAtoms(list), totalMolecules(list), 0
	for _, c := range list {
		bonds += c.count * len(c.atoms.Bonds)
	}
	residues := residueNames(list)
	s := contract.Structure{
		Elements:      make([]uint8, 0, n),
		Positions:     positions,
		Bonds:         make([][2]uint32, 0, bonds),
		BondOrders:    make([]uint8, 0, bonds),
		Molecules:     make([]int32, 0, n),
		ResidueNames:  make([]string, 0, n),
		ResidueIDs:    make([]int32, 0, n),
		AtomNames:     make([]string, 0, n),
		FormalCharges: make([]int32, 0, n),
	}
	molecule := int32(0)
	for i, c := range list {
		one := c.atoms
		orders := one.BondOrders
		if orders == nil {
			orders = ones(len(one.Bonds))
		}
		charges := one.FormalCharges
		if charges == nil {
			charges = make([]int32, one.Len())
		}
		for range c.count {
			first := uint32(len(s.Elements))
			s.Elements = append(s.Elements, one.Elements...)
			s.AtomNames = append(s.AtomNames, c.names...)
			s.FormalCharges = append(s.FormalCharges, charges...)
			s.BondOrders = append(s.BondOrders, orders...)
			for _, b := range one.Bonds {
				s.Bonds = append(s.Bonds, [2]uint32{first + b[0], first + b[1]})
			}
			for range one.Elements {
				s.Molecules = append(s.Molecules, molecule)
				s.ResidueIDs = append(s.ResidueIDs, molecule+1)
				s.ResidueNames = append(s.ResidueNames, residues[i])
			}
			molecule++
		}
	}
	if molecules == 0 {
		s.Positions = []float64{}
	}
	s.Compact()
	return s
}

func ones(n int) []uint8 {
	list := make([]uint8, n)
	for i := range list {
		list[i] = 1
	}
	return list
}

// resultName joins the components' names ("water-ethanol").
func resultName(list []copies) string {
	slugs := make([]string, len(list))
	for i, c := range list {
		slugs[i] = structure.Slug(c.name)
	}
	name := strings.Join(slugs, "-")
	return name[:min(len(name), maxResultName)]
}
