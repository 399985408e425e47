package perceive

import "slices"

// Limits of the aromaticity model. All but the last are RDKit's and part of the
// model; the last bounds the work on ring systems that are dense as no molecule is.
const (
	maxFused     = 6         // rings that are tested together
	maxFusedSize = 24        // atoms of a ring that takes part in fusion
	maxSystem    = 300       // rings of a system of which more than two are tested together
	maxRingSets  = 6_000_000 // sets of rings looked at in one molecule
)

// ringSystems tests rings and sets of fused rings. What is aromatic does not depend
// on the order of the tests, so sets that can add nothing are left out: those of
// rings whose bonds are all aromatic already.
type ringSystems struct {
	w     *work
	gives []donation
	rings [][]int
	bonds []bool // result
	left  int    // sets that may still be looked at

	ringBonds []int32 // of all rings, from start on
	start     []int32 // len rings+1
	fused     []int32 // rings that share exactly one bond, both small enough; from first on
	first     []int32 // len rings+1

	// The set that is being grown.
	chosen    []int32
	count     []int32 // per atom: in how many rings of the set
	low, high int     // electrons of the atoms in one or two of them
	near      []bool  // per ring: chosen, or next to a chosen one
	away      []int8  // per ring: steps to one with bonds that are not aromatic
	reach     []int32 // stack of rings by which sets may be extended
	times     []int32 // per bond: in how many rings of the set; zero between uses
}

func newRingSystems(w *work, gives []donation, rings [][]int, bonds []bool) *ringSystems {
	s := &ringSystems{w: w, gives: gives, rings: rings, bonds: bonds, left: maxRingSets}
	total := 0
	for _, ring := range rings {
		total += len(ring)
	}
	n := len(rings)
	room := make([]int32, total+2*(n+1)+len(gives)+len(bonds))
	cut := func(n int) []int32 {
		part := room[:n:n]
		room = room[n:]
		return part
	}
	s.ringBonds, s.start, s.first, s.count, s.times = cut(total)[:0], cut(n+1), cut(n+1), cut(len(gives)), cut(len(bonds))
	for r, ring := range rings {
		for i, a := range ring {
			b := ring[0]
			if i+1 < len(ring) {
				b = ring[i+1]
			}
			for _, next := range w.adjacency.Of(a) {
				if next.Atom == b {
					s.ringBonds = append(s.ringBonds, int32(next.Bond))
					break
				}
			}
		}
		s.start[r+1] = int32(len(s.ringBonds))
	}
	return s
}

func (s *ringSystems) bondsOf(r int32) []int32 { return s.ringBonds[s.start[r]:s.start[r+1]] }

func (s *ringSystems) fusedTo(r int32) []int32 { return s.fused[s.first[r]:s.first[r+1]] }

// find marks the aromatic atoms and bonds. The error is TooManyRings.
func (s *ringSystems) find() *Error {
	for r := range s.rings {
		s.add(int32(r))
		s.test(int32(r))
		s.remove(int32(r))
	}
	if len(s.rings) == 1 {
		return nil
	}
	s.link()
	s.near, s.away = make([]bool, len(s.rings)), make([]int8, len(s.rings))
	for _, system := range s.systems() {
		most := maxFused
		if len(system) > maxSystem {
			most = 2
		}
		for size := 2; size <= min(len(system), most); size++ {
			if !s.open(system, size) {
				break
			}
			s.sets(system, size)
			if s.left <= 0 {
				return &Error{Kind: TooManyRings, Atoms: []int{s.rings[system[0]][0]}}
			}
		}
	}
	return nil
}

// link finds which rings are fused.
func (s *ringSystems) link() {
	// The rings of each bond: of[at[k]:at[k+1]] for bond k.
	at := make([]int32, len(s.bonds)+1)
	for _, k := range s.ringBonds {
		at[k+1]++
	}
	for k := range s.bonds {
		at[k+1] += at[k]
	}
	of := make([]int32, len(s.ringBonds))
	for r := len(s.rings) - 1; r >= 0; r-- {
		for _, k := range s.bondsOf(int32(r)) {
			at[k+1]--
			of[at[k+1]] = int32(r)
		}
	}
	// Filling from the end has moved every place one down: at[k+1] is the first of k.
	shared := make([]int32, len(s.rings))
	var met []int32
	for r := range int32(len(s.rings)) {
		if bonds := s.bondsOf(r); len(bonds) <= maxFusedSize {
			for _, k := range bonds {
				end := int32(len(of))
				if int(k)+2 < len(at) {
					end = at[k+2]
				}
				for _, q := range of[at[k+1]:end] {
					if q == r || len(s.bondsOf(q)) > maxFusedSize {
						continue
					}
					if shared[q] == 0 {
						met = append(met, q)
					}
					shared[q]++
				}
			}
		}
		from := len(s.fused)
		for _, q := range met {
			if shared[q] == 1 {
				s.fused = append(s.fused, q)
			}
			shared[q] = 0
		}
		met = met[:0]
		slices.Sort(s.fused[from:])
		s.first[r+1] = int32(len(s.fused))
	}
}

