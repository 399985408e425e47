// Package hydrogen makes hydrogens atoms of their own, as force fields and
// embedding need them.
//
// A complete molecule is a perceived one in which every hydrogen is an atom:
// Hydrogens is 0 everywhere. Its rings, aromaticity and configuration are those of
// the molecule it was made from. Add and FromMol make one of a graph. Complete, Missing,
// Place, Adjustment and Removable work on a graph with a 3D geometry, whose atoms stay
// where they are.
package hydrogen

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/ring"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Add returns the complete molecule of p, with the configurations of s (nil: none).
// The atoms of p come first, in their order; the hydrogens follow in the order of the
// atoms they are bonded to, at the origin. It does not change p and s. Origin is that
// of p, −1 for the added hydrogens.
func Add(p *perceive.Molecule, s *stereo.Set) (*perceive.Molecule, *stereo.Set) {
	atoms, bonds := len(p.Mol.Atoms), len(p.Mol.Bonds)
	missing := 0
	for i := range p.Mol.Atoms {
		missing += int(p.Mol.Atoms[i].Hydrogens)
	}
	m := &mol.Mol{
		Name:  p.Mol.Name,
		Atoms: make([]mol.Atom, atoms, atoms+missing),
		Bonds: make([]mol.Bond, bonds, bonds+missing),
	}
	copy(m.Atoms, p.Mol.Atoms)
	copy(m.Bonds, p.Mol.Bonds)
	origin := make([]int, atoms, atoms+missing)
	copy(origin, p.Origin)
	first := make([]int, atoms) // of each atom, its first new hydrogen
	for i := range atoms {
		first[i] = len(m.Atoms)
		for range m.Atoms[i].Hydrogens {
			m.Bonds = append(m.Bonds, mol.Bond{A: i, B: len(m.Atoms), Order: mol.Single})
			m.Atoms = append(m.Atoms, mol.Atom{Element: 1, NoImplicit: true})
			origin = append(origin, -1)
		}
		m.Atoms[i].Hydrogens = 0
	}
	m.Centers = withAtoms(p.Mol, p.Mol.Centers, first)
	m.CisTrans = withSides(p.Mol.CisTrans, m.Bonds, first)
	full := &perceive.Molecule{
		Mol:           m,
		Origin:        origin,
		AromaticBonds: extend(p.AromaticBonds, bonds+missing, false),
		Valence:       extend(p.Valence, atoms+missing, 1),
		Radicals:      extend(p.Radicals, atoms+missing, 0),
		Rings:         ring.Find(m),
	}
	if s == nil {
		return full, nil
	}
	set := *s
	set.Centers = withAtoms(p.Mol, s.Centers, first)
	set.Bonds = withSides(s.Bonds, m.Bonds, first)
	return full, &set
}

// withAtoms returns centers of m whose implicit hydrogens are the atoms that begin at
// first[parent].
func withAtoms(m *mol.Mol, centers []mol.Center, first []int) []mol.Center {
	list := make([]mol.Center, len(centers))
	var adjacency mol.Adjacency
	for k, c := range centers {
		list[k] = c
		list[k].Ligands = append([]int(nil), c.Ligands...)
		if c.Class == mol.Allene {
			if adjacency.Empty() {
				adjacency = m.Neighbors()
			}
			nameEnds(m, &adjacency, c.Atom, list[k].Ligands, first)
			continue
		}
		next := first[c.Atom]
		for i, a := range c.Ligands {
			if a == mol.ImplicitHydrogen {
				list[k].Ligands[i] = next
				next++
			}
		}
	}
	return list
}

// nameEnds replaces implicit hydrogens among the ligands of cumulated double bonds, two
// at each end, around atom center.
func nameEnds(m *mol.Mol, adjacency *mol.Adjacency, center int, ligands, first []int) {
	var ends []int
	for _, next := range adjacency.Of(center) {
		before, at := center, next.Atom
		for range m.Atoms { // along the double bonds
			on := -1
			for _, far := range adjacency.Of(at) {
				if far.Atom != before && m.Bonds[far.Bond].Order == mol.Double {
					on = far.Atom
				}
			}
			if on < 0 {
				break
			}
			before, at = at, on
		}
		ends = append(ends, at)
	}
	if len(ends) != 2 || len(ligands) != 4 {
		return
	}
	beside := func(end int, pair []int) bool {
		for _, a := range pair {
			if a >= 0 && !neighbors(adjacency, end, a) {
				return false
			}
		}
		return true
	}
	if !beside(ends[0], ligands[:2]) || !beside(ends[1], ligands[2:]) {
		ends[0], ends[1] = ends[1], ends[0]
	}
	for i, a := range ligands {
		if a == mol.ImplicitHydrogen {
			ligands[i] = first[ends[i/2]]
		}
	}
}

func neighbors(adjacency *mol.Adjacency, a, b int) bool {
	for _, next := range adjacency.Of(a) {
		if next.Atom == b {
			return true
		}
	}
	return false
}

// withSides does the same for the ligands of double bonds.
func withSides(sides []mol.CisTrans, bonds []mol.Bond, first []int) []mol.CisTrans {
	list := make([]mol.CisTrans, len(sides))
	for k, c := range sides {
		for end, a := range [2]int{bonds[c.Bond].A, bonds[c.Bond].B} {
			if c.Ligands[end] == mol.ImplicitHydrogen {
				c.Ligands[end] = first[a]
			}
		}
		list[k] = c
	}
	return list
}

func extend[T any](values []T, n int, with T) []T {
	list := make([]T, n)
	for i := copy(list, values); i < n; i++ {
		list[i] = with
	}
	return list
}
