package mol2

import (
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
)

// shape is what the bonds of an atom say of its type.
type shape struct{ single, double, triple, aromatic int }

func shapeOf(m *mol.Mol, near *mol.Adjacency, i int) (s shape) {
	for _, n := range near.Of(i) {
		switch m.Bonds[n.Bond].Order {
		case mol.Double:
			s.double++
		case mol.Triple:
			s.triple++
		case mol.Aromatic:
			s.aromatic++
		default:
			s.single++
		}
	}
	return s
}

// sybyl returns the SYBYL type of an atom by its element and bonds: .ar in aromatic
// bonds, .1, .2, .3 by the highest order, N.am beside a carbonyl, N.pl3 beside another
// unsaturated atom, N.4 with four neighbors, O.co2 in carboxylates, S.O and S.O2.
func sybyl(m *mol.Mol, near *mol.Adjacency, i int, z uint8) string {
	s := shapeOf(m, near, i)
	switch z {
	case 6:
		switch {
		case s.aromatic > 0:
			return "C.ar"
		case s.triple > 0 || s.double > 1:
			return "C.1"
		case s.double > 0:
			return "C.2"
		}
		return "C.3"
	case 7:
		switch {
		case s.aromatic > 0:
			return "N.ar"
		case s.triple > 0 || s.double > 1:
			return "N.1"
		case near.Degree(i) == 4:
			return "N.4"
		case s.double > 0:
			return "N.2"
		}
		flat := false
		for _, n := range near.Of(i) {
			if carbonyl(m, near, n.Atom) {
				return "N.am"
			}
			other := shapeOf(m, near, n.Atom)
			flat = flat || other.double+other.aromatic > 0
		}
		if flat {
			return "N.pl3"
		}
		return "N.3"
	case 8:
		for _, n := range near.Of(i) {
			if m.Atoms[n.Atom].Element == 6 && near.Degree(i) == 1 && carboxylate(m, near, n.Atom) {
				return "O.co2"
			}
		}
		if s.double+s.aromatic > 0 {
			return "O.2"
		}
		return "O.3"
	case 15:
		return "P.3"
	case 16:
		oxygens := 0
		for _, n := range near.Of(i) {
			if m.Atoms[n.Atom].Element == 8 && m.Bonds[n.Bond].Order == mol.Double {
				oxygens++
			}
		}
		switch {
		case oxygens == 1:
			return "S.O"
		case oxygens > 1:
			return "S.O2"
		case s.double+s.aromatic > 0:
			return "S.2"
		}
		return "S.3"
	}
	return elem.Symbol(z)
}

// carbonyl says whether atom i is a carbon with a double bond to oxygen or sulfur.
func carbonyl(m *mol.Mol, near *mol.Adjacency, i int) bool {
	if m.Atoms[i].Element != 6 {
		return false
	}
	for _, n := range near.Of(i) {
		if z := m.Atoms[n.Atom].Element; (z == 8 || z == 16) && m.Bonds[n.Bond].Order == mol.Double {
			return true
		}
	}
	return false
}

// carboxylate says whether carbon i has two oxygens without other neighbors.
func carboxylate(m *mol.Mol, near *mol.Adjacency, i int) bool {
	oxygens := 0
	for _, n := range near.Of(i) {
		if m.Atoms[n.Atom].Element == 8 && near.Degree(n.Atom) == 1 {
			oxygens++
		}
	}
	return oxygens == 2
}
