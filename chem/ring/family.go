package ring

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// family is a set of rings that differ only in which shortest paths join the root
// to p and to q: all are relevant or none is.
type family struct {
	root, p, q int32
	top        int32 // the atom between p and q of an even ring; -1: odd
	from, size int32 // one member: rings[from:from+size] of the search
	alone      bool  // it is the only member
}

// search is a breadth-first search that is used again for every root. Only atoms
// that rank before the root take part, so that every ring is found from one root
// alone; an atom is reached when one of its shortest paths from the root is of such.
type search struct {
	g        *graph
	rank     []int32
	full     []int32 // distance in the whole part; -1: farther than the limit
	distance []int32 // the same where a path of lower-ranked atoms exists; -1: none
	before   []int32 // the atoms before each on such paths, at the place of its neighbors
	paths    []int32 // how many they are
	queue    []int32
	families []family
	rings    []int32
	work     *int // steps left, counted down

	mostEdges int      // at one atom
	missing   []uint64 // bits of the edges; nil: all rings are candidates. See seek.
	sum       []uint64 // per atom: the bits of its first path from the root
	roots     []bool   // where rings are looked for; nil: at atoms with three edges or more
}

func newSearch(g *graph, work *int) *search {
	n := len(g.atoms)
	room := make([]int32, 5*n+len(g.list))
	cut := func(n int) []int32 {
		s := room[:n:n]
		room = room[n:]
		return s
	}
	s := &search{g: g, rank: cut(n), full: cut(n), distance: cut(n), paths: cut(n), queue: cut(n)[:0], before: cut(len(g.list)), work: work}
	for i := range n {
		s.full[i], s.distance[i] = -1, -1
	}
	// Rising degree keeps the balls of lower-ranked atoms small. Atoms of one degree
	// rank by number.
	for a := range int32(n) {
		s.mostEdges = max(s.mostEdges, g.degree(a))
	}
	count := make([]int32, s.mostEdges+2)
	for a := range int32(n) {
		count[g.degree(a)+1]++
	}
	for d := range s.mostEdges {
		count[d+1] += count[d]
	}
	for a := range int32(n) {
		d := g.degree(a)
		s.rank[a] = count[d]
		count[d]++
	}
	return s
}

// seek leaves only rings that have a bit in an odd number of edges, of which missing
// holds the bits.
func (s *search) seek(missing []uint64) {
	s.missing = missing
	if s.sum == nil {
		s.sum = make([]uint64, len(s.rank))
	}
}

// focus has rings looked for only from one end of each edge with bits; these atoms
// rank last from now on.
func (s *search) focus() {
	n, next := int32(len(s.rank)), int32(0)
	if s.roots == nil {
		s.roots = make([]bool, n)
	}
	clear(s.roots)
	for a := range n {
		for _, e := range s.g.next(a) {
			if e.to > a && s.bits(e.id) != 0 && !s.roots[e.to] {
				s.roots[a] = true
			}
		}
	}
	for _, root := range []bool{false, true} {
		for a := range n {
			if s.roots[a] == root {
				s.rank[a] = next
				next++
			}
		}
	}
}

// bits returns the bits of an edge.
func (s *search) bits(edge int32) uint64 {
	if edge < 0 {
		return 0
	}
	return s.missing[edge]
}

// spanned says whether the first ring root…p (top) q…root is a sum of known ones.
func (s *search) spanned(p, q, top int32) bool {
	sum := s.sum[p] ^ s.sum[q]
	if top < 0 {
		return sum == s.bits(s.g.between(p, q))
	}
	return sum == s.bits(s.g.between(p, top))^s.bits(s.g.between(q, top))
}

// preceding returns the atoms before a on the shortest paths from the root.
func (s *search) preceding(a int32) []int32 {
	at := s.g.start[a]
	return s.before[at : at+s.paths[a]]
}

func (s *search) from(root int32, limit int) {
	for _, a := range s.queue {
		s.full[a], s.distance[a], s.paths[a] = -1, -1, 0
	}
	s.full[root], s.distance[root] = 0, 0
	if s.missing != nil {
		s.sum[root] = 0
	}
	s.queue = append(s.queue[:0], root)
	for i := 0; i < len(s.queue); i++ {
		a := s.queue[i]
		d := s.full[a] + 1
		reached := s.distance[a] >= 0
		for _, e := range s.g.next(a) {
			b := e.to
			if s.full[b] < 0 && int(d) <= limit {
				s.full[b] = d
				s.queue = append(s.queue, b)
			}
			if reached && s.full[b] == d && s.rank[b] < s.rank[root] {
				if s.missing != nil && s.paths[b] == 0 {
					s.sum[b] = s.sum[a] ^ s.bits(e.id)
				}
				s.distance[b] = d
				s.before[s.g.start[b]+s.paths[b]] = a
				s.paths[b]++
			}
		}
	}
	each := 20
	if limit <= largeRing/2 {
		each = 8 // what is near stays in the cache
	}
	*s.work -= each * len(s.queue)
}

// find collects the candidates with more than above and at most upTo atoms, smallest
// first, in a fixed order. The part must have more than one ring, so that the atom
// of a ring that ranks highest has three neighbors or more.
func (s *search) find(above, upTo int) {
	g := s.g
	s.families, s.rings = s.families[:0], s.rings[:0]
	for root := range int32(len(g.atoms)) {
		if s.roots == nil && g.degree(root) == 2 || s.roots != nil && !s.roots[root] {
			continue
		}
		s.from(root, upTo/2)
		if *s.work <= 0 {
			return
		}
		for _, y := range s.queue[1:] {
			if s.distance[y] < 0 {
				continue
			}
			before := s.preceding(y)
			for i, p := range before {
				for _, q := range before[:i] {
					s.candidate(root, p, q, y, above, upTo)
				}
			}
			for _, e := range g.next(y) {
				if z := e.to; z < y && s.distance[z] == s.distance[y] {
					s.candidate(root, y, z, -1, above, upTo)
				}
			}
		}
	}
	bySize := func(a, b family) int { return int(a.size - b.size) }
	if !slices.IsSortedFunc(s.families, bySize) {
		sorting.Stable(s.families, bySize)
	}
}

// candidate adds the family of the ring root…p (top) q…root. When the two first
// paths meet before the root, every such ring is a sum of smaller ones and not relevant.
func (s *search) candidate(root, p, q, top int32, above, upTo int) {
	size := s.distance[p] + s.distance[q] + 1
	if top >= 0 {
		size++
	}
	if int(size) <= above || int(size) > upTo {
		return
	}
	*s.work -= 20
	if s.missing != nil && s.spanned(p, q, top) {
		return
	}
	*s.work -= 80 + 20*int(size)
	if *s.work <= 0 {
		return
	}
	f := family{root: root, p: p, q: q, top: top, from: int32(len(s.rings)), size: size, alone: true}
	ring := slices.Grow(s.rings, int(size))[:len(s.rings)+int(size)]
	this := ring[f.from:]
	// p and q are equally far: the one path fills the ring from its start, the other
	// one from its end.
	for a, b, d := p, q, s.distance[p]; d > 0; d-- {
		if a == b {
			return
		}
		f.alone = f.alone && s.paths[a] == 1 && s.paths[b] == 1
		this[d], this[size-d] = a, b
		a, b = s.preceding(a)[0], s.preceding(b)[0]
	}
	this[0] = root
	if top >= 0 {
		this[s.distance[p]+1] = top
	}
	s.rings = ring
	s.families = append(s.families, f)
}

// ring returns the member of f that is at hand.
func (s *search) ring(f *family) []int32 { return s.rings[f.from : f.from+f.size] }
