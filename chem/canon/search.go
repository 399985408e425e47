package canon

import (
	"encoding/binary"
	"slices"
)

// Labeling is a numbering of the atoms of a Graph that does not depend on the order in
// which they were given.
type Labeling struct {
	// Rank is the number of each atom, from 0.
	Rank []int

	graph *Graph
	place []int32
}

// Certificate describes the graph and its configurations in terms of the ranks. It is
// equal for two graphs exactly when they are the same molecule. The configurations are
// those that the graph has now.
func (l *Labeling) Certificate() []byte { return l.graph.certificate(l.place) }

// Classes returns, for each atom, a number that is equal for atoms that the sorting by
// neighbors and configurations does not tell apart; it depends on the molecule only.
// Atoms that symmetry makes equal have equal numbers. It also returns the
// configurations, counted in the order in which SetStereo added them, that have two
// ligands of one number, so that they may make no difference.
func (g *Graph) Classes() (class []int, open []int) {
	p := newPartition(g)
	p.refineAll()
	class = make([]int, len(p.cell))
	for i, c := range p.cell {
		class[i] = int(c)
	}
	return class, p.unknown()
}

// Label numbers the atoms. It returns ErrTooSymmetric when the searches in g take more
// than their limit.
func (g *Graph) Label() (*Labeling, error) {
	p := newPartition(g)
	p.refineAll()
	if all := p.tied(); all != nil && p.settled(all) {
		p.breakTies(all)
	} else if all != nil {
		s := search{p: p}
		for _, c := range p.clusters(p.order) {
			s.solve(c)
		}
		if *g.spent += p.work; s.ended {
			return nil, ErrTooSymmetric
		}
		for _, x := range s.chosen {
			p.setApart(x.atom)
		}
	}
	rank := make([]int, len(p.cell))
	for i, r := range p.cell {
		rank[i] = int(r)
	}
	return &Labeling{rank, g, p.cell}, nil
}

// search finds the choices that lead to the best numbering. Each cluster is searched by
// itself. The partition holds the choices above the one that is being made, and no
// others.
type search struct {
	p        *partition
	chosen   []choice   // of the clusters that are solved
	found    []symmetry // that keep all choices above the one that is being made
	one, two outcome    // of twins
	identity []int32
	ended    bool // by the limit
}

// choice is an atom that was set apart, and what the partition did.
type choice struct {
	atom, cell int32
	trace      uint64
}

// symmetry is a permutation of the atoms that keeps everything: from[k] goes to to[k],
// all other atoms stay.
type symmetry struct{ from, to []int32 }

// choose sets an atom apart.
func (s *search) choose(i int32) choice {
	c := s.p.cell[i]
	s.p.setApart(i)
	return choice{i, c, s.p.trace}
}

// back takes the partition back to a state.
func (s *search) back(mark int, trace uint64) {
	s.p.undo(mark)
	s.p.trace = trace
}

// over says whether the limit is reached.
func (s *search) over() bool {
	s.ended = s.ended || s.p.work+*s.p.g.spent > maxWork
	return s.ended
}

// solve appends to chosen the best choices for a cluster; the partition stays as it is.
// Every atom of its first cell is a candidate for the first choice, but for those that
// a symmetry makes equal to one that was tried. The better candidate is the one whose
// choice leaves the smaller trace, then the smaller certificate.
func (s *search) solve(c *cluster) {
	if s.over() {
		return
	}
	mark, trace, start := len(s.p.log), s.p.trace, len(s.chosen)
	if s.p.settled(c) {
		s.chosen = append(s.chosen, s.p.breakTies(c)...)
		s.back(mark, trace)
		return
	}
	first := c.cells[0]
	candidates := slices.Clone(s.p.order[first : first+s.p.size[first]])
	slices.Sort(candidates)
	known := len(s.found)
	orbit := newOrbit(len(candidates))
	var tried []int // candidates that are the first of their orbit
	var best solution
	for n, v := range candidates {
		if s.over() {
			return
		}
		known = s.joinOrbits(orbit, candidates, known)
		if slices.ContainsFunc(tried, func(k int) bool { return find(orbit, int32(k)) == find(orbit, int32(n)) }) {
			continue
		}
		if slices.ContainsFunc(tried, func(k int) bool { return s.twins(c, candidates[k], v) }) {
			known = s.joinOrbits(orbit, candidates, known)
			continue
		}
		tried = append(tried, n)
		x := s.choose(v)
		if n > 0 && x.trace > best.trace {
			s.back(mark, trace)
			continue
		}
		from := len(s.chosen)
		s.chosen = append(s.chosen, x)
		for _, inner := range s.p.clusters(c.atoms) {
			s.solve(inner)
		}
		s.back(mark, trace)
		if s.ended {
			return
		}
		other := solution{trace: x.trace, choices: slices.Clone(s.chosen[from:])}
		s.chosen = s.chosen[:from]
		switch {
		case n == 0, other.trace < best.trace:
			best = other
		default:
			s.complete(c, &best)
			s.complete(c, &other)
			switch compare := slices.Compare(other.certificate, best.certificate); {
			case compare < 0:
				best = other
			case compare == 0:
				s.note(c, best.places, other.places)
			}
		}
	}
	s.chosen = append(s.chosen[:start], best.choices...)
}

