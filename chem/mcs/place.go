package mcs

import "math/bits"

// quickSteps is how long find looks before it works out domains.
const quickSteps = 200

// place is one atom's turn while an occurrence is looked for.
type place struct {
	v      int32 // atom of the query
	parent int32 // an atom placed before with a bond of the part to v; -1: v is the first
	next   int32 // the next candidate: an atom of g for the first, else a neighbor of its parent's
}

// find looks for any occurrence of the present part. When there is none, or the
// search is ended, it returns false and keeps what it had.
func (r *occurrence) find(s *part, b *budget) bool {
	r.old = r.old[:0]
	for _, v := range s.order {
		r.old = append(r.old, r.to[v])
		r.release(v)
		r.degree[v] = 0
		for _, h := range r.q.of(v) {
			if s.state[h.bond] == in {
				r.degree[v]++
			}
		}
	}
	r.plan(s, nil)
	found, sure := r.settle(s, b, false, quickSteps)
	if !sure && r.domains(s, b) {
		r.plan(s, r.size)
		found, _ = r.settle(s, b, true, 0)
	}
	if found {
		return true
	}
	for _, v := range s.order {
		r.release(v)
	}
	for i, v := range s.order {
		if w := r.old[i]; w >= 0 {
			r.to[v], r.from[w] = w, v
		}
	}
	return false
}

// plan orders the atoms of the part: the first is one of the smallest domain, or
// without domains of the most bonds, and each further one has the most bonds to those
// before it.
func (r *occurrence) plan(s *part, size []int32) {
	r.places = r.places[:0]
	better := func(v, than int32) bool {
		if size != nil && size[v] != size[than] {
			return size[v] < size[than]
		}
		return r.degree[v] > r.degree[than]
	}
	first := s.order[0]
	for _, v := range s.order[1:] {
		if better(v, first) {
			first = v
		}
	}
	// to is free here: it counts, below -1, the bonds to atoms that are placed.
	const placed = -1 << 20
	add := func(v, parent int32) {
		r.turn[v] = int32(len(r.places))
		r.places = append(r.places, place{v: v, parent: parent})
		r.to[v] = placed
		for _, h := range r.q.of(v) {
			if s.state[h.bond] == in && r.to[h.atom] != placed {
				r.to[h.atom]--
			}
		}
	}
	add(first, -1)
	for len(r.places) < len(s.order) {
		next := int32(-1)
		for _, v := range s.order {
			if r.to[v] == placed || r.to[v] == -1 {
				continue
			}
			if next < 0 || r.to[v] < r.to[next] || r.to[v] == r.to[next] && better(v, next) {
				next = v
			}
		}
		parent := int32(-1)
		for _, h := range r.q.of(next) {
			if s.state[h.bond] == in && r.to[h.atom] == placed {
				parent = h.atom
				break
			}
		}
		add(next, parent)
	}
	for _, v := range s.order {
		r.to[v] = -1
	}
}

// settle places the atoms as planned, within domains if asked. When an atom has no
// place left it goes back to the latest one that has to do with it (conflict-directed
// backjumping: Prosser, Computational Intelligence 1993, 9, 268). It is sure of its
// answer unless the limit of steps, where there is one, or the budget ended it.
func (r *occurrence) settle(s *part, b *budget, within bool, limit int) (found, sure bool) {
	words := (len(r.places) + 63) / 64
	if len(r.blame) < words*len(r.places) {
		r.blame = make([]uint64, 2*words*len(r.places))
	}
	steps := 0
	for i, fresh := 0, true; ; {
		p := &r.places[i]
		blame := r.blame[i*words : (i+1)*words]
		if fresh {
			p.next = 0
			clear(blame)
			if p.parent >= 0 {
				r.accuse(blame, p.parent)
			}
		}
		steps++
		if !b.tick() || steps == limit {
			r.vacate(0, i)
			return false, b.ended
		}
		if fresh = r.advance(s, p, within, blame); fresh {
			if i++; i == len(r.places) {
				return true, true
			}
			continue
		}
		last := words - 1
		for last >= 0 && blame[last] == 0 {
			last--
		}
		if last < 0 {
			r.vacate(0, i)
			return false, true
		}
		back := last<<6 + 63 - bits.LeadingZeros64(blame[last])
		blame[last] &^= 1 << (back & 63)
		for k, word := range blame {
			r.blame[back*words+k] |= word
		}
		r.vacate(back, i)
		i = back
	}
}

// vacate takes the atoms of some turns from their places.
func (r *occurrence) vacate(first, end int) {
	for _, p := range r.places[first:end] {
		r.release(p.v)
	}
}

func (r *occurrence) accuse(blame []uint64, v int32) { blame[r.turn[v]>>6] |= 1 << (r.turn[v] & 63) }

// advance puts an atom in its next possible place.
func (r *occurrence) advance(s *part, p *place, within bool, blame []uint64) bool {
	if p.parent < 0 {
		for p.next < int32(r.g.atoms) {
			w := p.next
			p.next++
			if r.fits(s, p.v, w, within, blame) {
				r.to[p.v], r.from[w] = w, p.v
				return true
			}
		}
		return false
	}
	halves := r.g.of(r.to[p.parent])
	for int(p.next) < len(halves) {
		w := halves[p.next].atom
		p.next++
		if r.fits(s, p.v, w, within, blame) {
			r.to[p.v], r.from[w] = w, p.v
			return true
		}
	}
	return false
}

// fits says whether v can be at w as far as its label, its degree, its domain and the
// bonds of the part to atoms that have a place tell. It blames an atom that is in the
// way.
func (r *occurrence) fits(s *part, v, w int32, within bool, blame []uint64) bool {
	if r.q.label[v] != r.g.label[w] || int(r.degree[v]) > r.g.degree(w) || within && r.row(v)[w>>6]>>(w&63)&1 == 0 {
		return false
	}
	if other := r.from[w]; other >= 0 {
		r.accuse(blame, other)
		return false
	}
	for _, h := range r.q.of(v) {
		if s.state[h.bond] == in && r.to[h.atom] >= 0 && !r.joined(h.bond, w, r.to[h.atom]) {
			r.accuse(blame, h.atom)
			return false
		}
	}
	return true
}
