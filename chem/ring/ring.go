// Package ring finds the rings of a molecular graph: a minimum cycle basis (the
// smallest set of smallest rings, SSSR) and the relevant cycles, which are all
// rings that stand in some minimum cycle basis. The relevant cycles do not depend
// on the numbering of the atoms, so whatever must be the same for equal atoms
// counts those.
//
// The candidates are Vismara's families (Electronic Journal of Combinatorics 4,
// 1997, R9): an odd ring is two shortest paths of equal length from a root with a
// bond between their ends, an even one the same with an atom between them. They are
// taken by size and kept when they are independent, over GF(2), of the smaller ones.
package ring

import (
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
)

// Limits of the relevant cycles of one molecule: cages fused from many equal rings
// can have exponentially many. Where they are passed, only the basis is given.
const (
	MaxRelevant      = 10_000    // rings beyond the number in the basis
	maxRelevantAtoms = 1_000_000 // atoms of all rings of fused systems together
)

// maxWork bounds the search in one molecule, in steps of about a nanosecond. Sheets
// and tubes of ten thousand rings stay far below; hubs joined by thousands of paths
// do not.
const maxWork = 200_000_000

// Set is what Find knows of the rings of one molecule. Rings are lists of atoms in
// the order of the walk, smaller rings first. They must not be changed: Basis and
// Relevant share them.
type Set struct {
	// Basis is one smallest set of smallest rings.
	Basis [][]int
	// Relevant holds every ring of every smallest set of smallest rings. When they
	// are more than MaxRelevant beyond the basis it equals Basis, and Truncated is true.
	Relevant  [][]int
	Truncated bool
	// GivenUp says that the search was ended by its limit: Basis and Relevant lack
	// rings.
	GivenUp bool

	atoms []bool // per atom: in a ring
	bonds []bool // per bond: in a ring
}

// InRing says whether atom i is in a ring.
func (s *Set) InRing(i int) bool { return s.atoms[i] }

// BondInRing says whether bond k is in a ring.
func (s *Set) BondInRing(k int) bool { return s.bonds[k] }

// Find returns the rings of m. Every bond counts as an edge except dative ones:
// a chelate is no ring, as in RDKit.
// The result depends only on m, and on the numbering of its atoms only in the
// choice of Basis among equals and in the order of the rings. m must pass Check.
func Find(m *mol.Mol) *Set {
	adjacency := m.Neighbors()
	return FindIn(m, &adjacency)
}

// FindIn is Find for a molecule whose neighbors are known: adjacency must be that of m.
func FindIn(m *mol.Mol, adjacency *mol.Adjacency) *Set {
	flags := make([]bool, len(m.Atoms)+len(m.Bonds))
	f := finder{m: m, adjacency: adjacency, work: maxWork}
	f.set = &Set{atoms: flags[:len(m.Atoms):len(m.Atoms)], bonds: flags[len(m.Atoms):]}
	f.blocks()
	f.rings()
	return f.set
}

// finder is one search for rings.
type finder struct {
	m         *mol.Mol
	adjacency *mol.Adjacency
	set       *Set
	work      int // steps left

	parts []part
	bonds []int32 // of all parts, each in rising order
	part  []int32 // per bond of the molecule: 1 + its part; 0: in no ring
	local []int32 // per atom: its number in the part that is searched

	arena    []int // room for the atoms of rings
	relevant int   // atoms of all relevant rings
}

// part is a two-connected part of the molecule: its bonds are bonds[from:to].
type part struct {
	from, to int
	rank     int // independent rings
}

// rings fills the set from the parts.
func (f *finder) rings() {
	s, rank := f.set, 0
	for i := range f.parts {
		p := &f.parts[i]
		p.rank = 1 + p.to - p.from
		for _, k := range f.bonds[p.from:p.to] {
			s.bonds[k] = true
			for _, a := range [2]int{f.m.Bonds[k].A, f.m.Bonds[k].B} {
				// The first atom of the walk through a part may be one of another part.
				if f.local[a] != int32(i+1) {
					f.local[a] = int32(i + 1)
					s.atoms[a] = true
					p.rank--
				}
			}
		}
		rank += p.rank
	}
	if rank == 0 {
		return
	}
	f.arena = make([]int, len(f.bonds)+4*(rank-len(f.parts)))
	lists := make([][]int, 2*rank)
	s.Basis, s.Relevant = lists[:0:rank], lists[rank:rank]
	for i := range f.parts {
		if p := &f.parts[i]; p.rank == 1 {
			ring := f.walk(i)
			s.Basis = append(s.Basis, ring)
			s.Relevant = append(s.Relevant, ring)
		} else {
			f.addFused(i, MaxRelevant+rank)
		}
		if s.GivenUp {
			break
		}
	}
	bySize := func(a, b []int) int { return len(a) - len(b) }
	sorting.Stable(s.Basis, bySize)
	if s.Truncated {
		s.Relevant = s.Basis
		return
	}
	sorting.Stable(s.Relevant, bySize)
}

// take returns room for a ring of n atoms.
func (f *finder) take(n int) []int {
	if len(f.arena) < n {
		f.arena = make([]int, max(n, 256))
	}
	ring := f.arena[:n:n]
	f.arena = f.arena[n:]
	return ring
}

// walk returns the atoms of a part that is one ring: from the lowest one to the
// lower of its neighbors.
func (f *finder) walk(i int) []int {
	bonds := f.bonds[f.parts[i].from:f.parts[i].to]
	ring := f.take(len(bonds))
	first := len(f.m.Atoms)
	for _, k := range bonds {
		first = min(first, f.m.Bonds[k].A, f.m.Bonds[k].B)
	}
	at, from := first, -1
	for n := range ring {
		ring[n] = at
		to := -1
		for _, next := range f.adjacency.Of(at) {
			if f.part[next.Bond] == int32(i+1) && next.Atom != from && (to < 0 || next.Atom < to) {
				to = next.Atom
			}
		}
		at, from = to, at
	}
	return ring
}
