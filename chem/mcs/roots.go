package mcs

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// maxDives is how many greedy searches precede the exhaustive one.
const maxDives = 200

// root is a bond of the query put on one of the target: atom u on x and v on y.
type root struct {
	e, u, v, x, y int32
	alike         int32
}

// rootsOf returns the ways to put bond e on the target, the most alike first.
func (s *search) rootsOf(e int32) []root {
	var roots []root
	a, b := s.q.a[e], s.q.b[e]
	for f := range int32(s.t.bonds) {
		if !s.compat[int(e)*s.t.bonds+int(f)] {
			continue
		}
		for _, to := range [2][2]int32{{s.t.a[f], s.t.b[f]}, {s.t.b[f], s.t.a[f]}} {
			if s.q.label[a] == s.t.label[to[0]] && s.q.label[b] == s.t.label[to[1]] {
				alike := s.alike[int(a)*s.t.atoms+int(to[0])] + s.alike[int(b)*s.t.atoms+int(to[1])]
				roots = append(roots, root{e, a, b, to[0], to[1], alike})
			}
		}
	}
	sorting.Stable(roots, func(p, q root) int { return int(q.alike - p.alike) })
	return roots
}

// start makes a root the whole present part.
func (s *search) start(r root) bool {
	s.back(0)
	s.place(r.u, r.x)
	return s.take(r.v, r.y)
}

// run looks for the largest part: quickly in the most promising places, then
// everywhere.
func (s *search) run() {
	byBond := make([][]root, s.q.bonds)
	var all []root
	for e := range byBond {
		byBond[e] = s.rootsOf(int32(e))
		if len(byBond[e]) == 0 {
			s.state[e] = out
		}
		all = append(all, byBond[e]...)
	}
	sorting.Stable(all, func(p, q root) int { return int(q.alike - p.alike) })
	for _, r := range all[:min(len(all), maxDives)] {
		if s.ended {
			return
		}
		if s.start(r) {
			s.dive()
		}
	}
	s.back(0)
	var orbitsQ, orbitsT []int32
	for {
		e := s.nextRoot(byBond)
		if e < 0 || s.ended {
			return
		}
		if orbitsQ == nil {
			orbitsQ, orbitsT = s.q.orbits(s.budget), s.t.orbits(s.budget)
			if s.ended {
				return
			}
		}
		turns := orbitsQ[2*e] == orbitsQ[2*e+1] // e can be turned around
		var seen []int32
		for _, r := range byBond[e] {
			orbit := orbitsT[s.direction(r.x, r.y)]
			if slices.Contains(seen, orbit) {
				continue
			}
			seen = append(seen, orbit)
			if turns {
				seen = append(seen, orbitsT[s.direction(r.y, r.x)])
			}
			if s.start(r) {
				s.explore()
			}
			if s.ended {
				return
			}
		}
		s.back(0)
		for f := range s.state {
			if o := orbitsQ[2*f]; o == orbitsQ[2*e] || o == orbitsQ[2*e+1] {
				s.state[f] = out
			}
		}
	}
}

// direction is the number in orbits of the bond of the target from x to y.
func (s *search) direction(x, y int32) int32 {
	f := s.between[int(x)*s.t.atoms+int(y)]
	if s.t.a[f] == x {
		return 2 * f
	}
	return 2*f + 1
}

// nextRoot chooses the bond of the query whose parts are looked at next: of a piece of
// the query that is large enough, the bond that can be put in the fewest places.
func (s *search) nextRoot(byBond [][]root) int32 {
	best := int32(-1)
	for _, p := range pieces(s.q, func(e int32) bool { return s.state[e] != out }) {
		most := 0
		for _, part := range s.t.parts {
			most = max(most, s.bound.common(s, p.bonds, part))
		}
		if !s.best.smaller(most, len(p.atoms)) {
			continue
		}
		for _, e := range p.bonds {
			if best < 0 || len(byBond[e]) < len(byBond[best]) {
				best = e
			}
		}
	}
	return best
}

// common returns how many of some bonds of the query stand against bonds of a part of
// the target.
func (b *bound) common(s *search, bonds, part []int32) (most int) {
	for _, e := range bonds {
		b.wholes[s.q.whole[e]]++
	}
	for _, f := range part {
		if b.wholes[s.t.whole[f]] > 0 {
			b.wholes[s.t.whole[f]]--
			most++
		}
	}
	for _, e := range bonds {
		b.wholes[s.q.whole[e]] = 0
	}
	return most
}
