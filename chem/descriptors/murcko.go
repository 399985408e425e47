package descriptors

import (
	"github.com/molsmith/molsmith/chem/descriptors/fragment"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Scaffold returns the framework of p: its rings, the chains that link them, and the
// atoms double-bonded to either (Bemis and Murcko, J. Med. Chem. 1996, 39, 2887, with
// the exocyclic double bonds that RDKit keeps). Hydrogens take the place of what goes,
// so that [nH] and charged atoms stay what they were; metals get none.
//
// scaffold has Kekulé orders and is to be perceived again; kept is the index in p of each
// of its atoms. Parts without a ring are gone: for such a p scaffold has no atoms.
// An atom that lost a neighbor lost its configuration, double bonds keep theirs. s may be
// nil when configurations do not matter.
func Scaffold(p *perceive.Molecule, s *stereo.Set) (scaffold *mol.Mol, kept []int) {
	adjacency := p.Mol.Neighbors()
	keep := framework(p, &adjacency)
	if s != nil {
		s = untouched(&adjacency, keep, s)
	}
	return fragment.Take(p, s, keep, nil, fragment.Hydrogens)
}

// framework says which atoms are in the scaffold of p.
func framework(p *perceive.Molecule, adjacency *mol.Adjacency) []bool {
	m := p.Mol
	core := make([]bool, len(m.Atoms))
	degree := make([]int, len(m.Atoms))
	var ends []int // atoms with at most one neighbor left, outside rings
	for i := range m.Atoms {
		core[i] = true
		degree[i] = adjacency.Degree(i)
		if degree[i] < 2 && !p.Rings.InRing(i) {
			ends = append(ends, i)
		}
	}
	for len(ends) > 0 {
		i := ends[len(ends)-1]
		ends = ends[:len(ends)-1]
		core[i] = false
		for _, next := range adjacency.Of(i) {
			j := next.Atom
			if degree[j]--; core[j] && degree[j] == 1 && !p.Rings.InRing(j) {
				ends = append(ends, j)
			}
		}
	}
	dropRingless(p, core)
	keep := make([]bool, len(m.Atoms))
	copy(keep, core)
	for _, b := range m.Bonds {
		if b.Order == mol.Double && core[b.A] != core[b.B] {
			keep[b.A], keep[b.B] = true, true
		}
	}
	return keep
}

// dropRingless takes the components without a ring out of core: a chelate's loops of
// dative bonds are no rings.
func dropRingless(p *perceive.Molecule, core []bool) {
	of, n := p.Mol.Components()
	ring := make([]bool, n)
	for i, part := range of {
		ring[part] = ring[part] || p.Rings.InRing(i)
	}
	for i, part := range of {
		core[i] = core[i] && ring[part]
	}
}

// untouched returns s without the centers that lose a neighbor.
func untouched(adjacency *mol.Adjacency, keep []bool, s *stereo.Set) *stereo.Set {
	whole := func(i int) bool {
		for _, next := range adjacency.Of(i) {
			if !keep[next.Atom] {
				return false
			}
		}
		return keep[i]
	}
	left := &stereo.Set{Bonds: s.Bonds}
	for _, c := range s.Centers {
		if whole(c.Atom) {
			left.Centers = append(left.Centers, c)
		}
	}
	return left
}
