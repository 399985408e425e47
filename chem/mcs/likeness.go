package mcs

import "slices"

// rounds is how many bonds far likeness looks around two atoms.
const rounds = 8

// likeness fills in how alike the surroundings of every atom of the query and every
// one of the target are: the atoms match, and so do, at weights that fall with the
// distance, their neighbors. It only guides the order of the search.
func (s *search) likeness() {
	nt := s.t.atoms
	now, next := make([]int32, s.q.atoms*nt), make([]int32, s.q.atoms*nt)
	for v := range s.q.atoms {
		for w := range nt {
			if s.q.label[v] == s.t.label[w] {
				now[v*nt+w] = 1000
			}
		}
	}
	first := slices.Clone(now)
	for range rounds {
		for v := range s.q.atoms {
			if !s.tick() {
				break
			}
			for w := range nt {
				next[v*nt+w] = 0
				if first[v*nt+w] > 0 {
					next[v*nt+w] = 1000 + s.neighbors(now, int32(v), int32(w))/4
				}
			}
		}
		now, next = next, now
	}
	s.alike = now
}

// neighbors pairs the neighbors of v and w, each with the most alike one left, and
// returns the sum.
func (s *search) neighbors(alike []int32, v, w int32) (sum int32) {
	var used uint64
	halves := s.t.of(w)
	for _, h := range s.q.of(v) {
		best, at := int32(0), -1
		for i, g := range halves[:min(len(halves), 64)] {
			x := alike[int(h.atom)*s.t.atoms+int(g.atom)]
			if x > best && used&(1<<i) == 0 && s.compat[int(h.bond)*s.t.bonds+int(g.bond)] {
				best, at = x, i
			}
		}
		if at >= 0 {
			used |= 1 << at
			sum += best
		}
	}
	return sum
}
