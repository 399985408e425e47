package mcs

import "slices"

// occurrence keeps one way in which the present part occurs in a further graph. As
// the part grows it is extended where that is possible, otherwise another is looked
// for; as the part shrinks what is left of it stays an occurrence.
type occurrence struct {
	index  int // of the graph among the others
	q, g   *graph
	compat []bool // bond of q times bond of g
	to     []int32
	from   []int32     // and back; -1: none
	probe  *occurrence // for parts other than the present one

	// Scratch of find.
	places []place
	old    []int32
	turn   []int32  // per atom of q: its turn
	blame  []uint64 // per place: the turns that its failures depend on, as bits
	degree []int32  // bonds of the part at each atom of q
	domain []uint64 // per atom of q: the atoms of g that it is not known not to be, as bits
	words  int      // of a domain
	stale  []bool   // per atom of q: the domain of a neighbor has shrunk
	size   []int32  // of the domain of each atom of q
}

func newOccurrence(c *comparison, q, g *graph) *occurrence {
	r := &occurrence{
		q: q, g: g, compat: make([]bool, q.bonds*g.bonds), to: make([]int32, q.atoms), from: make([]int32, g.atoms),
		degree: make([]int32, q.atoms), turn: make([]int32, q.atoms), size: make([]int32, q.atoms), stale: make([]bool, q.atoms), words: (g.atoms + 63) / 64,
	}
	r.domain = make([]uint64, q.atoms*r.words)
	fillCompat(r.compat, c, q, g)
	for i := range r.to {
		r.to[i] = -1
	}
	for i := range r.from {
		r.from[i] = -1
	}
	return r
}

// copy returns an occurrence of nothing in the same graph.
func (r *occurrence) copy() *occurrence {
	c := *r
	c.to, c.from = slices.Repeat([]int32{-1}, len(r.to)), slices.Repeat([]int32{-1}, len(r.from))
	c.places, c.old, c.blame = nil, nil, nil
	return &c
}

// occurs says whether a part occurs in the graph of an occurrence of nothing.
func (r *occurrence) occurs(p *part, b *budget) bool {
	found := r.find(p, b)
	for _, v := range p.order {
		r.release(v)
	}
	return found
}

func (r *occurrence) release(v int32) {
	if w := r.to[v]; w >= 0 {
		r.from[w] = -1
		r.to[v] = -1
	}
}

// extend makes the occurrence one of the present part, whose last bond is e. When
// there is none it returns false and keeps what it had.
func (r *occurrence) extend(s *part, b *budget, e int32) bool {
	if v, w := r.growth(e); w >= 0 {
		if r.to[v] < 0 {
			r.to[v], r.from[w] = w, v
		}
		return true
	}
	return r.find(s, b)
}

// grows says whether the occurrence as it is can take bond e.
func (r *occurrence) grows(e int32) bool {
	_, w := r.growth(e)
	return w >= 0
}

// growth returns an end v of bond e and the atom where it can be with the rest of the
// occurrence as it is; w is -1 when there is none.
func (r *occurrence) growth(e int32) (v, w int32) {
	u, v := r.q.a[e], r.q.b[e]
	if r.to[u] < 0 {
		u, v = v, u
	}
	switch {
	case r.to[u] < 0:
		return v, -1
	case r.to[v] >= 0:
		if r.joined(e, r.to[u], r.to[v]) {
			return v, r.to[v]
		}
		return v, -1
	}
	for _, h := range r.g.of(r.to[u]) {
		if r.from[h.atom] < 0 && r.g.label[h.atom] == r.q.label[v] && r.compat[int(e)*r.g.bonds+int(h.bond)] {
			return v, h.atom
		}
	}
	return v, -1
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
