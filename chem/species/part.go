package species

import (
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/structure"
)

// Part returns some atoms of s with the bonds among them as a graph, atoms in the order
// of s and bonds in theirs. Each connected part is made whole across the faces of the
// cell; where the bonds run through the cell without end, positions stay. Formal charges
// beyond ±127 are cut there. s must be valid, the atoms must be there; an atom that is
// named twice counts once.
func Part(s *structure.Structure, atoms []int) *mol.Mol {
	at := make([]int, s.Len())
	for _, a := range atoms {
		at[a] = 1
	}
	n := 0
	for i, chosen := range at {
		at[i] = -1
		if chosen == 1 {
			at[i] = n
			n++
		}
	}
	m := &mol.Mol{Atoms: make([]mol.Atom, 0, n)}
	for i, k := range at {
		if k < 0 {
			continue
		}
		a := mol.Atom{Element: s.Elements[i], Pos: geom.At(s.Positions, i)}
		if s.FormalCharges != nil {
			a.Charge = int8(max(-127, min(127, s.FormalCharges[i])))
		}
		m.Atoms = append(m.Atoms, a)
	}
	for k, b := range s.Bonds {
		i, j := at[b[0]], at[b[1]]
		if i < 0 || j < 0 {
			continue
		}
		order := mol.Single
		if s.BondOrders != nil {
			order = mol.Order(s.BondOrders[k])
		}
		m.Bonds = append(m.Bonds, mol.Bond{A: i, B: j, Order: order})
	}
	whole := m.Clone()
	if makeWhole(whole, s.Cell) == nil {
		m = whole
	}
	return m
}
