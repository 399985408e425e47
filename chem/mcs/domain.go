package mcs

import "math/bits"

// domains works out, for every atom of the present part, the atoms of the graph it
// could be: of the same label, and with neighbors that its neighbors could be, each
// another one. It narrows them until nothing changes and says whether every atom has
// one left. (Neighborhoods matched injectively: Solnon, Artificial Intelligence 2010,
// 174, 850.)
func (r *occurrence) domains(s *part, b *budget) bool {
	for _, v := range s.order {
		row := r.row(v)
		clear(row)
		r.size[v] = 0
		for w := range int32(r.g.atoms) {
			if r.q.label[v] == r.g.label[w] && int(r.degree[v]) <= r.g.degree(w) {
				row[w>>6] |= 1 << (w & 63)
				r.size[v]++
			}
		}
		r.stale[v] = true
	}
	for changed := true; changed; {
		changed = false
		for _, v := range s.order {
			if !r.stale[v] {
				continue
			}
			r.stale[v] = false
			before := r.size[v]
			for i, word := range r.row(v) {
				for ; word != 0; word &= word - 1 {
					w := int32(i<<6 + bits.TrailingZeros64(word))
					if !r.around(s, v, w) {
						r.row(v)[i] &^= 1 << (w & 63)
						r.size[v]--
					}
				}
			}
			if r.size[v] == 0 || !b.tick() {
				return false
			}
			if r.size[v] == before {
				continue
			}
			changed = true
			for _, h := range r.q.of(v) {
				if s.state[h.bond] == in {
					r.stale[h.atom] = true
				}
			}
		}
	}
	return true
}

// row is the domain of atom v as bits.
func (r *occurrence) row(v int32) []uint64 {
	return r.domain[int(v)*r.words : int(v+1)*r.words]
}

// around says whether the neighbors of v in the part could be different neighbors of
// w. Of an atom with more than 64 neighbors it asks nothing.
func (r *occurrence) around(s *part, v, w int32) bool {
	halves := r.g.of(w)
	if len(halves) > 64 {
		return true
	}
	var options [64]uint64 // of each neighbor of v: neighbors of w
	n := 0
	for _, h := range r.q.of(v) {
		if s.state[h.bond] != in {
			continue
		}
		row := r.row(h.atom)
		for i, g := range halves {
			if row[g.atom>>6]>>(g.atom&63)&1 != 0 && r.compat[int(h.bond)*r.g.bonds+int(g.bond)] {
				options[n] |= 1 << i
			}
		}
		if options[n] == 0 {
			return false
		}
		n++
	}
	return assign(options[:n])
}

// assign says whether every set can give a member of its own (Kuhn's augmenting
// paths, on words of bits).
func assign(options []uint64) bool {
	var owner, member [64]int8 // the set that a taken member belongs to, and back
	var taken uint64
	for i := range options {
		// Breadth-first search for a member that is not taken.
		var from, queue [64]int8 // from: the set through which a member was reached
		var seen uint64
		queue[0] = int8(i)
		found := -1
		for head, tail := 0, 1; head < tail && found < 0; head++ {
			set := queue[head]
			if free := options[set] &^ taken; free != 0 {
				found = bits.TrailingZeros64(free)
				from[found] = set
				break
			}
			for next := options[set] &^ seen; next != 0; next &= next - 1 {
				m := bits.TrailingZeros64(next)
				from[m] = set
				queue[tail] = owner[m]
				tail++
			}
			seen |= options[set]
		}
		if found < 0 {
			return false
		}
		taken |= 1 << found
		// Every set on the way gives up its member to the one before.
		for m := int8(found); ; {
			set := from[m]
			old := member[set]
			owner[m], member[set] = set, m
			if set == int8(i) {
				break
			}
			m = old
		}
	}
	return true
}
