package mcs

// bound works out how large a part can still become. Bonds that are not decided fall
// into classes whose members can only match each other: the bonds from one mapped atom
// to atoms of one label, and the bonds between atoms that are not mapped, by label.
// Each class can add as many bonds as its smaller side has (McCreesh, Prosser and
// Trimble, IJCAI 2017, on the line graphs of Raymond and Willett, 2002).
type bound struct {
	pick pick

	wholes         []int32 // bonds of the query between atoms that are not mapped, by key
	touched        []int32 // keys with bonds in wholes
	seenQ, seenT   []bool  // atoms that can still be reached
	queueQ, queueT []int32
	void           []bool // bonds of rings that cannot become whole, where they must
	voids          int    // those of the part
}

// pick is the bond to decide about next; e is -1 when there is none.
type pick struct {
	e, u, v int32
	key     int32
	count   int
	leaf    bool
}

func (b *bound) init(s *search, wholes int) {
	b.wholes = make([]int32, wholes)
	b.seenQ, b.seenT = make([]bool, s.q.atoms), make([]bool, s.t.atoms)
	b.void = make([]bool, s.q.bonds)
}

// findVoids finds the rings of the query that have lost a bond which is in no other
// ring. No result has such bonds of theirs, though the map may hold some.
func (b *bound) findVoids(s *search) {
	rings := s.q.rings
	b.voids = 0
	for _, ring := range rings.rings {
		lost := false
		for _, e := range ring {
			if len(rings.of[e]) == 1 && !s.possible(e) {
				lost = true
				break
			}
		}
		for _, e := range ring {
			if len(rings.of[e]) == 1 {
				b.void[e] = lost
				if lost && s.state[e] == in {
					b.voids++
				}
			}
		}
	}
}

// possible says whether bond e of the query is of the part or may become so, as far as
// its mapped ends tell.
func (s *search) possible(e int32) bool {
	u, v := s.q.a[e], s.q.b[e]
	switch {
	case s.state[e] != free:
		return s.state[e] == in
	case s.toT[u] < 0 && s.toT[v] < 0:
		return true
	case s.toT[u] >= 0 && s.toT[v] >= 0:
		return false
	case s.toT[u] < 0:
		u, v = v, u
	}
	for _, g := range s.t.of(s.toT[u]) {
		if s.toQ[g.atom] < 0 && s.t.label[g.atom] == s.q.label[v] && s.compat[int(e)*s.t.bonds+int(g.bond)] {
			return true
		}
	}
	return false
}

// promising says whether a part larger than the best can come of the present one. It
// leaves the bond to decide about in b.pick.
func (b *bound) promising(s *search) bool {
	b.pick = pick{e: -1}
	b.queueQ, b.queueT = b.queueQ[:0], b.queueT[:0]
	most := s.bonds - b.voids
	for _, u := range s.order {
		most += b.around(s, u)
	}
	most += b.beyond(s)
	good := b.enough(s, most) && b.settled(s)
	for _, v := range b.queueQ {
		b.seenQ[v] = false
	}
	for _, w := range b.queueT {
		b.seenT[w] = false
	}
	return good
}

// around returns how many of the bonds between mapped atom u and atoms that are not
// mapped can be taken in, and notes which atoms they lead to and the best pick.
func (b *bound) around(s *search, u int32) (most int) {
	x := s.toT[u]
	halves := s.t.of(x)
	var used uint64 // halves of x that stand against one of u
	for _, h := range s.q.of(u) {
		if s.state[h.bond] != free || s.toT[h.atom] >= 0 || b.void[h.bond] {
			continue // decided, or no gain
		}
		count, opposite := 0, -1
		for i := range halves {
			g := &halves[i]
			if g.key != h.key || s.toQ[g.atom] >= 0 {
				continue
			}
			if i < 64 && used&(1<<i) == 0 {
				opposite = i // by class alone: not all of a class need match each other
			}
			if !s.compat[int(h.bond)*s.t.bonds+int(g.bond)] {
				continue
			}
			count++
			if !b.seenT[g.atom] {
				b.seenT[g.atom] = true
				b.queueT = append(b.queueT, g.atom)
			}
		}
		if count == 0 {
			continue
		}
		if opposite >= 0 {
			used |= 1 << opposite
			most++
		} else if len(halves) > 64 {
			most++
		}
		if !b.seenQ[h.atom] {
			b.seenQ[h.atom] = true
			b.queueQ = append(b.queueQ, h.atom)
		}
		leaf := s.q.degree(h.atom) == 1
		if b.pick.e < 0 || b.pick.leaf && !leaf || b.pick.leaf == leaf && count < b.pick.count {
			b.pick = pick{e: h.bond, u: u, v: h.atom, key: h.key, count: count, leaf: leaf}
		}
	}
	return most
}

// beyond returns how many of the bonds between atoms that are not mapped, but can be
// reached, can be taken in.
func (b *bound) beyond(s *search) (most int) {
	b.touched = b.touched[:0]
	for i := 0; i < len(b.queueQ); i++ {
		v := b.queueQ[i]
		for _, h := range s.q.of(v) {
			if s.state[h.bond] != free || s.toT[h.atom] >= 0 || b.void[h.bond] {
				continue
			}
			if !b.seenQ[h.atom] {
				b.seenQ[h.atom] = true
				b.queueQ = append(b.queueQ, h.atom)
			}
			if s.q.a[h.bond] == v { // count it once: both ends will be seen
				key := s.q.whole[h.bond]
				if b.wholes[key] == 0 {
					b.touched = append(b.touched, key)
				}
				b.wholes[key]++
			}
		}
	}
	for i := 0; i < len(b.queueT); i++ {
		w := b.queueT[i]
		for _, h := range s.t.of(w) {
			if s.toQ[h.atom] >= 0 {
				continue
			}
			if !b.seenT[h.atom] {
				b.seenT[h.atom] = true
				b.queueT = append(b.queueT, h.atom)
			}
			if s.t.a[h.bond] == w {
				key := s.t.whole[h.bond]
				if b.wholes[key] > 0 {
					b.wholes[key]--
					most++
				}
			}
		}
	}
	for _, key := range b.touched {
		b.wholes[key] = 0
	}
	return most
}

// enough says whether a part of at most so many bonds would be larger than the best.
func (b *bound) enough(s *search, most int) bool {
	if most != s.best.bonds {
		return most > s.best.bonds
	}
	// A part with as many bonds is larger when it has fewer rings, of which it keeps those
	// it has unless some may be voided.
	if s.q.rings == nil && s.bonds-len(s.order) >= s.best.bonds-s.best.atoms {
		return false
	}
	return len(s.order)+min(len(b.queueQ), len(b.queueT)) > s.best.atoms
}

// settled says whether every bond that was left out can have been left out for
// something: when neither its far atom nor one opposite to it can be used otherwise,
// the same part with this bond is larger, and was looked at.
func (b *bound) settled(s *search) bool {
	for _, o := range s.owed {
		if s.toT[o.v] >= 0 || b.seenQ[o.v] {
			continue
		}
		if s.q.rings != nil && s.q.ring[o.e] {
			continue // one bond of a ring alone may not be added
		}
		for _, h := range s.t.of(s.toT[o.u]) {
			if s.toQ[h.atom] < 0 && !b.seenT[h.atom] && s.compat[int(o.e)*s.t.bonds+int(h.bond)] && s.t.label[h.atom] == s.q.label[o.v] {
				return false
			}
		}
	}
	return true
}
