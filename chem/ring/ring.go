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
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// MaxRelevant bounds the relevant cycles of one molecule: cages fused from many
// equal rings can have exponentially many. Beyond it only the basis is given.
const MaxRelevant = 10_000

// maxWork bounds the search in one molecule, in steps of about a nanosecond. Sheets
// and tubes of some thousand atoms stay far below; hubs joined by thousands of paths
// do not.
const maxWork = 400_000_000

// Set is what Find knows of the rings of one molecule. Rings are lists of atoms in
// the order of the walk, smaller rings first.
type Set struct {
	// Basis is one smallest set of smallest rings.
	Basis [][]int
	// Relevant holds every ring of every smallest set of smallest rings. When there
	// are more than MaxRelevant it equals Basis, and Truncated is true.
	Relevant  [][]int
	Truncated bool
	// GivenUp says that the search was ended by its limit: Basis and Relevant lack
	// rings.
	GivenUp bool

	work  int    // steps left
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
	s := &Set{work: maxWork, atoms: make([]bool, len(m.Atoms)), bonds: make([]bool, len(m.Bonds))}
	adjacency := m.Neighbors()
	for _, part := range blocks(m, &adjacency) {
		for _, k := range part {
			s.bonds[k] = true
			s.atoms[m.Bonds[k].A] = true
			s.atoms[m.Bonds[k].B] = true
		}
		s.addBlock(m, part)
	}
	bySize := func(a, b []int) int { return len(a) - len(b) }
	slices.SortStableFunc(s.Basis, bySize)
	if s.Truncated {
		s.Relevant = s.Basis
	}
	slices.SortStableFunc(s.Relevant, bySize)
	return s
}

// blocks returns the bonds of every two-connected part with a ring, in the order of
// its first bond (Hopcroft and Tarjan 1973, without recursion).
func blocks(m *mol.Mol, adjacency *mol.Adjacency) [][]int {
	n := len(m.Atoms)
	depth := make([]int, n) // 0: not seen
	low := make([]int, n)
	via := make([]int, n) // bond that led here; -1 at a root
	at := make([]int, n)  // next neighbor to look at
	var path, bonds []int
	var found [][]int
	for root := range n {
		if depth[root] != 0 {
			continue
		}
		depth[root], low[root], via[root] = 1, 1, -1
		path = append(path[:0], root)
		for len(path) > 0 {
			a := path[len(path)-1]
			if next := adjacency.Of(a); at[a] < len(next) {
				step := next[at[a]]
				at[a]++
				switch {
				case step.Bond == via[a] || m.Bonds[step.Bond].Order == mol.Dative:
				case depth[step.Atom] == 0:
					depth[step.Atom] = depth[a] + 1
					low[step.Atom] = depth[step.Atom]
					via[step.Atom] = step.Bond
					bonds = append(bonds, step.Bond)
					path = append(path, step.Atom)
				case depth[step.Atom] < depth[a]:
					bonds = append(bonds, step.Bond)
					low[a] = min(low[a], depth[step.Atom])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) == 0 {
				break
			}
			parent := path[len(path)-1]
			low[parent] = min(low[parent], low[a])
			if low[a] >= depth[parent] {
				from := len(bonds) - 1 // the block is what came after its first bond
				for bonds[from] != via[a] {
					from--
				}
				if len(bonds)-from > 2 {
					part := slices.Clone(bonds[from:])
					slices.Sort(part)
					found = append(found, part)
				}
				bonds = bonds[:from]
			}
		}
	}
	slices.SortFunc(found, func(a, b []int) int { return a[0] - b[0] })
	return found
}
