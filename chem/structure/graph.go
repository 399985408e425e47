package structure

import (
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// FromMol returns the atoms and bonds of m as a Structure. Bond orders are
// copied as they stand, absent when all bonds are single; dative bonds and those of
// other orders that a Structure has no number for become single. Formal charges are
// absent when all are zero. Isotopes, radicals, hydrogens that are not atoms,
// map numbers and stereo marks have no place in a Structure and are left out.
// Atoms without an element get 0, which Validate refuses.
func FromMol(m *mol.Mol) *Structure {
	s := &Structure{
		Elements:  make([]uint8, len(m.Atoms)),
		Positions: make([]float64, 3*len(m.Atoms)),
		Bonds:     make([][2]uint32, len(m.Bonds)),
	}
	for i := range m.Atoms {
		a := &m.Atoms[i]
		s.Elements[i] = a.Element
		geom.Put(s.Positions, i, a.Pos)
		if a.Charge != 0 && s.FormalCharges == nil {
			s.FormalCharges = make([]int32, len(m.Atoms))
		}
		if a.Charge != 0 {
			s.FormalCharges[i] = int32(a.Charge)
		}
	}
	for k, b := range m.Bonds {
		s.Bonds[k] = [2]uint32{uint32(b.A), uint32(b.B)}
		order := b.Order
		if order > mol.Aromatic {
			order = mol.Single
		}
		if order != mol.Single && s.BondOrders == nil {
			s.BondOrders = make([]uint8, len(m.Bonds))
			for j := range k {
				s.BondOrders[j] = 1
			}
		}
		if s.BondOrders != nil {
			s.BondOrders[k] = uint8(order)
		}
	}
	return s
}

// Mol returns the atoms, bonds and formal charges of s as a molecular graph. s
// must be valid. Formal charges beyond ±127 are cut there; names, residues,
// chains, molecules, scalars and the cell are left out.
func (s *Structure) Mol() *mol.Mol {
	m := &mol.Mol{Atoms: make([]mol.Atom, s.Len()), Bonds: make([]mol.Bond, len(s.Bonds))}
	for i, z := range s.Elements {
		m.Atoms[i] = mol.Atom{Element: z, Pos: geom.At(s.Positions, i)}
		if s.FormalCharges != nil {
			m.Atoms[i].Charge = int8(max(-127, min(127, s.FormalCharges[i])))
		}
	}
	for k, b := range s.Bonds {
		m.Bonds[k] = mol.Bond{A: int(b[0]), B: int(b[1]), Order: mol.Single}
		if s.BondOrders != nil {
			m.Bonds[k].Order = mol.Order(s.BondOrders[k])
		}
	}
	return m
}
