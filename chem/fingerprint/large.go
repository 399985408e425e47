package fingerprint

import "slices"

// span is a set of bonds of a large molecule: a part of sets.
type span struct{ from, to int32 }

// sets holds sets of bonds as the 64-bit words that are not zero, by rising place.
// Few bonds take few words wherever they are, and many that lie together do as well.
// Equal sets are kept once.
type sets struct {
	places []int32
	words  []uint64

	slots  []int32 // place in spans, from 1; 0: free
	spans  []span
	hashes []uint64
	owners []owner

	scratch []uint64 // the set under construction, all its words
	touched []int32  // which of them are not zero
}

// large does the layers of a molecule of any size.
func (r *round) large(radius int) {
	n := len(r.p.Mol.Atoms)
	s := &sets{slots: make([]int32, 64), scratch: make([]uint64, (len(r.p.Mol.Bonds)+63)/64)}
	reached, next := make([]span, n), make([]span, n)
	for layer := range radius {
		first, alive := len(s.owners), false
		for i := range n {
			r.next[i], next[i] = 0, reached[i]
			if r.dead[i] {
				continue
			}
			alive = true
			for _, step := range r.adjacency.Of(i) {
				s.add(int32(step.Bond/64), 1<<(step.Bond%64))
				other := reached[step.Atom]
				for at := other.from; at < other.to; at++ {
					s.add(s.places[at], s.words[at])
				}
			}
			r.next[i] = r.value(i, layer)
			k, known := s.take(owner{r.next[i], int32(i), int32(layer)})
			next[i] = s.spans[k]
			if known {
				r.claim(&s.owners[k], i, layer, r.next[i])
			}
		}
		if !alive {
			return
		}
		for _, o := range s.owners[first:] {
			r.ids = append(r.ids, o.value)
		}
		r.values, r.next = r.next, r.values
		reached, next = next, reached
	}
}

// add puts the bonds of one word into the set under construction.
func (s *sets) add(place int32, word uint64) {
	if s.scratch[place] == 0 {
		s.touched = append(s.touched, place)
	}
	s.scratch[place] |= word
}

// take ends the set under construction. It returns the set's index and whether it
// was there before; when not, o becomes its owner.
func (s *sets) take(o owner) (k int, known bool) {
	slices.Sort(s.touched)
	from := len(s.places)
	hash := uint64(0)
	for _, place := range s.touched {
		word := s.scratch[place]
		s.scratch[place] = 0
		s.places = append(s.places, place)
		s.words = append(s.words, word)
		h := scatter(hash ^ uint64(place)<<48 ^ word)
		hash = h ^ h>>29
	}
	s.touched = s.touched[:0]
	if 2*len(s.spans) >= len(s.slots) {
		s.slots = make([]int32, 2*len(s.slots))
		for k, hash := range s.hashes {
			at := s.first(hash)
			for s.slots[at] > 0 {
				at = (at + 1) & (len(s.slots) - 1)
			}
			s.slots[at] = int32(k + 1)
		}
	}
	at := s.first(hash)
	for ; s.slots[at] > 0; at = (at + 1) & (len(s.slots) - 1) {
		k := int(s.slots[at] - 1)
		if s.hashes[k] == hash && s.equal(s.spans[k], from) {
			s.places, s.words = s.places[:from], s.words[:from]
			return k, true
		}
	}
	s.spans = append(s.spans, span{int32(from), int32(len(s.places))})
	s.hashes = append(s.hashes, hash)
	s.owners = append(s.owners, o)
	s.slots[at] = int32(len(s.spans))
	return len(s.spans) - 1, false
}

// first is where the search for a hash begins.
func (s *sets) first(hash uint64) int { return int(scatter(hash)>>32) & (len(s.slots) - 1) }

// equal says whether a set equals the one at the end, which begins at from.
func (s *sets) equal(a span, from int) bool {
	return slices.Equal(s.places[a.from:a.to], s.places[from:]) && slices.Equal(s.words[a.from:a.to], s.words[from:])
}