// solution is a way of setting all atoms of a cluster apart.
type solution struct {
	trace       uint64 // of the first choice
	choices     []choice
	places      []int32 // atoms by place; nil: not asked for yet
	certificate []byte
}

// complete finds out where the choices lead.
func (s *search) complete(c *cluster, x *solution) {
	if x.places != nil {
		return
	}
	mark, trace := len(s.p.log), s.p.trace
	for _, y := range x.choices {
		s.p.setApart(y.atom)
	}
	for k := range c.cells {
		x.places = append(x.places, s.p.order[c.cells[k]:c.ends[k]]...)
	}
	x.certificate = s.p.describe(c)
	s.back(mark, trace)
	s.p.work += 4 * len(x.certificate)
}

// note adds the symmetry that takes one numbering of a cluster to another.
func (s *search) note(c *cluster, a, b []int32) {
	var sym symmetry
	for k, i := range a {
		if i != b[k] {
			sym.from, sym.to = append(sym.from, i), append(sym.to, b[k])
		}
	}
	s.found = append(s.found, sym)
}

func newOrbit(n int) []int32 {
	orbit := make([]int32, n)
	for i := range orbit {
		orbit[i] = int32(i)
	}
	return orbit
}

// joinOrbits joins candidates, which are sorted, by the symmetries found from the given
// one on.
func (s *search) joinOrbits(orbit, candidates []int32, from int) int {
	for _, sym := range s.found[from:] {
		s.p.work += 4 * len(sym.from)
		for k, i := range sym.from {
			if a, moved := slices.BinarySearch(candidates, i); moved {
				b, _ := slices.BinarySearch(candidates, sym.to[k])
				join(orbit, int32(a), int32(b))
			}
		}
	}
	return len(s.found)
}

func find(parent []int32, i int32) int32 {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}

func join(parent []int32, a, b int32) {
	a, b = find(parent, a), find(parent, b)
	if a != b {
		parent[max(a, b)] = min(a, b)
	}
}

// describe is the certificate of a cluster when all its atoms are set apart.
func (p *partition) describe(c *cluster) []byte {
	var b []byte
	var keys []uint32
	for k := range c.cells {
		for at := c.cells[k]; at < c.ends[k]; at++ {
			keys = keys[:0]
			for _, near := range p.g.neighbors(p.order[at]) {
				if p.cell[near.atom] < at {
					keys = append(keys, uint32(p.cell[near.atom])<<8|uint32(near.code))
				}
			}
			slices.Sort(keys)
			for _, key := range keys {
				b = binary.BigEndian.AppendUint32(b, key)
			}
			b = append(b, 0xff)
		}
	}
	values := make([]uint64, len(c.open))
	for n, k := range c.open {
		e := &p.g.elements[k]
		number, _ := p.g.value(e, p.cell)
		values[n] = e.key(p.cell, number)
	}
	slices.Sort(values)
	for _, v := range values {
		b = binary.BigEndian.AppendUint64(b, v)
	}
	return b
}

// certificate describes g when the atoms are numbered by rank: for each atom its
// properties and the bonds to atoms of lower number, then the configurations.
func (g *Graph) certificate(rank []int32) []byte {
	byRank := make([]int32, len(rank))
	for i, r := range rank {
		byRank[r] = int32(i)
	}
	b := make([]byte, 0, 16*len(rank)+5*len(g.near))
	var keys []uint32
	for _, i := range byRank {
		b = binary.BigEndian.AppendUint64(b, g.color[i])
		b = binary.AppendUvarint(b, g.label[i])
		keys = keys[:0]
		for _, next := range g.neighbors(i) {
			if rank[next.atom] < rank[i] {
				keys = append(keys, uint32(rank[next.atom])<<8|uint32(next.code))
			}
		}
		slices.Sort(keys)
		b = binary.AppendUvarint(b, uint64(len(keys)))
		for _, key := range keys {
			b = binary.BigEndian.AppendUint32(b, key)
		}
	}
	values := make([]uint64, len(g.elements))
	for k := range g.elements {
		e := &g.elements[k]
		number, _ := g.value(e, rank)
		values[k] = e.key(rank, number)
	}
	slices.Sort(values)
	for _, v := range values {
		b = binary.BigEndian.AppendUint64(b, v)
	}
	return b
}
