package mcs

import "github.com/molsmith/molsmith/chem/internal/sorting"

// search looks for the largest common part of two graphs, a query and a target. It
// builds the map from one to the other; all bonds between mapped atoms that match are
// of the part.
type search struct {
	*budget
	part
	t       *graph
	compat  []bool  // bond of q times bond of t
	between []int32 // bond between two atoms of t; -1: none
	alike   []int32 // how alike the surroundings of an atom of q and one of t are

	toT, toQ []int32 // the atom opposite to each; -1: none
	frames   []frame
	cands    []int32 // candidates of all frames
	owed     []owed

	bound bound
	best  solution
}

// frame is a bond of the query about which the search has to decide.
type frame struct {
	e, u, v           int32 // u is mapped; v is the far end
	first, next, last int   // candidates in cands
	mark, owed        int
	left              bool // the choice to leave e out was taken
}

// owed is a bond that was left out: a larger part needs its atom v, or what was
// opposite to it, for something else.
type owed struct {
	e, u, v int32
}

func newSearch(limits *budget, c *comparison, q, t *graph, wholes int) *search {
	s := &search{
		budget: limits, part: newPart(q), t: t,
		compat:  make([]bool, q.bonds*t.bonds),
		between: make([]int32, t.atoms*t.atoms),
		toT:     make([]int32, q.atoms), toQ: make([]int32, t.atoms),
	}
	for i := range s.between {
		s.between[i] = -1
	}
	for f := range t.bonds {
		s.between[int(t.a[f])*t.atoms+int(t.b[f])] = int32(f)
		s.between[int(t.b[f])*t.atoms+int(t.a[f])] = int32(f)
	}
	fillCompat(s.compat, c, q, t)
	for i := range s.toT {
		s.toT[i] = -1
	}
	for i := range s.toQ {
		s.toQ[i] = -1
	}
	s.likeness()
	s.bound.init(s, wholes)
	return s
}

func fillCompat(compat []bool, c *comparison, q, t *graph) {
	for e := range q.bonds {
		for f := range t.bonds {
			compat[e*t.bonds+f] = c.match(q, int32(e), t, int32(f))
		}
	}
}

// place maps atom v of the query to atom w of the target.
func (s *search) place(v, w int32) {
	s.toT[v], s.toQ[w] = w, v
	s.join(v)
}

func (s *search) back(mark int) {
	s.undo(mark, func(v int32) {
		s.toQ[s.toT[v]] = -1
		s.toT[v] = -1
	})
}

// match returns the bond of the target that bond e of the query, both its ends
// mapped, falls on; -1: none that it matches.
func (s *search) match(e int32) int32 {
	f := s.between[int(s.toT[s.q.a[e]])*s.t.atoms+int(s.toT[s.q.b[e]])]
	if f >= 0 && s.compat[int(e)*s.t.bonds+int(f)] {
		return f
	}
	return -1
}

// take maps v, the far end of bond e, to w and takes in all bonds between mapped atoms
// that match along with e: they add to the part and cost nothing. It returns false when
// the map was looked at before; what it has changed by then is for the caller to undo.
func (s *search) take(v, w int32) bool {
	s.place(v, w)
	for _, h := range s.q.of(v) {
		if s.toT[h.atom] < 0 || s.match(h.bond) < 0 {
			continue
		}
		if s.state[h.bond] == out {
			return false // looked at when it was decided to leave the bond out
		}
		s.set(h.bond, in)
	}
	return true
}

// visit looks at the present part: records it when it is the largest, gives it up
// when nothing larger can come of it, or opens a frame for the next decision.
func (s *search) visit() {
	if !s.tick() {
		return
	}
	s.record()
	if !s.bound.promising(s) {
		return
	}
	pick := &s.bound.pick
	if pick.e < 0 {
		return
	}
	f := frame{e: pick.e, u: pick.u, v: pick.v, first: len(s.cands), mark: len(s.trail), owed: len(s.owed)}
	s.candidates(pick)
	f.next, f.last = f.first, len(s.cands)
	s.frames = append(s.frames, f)
}

// candidates appends the atoms of the target that the picked bond can lead to, the
// most alike first.
func (s *search) candidates(p *pick) {
	first := len(s.cands)
	for _, h := range s.t.of(s.toT[p.u]) {
		if h.key == p.key && s.toQ[h.atom] < 0 && s.compat[int(p.e)*s.t.bonds+int(h.bond)] {
			s.cands = append(s.cands, h.atom)
		}
	}
	alike := s.alike[int(p.v)*s.t.atoms:]
	sorting.Stable(s.cands[first:], func(x, y int32) int { return int(alike[y] - alike[x]) })
}

// explore decides about every bond that can be added to the present part.
func (s *search) explore() {
	s.visit()
	for len(s.frames) > 0 && !s.ended {
		f := &s.frames[len(s.frames)-1]
		s.back(f.mark)
		s.owed = s.owed[:f.owed]
		switch {
		case f.next < f.last:
			w := s.cands[f.next]
			f.next++
			if s.take(f.v, w) {
				s.visit()
			}
		case !f.left:
			f.left = true
			s.set(f.e, out)
			s.owed = append(s.owed, owed{f.e, f.u, f.v})
			s.visit()
		default:
			s.cands = s.cands[:f.first]
			s.frames = s.frames[:len(s.frames)-1]
		}
	}
	s.frames, s.cands, s.owed = s.frames[:0], s.cands[:0], s.owed[:0]
}

// dive follows the most promising choice at every step without turning back.
func (s *search) dive() {
	for s.tick() {
		s.record()
		if !s.bound.promising(s) || s.bound.pick.e < 0 {
			return
		}
		p := s.bound.pick
		s.cands = s.cands[:0]
		s.candidates(&p)
		taken := false
		for _, w := range s.cands {
			mark := len(s.trail)
			if taken = s.take(p.v, w); taken {
				break
			}
			s.back(mark)
		}
		if !taken {
			s.set(p.e, out)
		}
	}
}

// record keeps the present part when it is larger than the best one.
func (s *search) record() {
	if s.q.rings != nil {
		s.bound.findVoids(s)
		if s.best.smaller(s.bonds-s.bound.voids, len(s.order)) {
			s.recordClosed()
		}
		return
	}
	if !s.best.smaller(s.bonds, len(s.order)) {
		return
	}
	s.best.keep(s.bonds, s.order, s.state, s.toT)
}

// recordClosed keeps the largest connected piece of the present part in which all
// rings are whole.
func (s *search) recordClosed() {
	rings := s.q.rings
	set := make([]bool, s.q.bonds)
	for e, x := range s.state {
		set[e] = x == in
	}
	rings.prune(set)
	for sets := [][]bool{set}; len(sets) > 0; {
		set = sets[len(sets)-1]
		sets = sets[:len(sets)-1]
		for _, piece := range pieces(s.q, func(e int32) bool { return set[e] }) {
			if !s.best.smaller(len(piece.bonds), len(piece.atoms)) {
				continue
			}
			// A piece enters fewer rings than the whole did; what leaned on the others goes.
			part := make([]bool, s.q.bonds)
			for _, e := range piece.bonds {
				part[e] = true
			}
			switch {
			case rings.prune(part):
				sets = append(sets, part)
			case rings.closed(part):
				state := make([]uint8, s.q.bonds)
				for _, e := range piece.bonds {
					state[e] = in
				}
				s.best.keep(len(piece.bonds), piece.atoms, state, s.toT)
			}
		}
	}
}
