package mcs

// occurrence keeps one way in which the present part occurs in a further graph. As
// the part grows it is extended where that is possible, otherwise another is looked
// for; as the part shrinks what is left of it stays an occurrence.
type occurrence struct {
	q, g   *graph
	compat []bool // bond of q times bond of g
	to     []int32
	used   []bool
	try    []attempt
}

// attempt is the place of one atom while an occurrence is looked for.
type attempt struct {
	v      int32 // atom of the query
	parent int32 // an earlier atom with a bond of the part to v; -1: v is the first
	next   int32 // the next candidate: an atom of g for the first, else a neighbor of parent's place
}

func newOccurrence(c *comparison, q, g *graph) *occurrence {
	r := &occurrence{q: q, g: g, compat: make([]bool, q.bonds*g.bonds), to: make([]int32, q.atoms), used: make([]bool, g.atoms)}
	fillCompat(r.compat, c, q, g)
	for i := range r.to {
		r.to[i] = -1
	}
	return r
}

func (r *occurrence) release(v int32) {
	if w := r.to[v]; w >= 0 {
		r.used[w] = false
		r.to[v] = -1
	}
}

// extend makes the occurrence one of the present part, whose last bond is e. When
// there is none it returns false and keeps what it had.
func (r *occurrence) extend(s *search, e int32) bool {
	u, v := r.q.a[e], r.q.b[e]
	if r.to[u] < 0 {
		u, v = v, u
	}
	if r.to[u] >= 0 {
		if r.to[v] >= 0 {
			if r.joined(e, r.to[u], r.to[v]) {
				return true
			}
		} else {
			for _, h := range r.g.of(r.to[u]) {
				if !r.used[h.atom] && r.g.label[h.atom] == r.q.label[v] && r.compat[int(e)*r.g.bonds+int(h.bond)] {
					r.to[v], r.used[h.atom] = h.atom, true
					return true
				}
			}
		}
	}
	return r.find(s)
}

// joined says whether a bond that e matches joins atoms x and y of the graph.
func (r *occurrence) joined(e, x, y int32) bool {
	for _, h := range r.g.of(x) {
		if h.atom == y {
			return r.compat[int(e)*r.g.bonds+int(h.bond)]
		}
	}
	return false
}

// find looks for any occurrence of the present part.
func (r *occurrence) find(s *search) bool {
	old := make([]int32, len(s.order))
	for i, v := range s.order {
		old[i] = r.to[v]
		r.release(v)
	}
	r.try = r.try[:0]
	for i, v := range s.order {
		a := attempt{v: v, parent: -1}
		if i > 0 {
			for _, h := range r.q.of(v) {
				if s.state[h.bond] == in && earlier(s.order[:i], h.atom) {
					a.parent = h.atom
					break
				}
			}
		}
		r.try = append(r.try, a)
	}
	for i := 0; i < len(r.try); {
		a := &r.try[i]
		r.release(a.v)
		if !s.tick() {
			break
		}
		if r.advance(s, a) {
			i++
			if i == len(r.try) {
				return true
			}
			r.try[i].next = 0
			continue
		}
		if i--; i < 0 {
			break
		}
	}
	for _, v := range s.order {
		r.release(v)
	}
	for i, v := range s.order {
		if w := old[i]; w >= 0 {
			r.to[v], r.used[w] = w, true
		}
	}
	return false
}

func earlier(order []int32, v int32) bool {
	for _, u := range order {
		if u == v {
			return true
		}
	}
	return false
}

// advance puts the atom of an attempt to its next possible place.
func (r *occurrence) advance(s *search, a *attempt) bool {
	if a.parent < 0 {
		for ; int(a.next) < r.g.atoms; a.next++ {
			if w := a.next; r.fits(s, a.v, w) {
				r.to[a.v], r.used[w] = w, true
				a.next++
				return true
			}
		}
		return false
	}
	halves := r.g.of(r.to[a.parent])
	for ; int(a.next) < len(halves); a.next++ {
		if w := halves[a.next].atom; r.fits(s, a.v, w) {
			r.to[a.v], r.used[w] = w, true
			a.next++
			return true
		}
	}
	return false
}

// fits says whether v can be at w as far as its label and the bonds of the part to
// atoms that have a place tell.
func (r *occurrence) fits(s *search, v, w int32) bool {
	if r.used[w] || r.q.label[v] != r.g.label[w] {
		return false
	}
	for _, h := range r.q.of(v) {
		if s.state[h.bond] == in && r.to[h.atom] >= 0 && !r.joined(h.bond, w, r.to[h.atom]) {
			return false
		}
	}
	return true
}