// systems returns the rings that hang together by fusion.
func (s *ringSystems) systems() [][]int32 {
	seen := make([]bool, len(s.rings))
	room := make([]int32, 0, len(s.rings))
	var all [][]int32
	for r := range int32(len(s.rings)) {
		if seen[r] {
			continue
		}
		seen[r] = true
		from := len(room)
		room = append(room, r)
		for i := from; i < len(room); i++ {
			for _, q := range s.fusedTo(room[i]) {
				if !seen[q] {
					seen[q] = true
					room = append(room, q)
				}
			}
		}
		slices.Sort(room[from:])
		all = append(all, room[from:])
	}
	return all
}

// open finds the rings of a system that have bonds which are not aromatic, and how
// far the others are from such, up to size. It says whether there is one.
func (s *ringSystems) open(system []int32, size int) bool {
	queue := make([]int32, 0, len(system))
	for _, r := range system {
		s.away[r] = int8(size)
		for _, k := range s.bondsOf(r) {
			if !s.bonds[k] {
				s.away[r] = 0
				queue = append(queue, r)
				break
			}
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, q := range s.fusedTo(queue[i]) {
			if d := s.away[queue[i]] + 1; d < s.away[q] {
				s.away[q] = d
				queue = append(queue, q)
			}
		}
	}
	return len(queue) > 0
}

// sets tests every connected set of size rings of the system once: sets are grown
// from their first ring by rings after it that no earlier branch has had.
func (s *ringSystems) sets(system []int32, size int) {
	for _, first := range system {
		if int(s.away[first]) >= size {
			continue
		}
		s.near[first] = true
		s.chosen = append(s.chosen[:0], first)
		s.reach = s.reach[:0]
		for _, q := range s.fusedTo(first) {
			if q > first {
				s.near[q] = true
				s.reach = append(s.reach, q)
			}
		}
		s.add(first)
		s.grow(first, 0, size-1, int(s.away[first]))
		s.remove(first)
		s.near[first] = false
		for _, q := range s.fusedTo(first) {
			s.near[q] = false
		}
		if s.left <= 0 {
			return
		}
	}
}

// grow adds left more rings in all ways, one of them from s.reach[from:]. away is the
// least number of steps from a chosen ring to one with open bonds.
func (s *ringSystems) grow(first int32, from, left, away int) {
	to := len(s.reach)
	for i := from; i < to && s.left > 0; i++ {
		r := s.reach[i]
		nearer := min(away, int(s.away[r]))
		if nearer >= left {
			continue // no open bonds can be had with the rings that are left
		}
		s.left--
		s.add(r)
		s.chosen = append(s.chosen, r)
		if left == 1 {
			s.test(s.chosen...)
		} else {
			// What may extend the longer set: the rest of this one, then what is new.
			at := len(s.reach)
			s.reach = append(s.reach, s.reach[i+1:to]...)
			fresh := len(s.reach)
			for _, q := range s.fusedTo(r) {
				if q > first && !s.near[q] {
					s.near[q] = true
					s.reach = append(s.reach, q)
				}
			}
			s.grow(first, at, left-1, nearer)
			for _, q := range s.reach[fresh:] {
				s.near[q] = false
			}
			s.reach = s.reach[:at]
		}
		s.chosen = s.chosen[:len(s.chosen)-1]
		s.remove(r)
	}
}

// add puts a ring into the set.
func (s *ringSystems) add(r int32) {
	for _, i := range s.rings[r] {
		s.count[i]++
		switch s.count[i] {
		case 1:
			s.low += int(s.gives[i].low)
			s.high += int(s.gives[i].high)
		case 3:
			s.low -= int(s.gives[i].low)
			s.high -= int(s.gives[i].high)
		}
	}
}

// remove takes it out again.
func (s *ringSystems) remove(r int32) {
	for _, i := range s.rings[r] {
		switch s.count[i] {
		case 1:
			s.low -= int(s.gives[i].low)
			s.high -= int(s.gives[i].high)
		case 3:
			s.low += int(s.gives[i].low)
			s.high += int(s.gives[i].high)
		}
		s.count[i]--
	}
}

// test applies the 4n+2 rule to the set, which is chosen. Atoms inside, in three or
// more of the rings, do not count; of the bonds only the outline becomes aromatic.
func (s *ringSystems) test(chosen ...int32) {
	// Only a wildcard leaves the number open, and two of them would fit anything.
	if !hückel(s.low, s.high) || s.high-s.low > 1 {
		return
	}
	for _, r := range chosen {
		for _, i := range s.rings[r] {
			s.w.m.Atoms[i].Aromatic = true
		}
		for _, k := range s.bondsOf(r) {
			s.times[k]++
		}
	}
	for _, r := range chosen {
		for _, k := range s.bondsOf(r) {
			if s.times[k] == 1 {
				s.bonds[k] = true
			}
			s.times[k] = 0
		}
	}
}

// hückel says whether a number of electrons from low to high is 4n+2.
func hückel(low, high int) bool {
	if high < 6 {
		return high == 2
	}
	return low+(2-low%4+4)%4 <= high
}
