package ring

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// graph is one two-connected part with its own numbering of atoms and edges.
type graph struct {
	atoms []int    // index in the molecule
	next  [][]edge // neighbors, by rising atom number
	edges int
}

type edge struct{ to, id int }

// addBlock finds the rings of one two-connected part, given by its bonds. Candidates
// are made up to a size that doubles until the basis is full, so that a large sheet
// of small rings takes linear time.
func (s *Set) addBlock(m *mol.Mol, bonds []int) {
	g := newGraph(m, bonds)
	want := g.edges - len(g.atoms) + 1
	if want == 1 {
		ring := g.walk()
		s.Basis = append(s.Basis, ring)
		s.Relevant = append(s.Relevant, ring)
		return
	}
	basis := newEchelon(g.edges)
	search := newSearch(g)
	basis.work, search.work = &s.work, &s.work
	for above, upTo := 0, 8; basis.rank() < want && !s.GivenUp; above, upTo = upTo, 2*upTo {
		families := search.families(above, upTo)
		if s.work <= 0 {
			s.GivenUp = true
			return
		}
		for from := 0; from < len(families) && basis.rank() < want && !s.GivenUp; {
			to := from
			for to < len(families) && len(families[to].ring) == len(families[from].ring) {
				to++
			}
			s.addSize(search, families[from:to], basis, want)
			from = to
		}
	}
}

// addSize takes all families of one ring size. A family is relevant when its ring is
// independent of all smaller rings; it enters the basis when it is also independent
// of the equal ones taken before.
func (s *Set) addSize(search *search, families []family, basis *echelon, want int) {
	g, smaller := search.g, basis.rank()
	for i := range families {
		if s.work <= 0 {
			s.GivenUp = true
			return
		}
		f := &families[i]
		cycle := g.vector(f.ring)
		if !basis.independent(cycle, smaller) {
			continue
		}
		s.addRelevant(search, f)
		if basis.rank() < want && basis.add(cycle) {
			s.Basis = append(s.Basis, g.inMolecule(f.ring))
		}
	}
}

func newGraph(m *mol.Mol, bonds []int) *graph {
	g := &graph{edges: len(bonds)}
	local := make(map[int]int, len(bonds))
	for _, k := range bonds {
		for _, a := range [2]int{m.Bonds[k].A, m.Bonds[k].B} {
			if _, ok := local[a]; !ok {
				local[a] = 0
				g.atoms = append(g.atoms, a)
			}
		}
	}
	slices.Sort(g.atoms)
	for i, a := range g.atoms {
		local[a] = i
	}
	g.next = make([][]edge, len(g.atoms))
	for id, k := range bonds {
		a, b := local[m.Bonds[k].A], local[m.Bonds[k].B]
		g.next[a] = append(g.next[a], edge{b, id})
		g.next[b] = append(g.next[b], edge{a, id})
	}
	for _, next := range g.next {
		slices.SortFunc(next, func(a, b edge) int { return a.to - b.to })
	}
	return g
}

// walk returns the atoms of a part that is one ring.
func (g *graph) walk() []int {
	ring := make([]int, 0, len(g.atoms))
	for at, from := 0, -1; ; {
		ring = append(ring, g.atoms[at])
		to := g.next[at][0].to
		if to == from {
			to = g.next[at][1].to
		}
		if to == 0 {
			return ring
		}
		at, from = to, at
	}
}

func (g *graph) inMolecule(ring []int) []int {
	out := make([]int, len(ring))
	for i, a := range ring {
		out[i] = g.atoms[a]
	}
	return out
}

// vector is a ring as a set of edges.
func (g *graph) vector(ring []int) vector {
	v := make(vector, (g.edges+63)/64)
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		for _, e := range g.next[a] {
			if e.to == b {
				v[e.id/64] ^= 1 << (e.id % 64)
			}
		}
	}
	return v
}
