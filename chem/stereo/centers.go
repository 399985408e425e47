package stereo

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// centers collects the stated configurations of atoms that can have one.
func (f *finder) centers() []mol.Center {
	var list []mol.Center
	for _, c := range f.m.Centers {
		if c.Class == mol.Tetrahedral && !f.tetrahedral(c.Atom) {
			continue
		}
		if c.Class == mol.Allene {
			var ok bool
			if c, ok = f.axis(c); !ok {
				continue
			}
		}
		c.Ligands = slices.Clone(c.Ligands)
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b mol.Center) int { return a.Atom - b.Atom })
	return list
}

// tetrahedral says whether atom i can be a tetrahedral center, as RDKit sees it: four
// ligands of which one may be a hydrogen, or three where the lone pair stays in place:
// at phosphorus and arsenic, at sulfur and selenium with one double bond or a positive
// charge, and at nitrogen where rings hold it.
func (f *finder) tetrahedral(i int) bool {
	a := &f.m.Atoms[i]
	if a.Aromatic || a.Element <= 1 {
		return a.Element == 0 && f.adjacency.Degree(i)+int(a.Hydrogens) >= 3
	}
	degree, hydrogens := 0, int(a.Hydrogens)
	double := 0
	for _, next := range f.adjacency.Of(i) {
		switch f.m.Bonds[next.Bond].Order {
		case mol.Dative:
			if f.m.Bonds[next.Bond].A != i {
				continue // a ligand of a metal; the metal itself counts its donors below
			}
		case mol.Double:
			double++
		}
		if f.m.Atoms[next.Atom].Element == 1 && f.m.Atoms[next.Atom].Isotope == 0 {
			hydrogens++
		}
		degree++
	}
	if f.p.Mol.Atoms[i].Hydrogens > 1 || hydrogens > 1 {
		return false
	}
	switch total := degree + int(a.Hydrogens); {
	case total == 4:
		return true
	case total != 3:
		return false
	}
	switch a.Element {
	case 7:
		return f.heldNitrogen(i, degree)
	case 15, 33:
		return true
	case 16, 34:
		valence := f.p.Valence[i]
		return valence == 4 || valence == 3 && a.Charge == 1
	}
	return false
}

// heldNitrogen says whether the rings of a three-coordinate nitrogen keep it from
// turning inside out: it is shared by three rings or is a bridgehead.
func (f *finder) heldNitrogen(i, degree int) bool {
	if degree != 3 || f.m.Atoms[i].Hydrogens > 0 {
		return false
	}
	for _, next := range f.adjacency.Of(i) {
		if !f.p.Rings.BondInRing(next.Bond) {
			return false
		}
	}
	return f.bridgehead(i)
}

// bridgehead says whether two rings that share atom i share at least two bonds.
func (f *finder) bridgehead(i int) bool {
	var with [][]int
	for _, ring := range f.p.Rings.Relevant {
		if slices.Contains(ring, i) {
			with = append(with, ring)
		}
	}
	for n, a := range with {
		for _, b := range with[:n] {
			shared := 0
			for _, atom := range a {
				if slices.Contains(b, atom) {
					shared++
				}
			}
			if shared > 2 {
				return true
			}
		}
	}
	return false
}

// axis turns a configuration stated at the middle of cumulated double bonds, whose
// ligands are its two neighbors, into one over the four ligands of the ends.
func (f *finder) axis(c mol.Center) (mol.Center, bool) {
	if len(c.Ligands) == 4 {
		return c, true
	}
	if len(c.Ligands) != 2 {
		return c, false
	}
	var ligands []int
	for _, first := range c.Ligands {
		end, from := first, c.Atom
		for { // follow the double bonds
			if end < 0 {
				return c, false
			}
			next := -1
			for _, n := range f.adjacency.Of(end) {
				if n.Atom != from && f.m.Bonds[n.Bond].Order == mol.Double {
					next = n.Atom
				}
			}
			if next < 0 || f.adjacency.Degree(end) != 2 {
				break
			}
			if next == c.Atom {
				return c, false // a ring of double bonds
			}
			end, from = next, end
		}
		var here []int
		for _, n := range f.adjacency.Of(end) {
			if n.Atom != from {
				here = append(here, n.Atom)
			}
		}
		slices.Sort(here)
		for range f.m.Atoms[end].Hydrogens {
			// The hydrogen of a bracket atom stands after the atom before it.
			at := 0
			if len(here) > 0 && here[0] < end {
				at = 1
			}
			here = slices.Insert(here, at, mol.ImplicitHydrogen)
		}
		if len(here) != 2 {
			return c, false
		}
		ligands = append(ligands, here...)
	}
	c.Ligands = ligands
	return c, true
}
