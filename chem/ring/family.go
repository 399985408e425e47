package ring

import "slices"

// family is a set of rings that differ only in which shortest paths join the root
// to p and to q: all are relevant or none is.
type family struct {
	root, p, q int
	top        int   // the atom between p and q of an even ring; -1: odd
	ring       []int // one member
}

// search is a breadth-first search that is used again for every root. Only atoms
// that rank before the root take part, so that every ring is found from one root
// alone; an atom is reached when one of its shortest paths from the root is of such.
type search struct {
	g        *graph
	rank     []int
	full     []int // distance in the whole part; -1: farther than the limit
	distance []int // the same where a path of lower-ranked atoms exists; -1: none
	before   [][]int
	queue    []int
	work     *int // steps left, counted down
}

func newSearch(g *graph) *search {
	n := len(g.atoms)
	s := &search{g: g, rank: make([]int, n), full: make([]int, n), distance: make([]int, n), before: make([][]int, n)}
	// Rising degree keeps the balls of lower-ranked atoms small.
	sorted := make([]int, n)
	for i := range sorted {
		sorted[i] = i
		s.full[i], s.distance[i] = -1, -1
	}
	slices.SortStableFunc(sorted, func(a, b int) int { return len(g.next[a]) - len(g.next[b]) })
	for r, a := range sorted {
		s.rank[a] = r
	}
	return s
}

func (s *search) from(root, limit int) {
	for _, a := range s.queue {
		s.full[a], s.distance[a] = -1, -1
		s.before[a] = s.before[a][:0]
	}
	s.full[root], s.distance[root] = 0, 0
	s.queue = append(s.queue[:0], root)
	for i := 0; i < len(s.queue); i++ {
		a := s.queue[i]
		for _, e := range s.g.next[a] {
			b := e.to
			if s.full[b] < 0 && s.full[a] < limit {
				s.full[b] = s.full[a] + 1
				s.queue = append(s.queue, b)
			}
			if s.full[b] == s.full[a]+1 && s.distance[a] >= 0 && s.rank[b] < s.rank[root] {
				s.distance[b] = s.full[b]
				s.before[b] = append(s.before[b], a)
			}
		}
	}
}

// families returns the candidates with more than above and at most upTo atoms,
// smallest first, in a fixed order.
func (s *search) families(above, upTo int) []family {
	g := s.g
	var all []family
	for root := range g.atoms {
		s.from(root, upTo/2)
		*s.work -= 20 * len(s.queue)
		if *s.work <= 0 {
			return nil
		}
		for _, y := range s.queue[1:] {
			if s.distance[y] < 0 {
				continue
			}
			before := s.before[y]
			for i, p := range before {
				for _, q := range before[:i] {
					all = s.candidate(all, root, p, q, y, above, upTo)
				}
			}
			for _, e := range g.next[y] {
				if z := e.to; z < y && s.distance[z] == s.distance[y] {
					all = s.candidate(all, root, y, z, -1, above, upTo)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b family) int { return len(a.ring) - len(b.ring) })
	return all
}

// candidate appends the family of the ring root…p (top) q…root. When the two first
// paths meet before the root, every such ring is a sum of smaller ones and not relevant.
func (s *search) candidate(all []family, root, p, q, top, above, upTo int) []family {
	size := s.distance[p] + s.distance[q] + 1
	if top >= 0 {
		size++
	}
	if size <= above || size > upTo {
		return all
	}
	*s.work -= 60 + 10*size
	if *s.work <= 0 {
		return all
	}
	ring := make([]int, 0, size)
	for a := p; a != root; a = s.before[a][0] {
		ring = append(ring, a)
	}
	ring = append(ring, root)
	slices.Reverse(ring)
	if top >= 0 {
		ring = append(ring, top)
	}
	for a := q; a != root; a = s.before[a][0] {
		if slices.Contains(ring[1:s.distance[p]+1], a) {
			return all
		}
		ring = append(ring, a)
	}
	return append(all, family{root, p, q, top, ring})
}

// addRelevant adds every ring of a relevant family.
func (s *Set) addRelevant(t *search, f *family) {
	if s.Truncated {
		return
	}
	t.from(f.root, len(f.ring))
	left, right := t.paths(f.root, f.p), t.paths(f.root, f.q)
	if len(s.Relevant)+len(left)*len(right) > MaxRelevant {
		s.Truncated = true
		return
	}
	for _, a := range left {
		for _, b := range right {
			// a and b both begin with the root and end next to each other or to the top.
			ring := slices.Clone(a)
			if f.top >= 0 {
				ring = append(ring, f.top)
			}
			for i := len(b) - 1; i > 0; i-- {
				ring = append(ring, b[i])
			}
			s.Relevant = append(s.Relevant, t.g.inMolecule(ring))
		}
	}
}

// paths returns the shortest paths root … end, or none when there are more than
// MaxRelevant.
func (s *search) paths(root, end int) [][]int {
	if end == root {
		return [][]int{{root}}
	}
	var all [][]int
	for _, a := range s.before[end] {
		for _, p := range s.paths(root, a) {
			all = append(all, append(slices.Clone(p), end))
		}
		if len(all) > MaxRelevant {
			break
		}
	}
	return all
}
