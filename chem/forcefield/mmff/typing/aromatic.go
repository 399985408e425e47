package typing

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// findAromatic marks the aromatic atoms and bonds (Halgren 1996, 17, 490, Appendix A):
// a ring is aromatic when its atoms can be planar and it has 4n+2 pi electrons, six or
// more. A double bond of the ring brings two, one from a ring atom to an atom that is
// already aromatic one, and a ring of odd size two from the lone pair of N, O or
// divalent S. A ring waits while it has double bonds to ring atoms that are not decided.
func (t *typer) findAromatic() {
	rings := t.p.Rings.Relevant
	if len(rings) == 0 {
		return
	}
	s := search{typer: t, open: make([]int32, len(rings)), verdicts: make([]verdict, len(rings))}
	for i := range s.open {
		s.open[i] = int32(i)
	}
	s.member, s.decided = make([]int32, len(t.atoms)), make([]bool, len(t.atoms))
	s.rounds()
	for s.benzenes() {
		s.rounds()
	}
	for r, v := range s.verdicts {
		if v != yes {
			continue
		}
		ring := rings[r]
		for j, i := range ring {
			t.orders[t.bond(i, ring[(j+1)%len(ring)])] = mol.Aromatic
		}
	}
}

// search is the search for aromatic rings.
type search struct {
	*typer
	open     []int32   // rings that may change
	verdicts []verdict // per ring
	member   []int32   // per atom: 1 + the ring that was looked at last and has it
	decided  []bool    // per atom: a ring of it has been decided
}

// rounds decides rings until nothing changes. All rings of a round see the same state,
// so that the result does not depend on their order.
func (s *search) rounds() {
	for changed := true; changed && len(s.open) > 0; {
		changed = false
		for _, r := range s.open {
			s.verdicts[r] = s.judge(r)
		}
		left := s.open[:0]
		for _, r := range s.open {
			v := s.verdicts[r]
			changed = s.apply(r, v) || changed
			if v == waiting || v == notYet {
				left = append(left, r)
			}
		}
		s.open = left
	}
}

// apply marks the atoms of a ring and says whether that is news.
func (s *search) apply(r int32, v verdict) bool {
	if v == waiting {
		return false
	}
	news := false
	for _, i := range s.p.Rings.Relevant[r] {
		if !s.decided[i] {
			s.decided[i], news = true, true
		}
		if a := &s.atoms[i]; v == yes && !a.aromatic {
			a.aromatic, news = true, true
		}
	}
	return news
}

// benzenes makes aromatic those open rings of six that are when all of them are, and
// says whether there are any. In a Kekulé form without a benzene to start from, as
// fullerenes have, such rings wait for each other; the result must not depend on the
// form.
func (s *search) benzenes() bool {
	var rings []int32
	for _, r := range s.open {
		if s.sixUsual(r) {
			rings = append(rings, r)
		}
	}
	if len(rings) < 2 { // one alone has nothing to wait for but others
		return false
	}
	in := make([]int32, len(s.atoms)) // per atom: the number of these rings with it
	for _, r := range rings {
		for _, i := range s.p.Rings.Relevant[r] {
			in[i]++
		}
	}
	for dropped := true; dropped; {
		dropped = false
		left := rings[:0]
		for _, r := range rings {
			if s.sextet(r, in) {
				left = append(left, r)
				continue
			}
			for _, i := range s.p.Rings.Relevant[r] {
				in[i]--
			}
			dropped = true
		}
		rings = left
	}
	for _, r := range rings {
		s.verdicts[r] = yes
		s.apply(r, yes)
	}
	left := s.open[:0]
	for _, r := range s.open {
		if s.verdicts[r] != yes {
			left = append(left, r)
		}
	}
	s.open = left
	return len(rings) > 0
}

// sixUsual says whether ring r has six atoms, all carbon or nitrogen in one plane, and
// is aromatic in the usual model.
func (s *search) sixUsual(r int32) bool {
	ring := s.p.Rings.Relevant[r]
	if len(ring) != 6 || !s.planar(ring) {
		return false
	}
	for j, i := range ring {
		if e := s.atoms[i].element; e != 6 && e != 7 || !s.p.AromaticBonds[s.bond(i, ring[(j+1)%6])] {
			return false
		}
	}
	return true
}

// sextet says whether each atom of a ring brings one electron from a double bond: in
// the ring, or to an atom that is aromatic or in one of the rings that in counts.
func (s *search) sextet(r int32, in []int32) bool {
	for _, i := range s.p.Rings.Relevant[r] {
		j := s.doublyBonded(i)
		if j < 0 || !s.atoms[j].aromatic && in[j] == 0 {
			return false
		}
	}
	return true
}

// verdict is what is known of the aromaticity of a ring.
type verdict uint8

const (
	waiting verdict = iota // for neighbors that are not decided
	notYet                 // it is not, unless further neighbors become aromatic
	no
	yes
)

// judge looks at one ring.
func (s *search) judge(r int32) verdict {
	ring := s.p.Rings.Relevant[r]
	for _, i := range ring {
		s.member[i] = r + 1
	}
	electrons := 0
	lonePair, outside, depends := false, false, false
	for j, i := range ring {
		a := &s.atoms[i]
		if a.element == 7 || a.element == 8 || a.element == 16 && a.degree == 2 {
			lonePair = true
		}
		if s.orders[s.bond(i, ring[(j+1)%len(ring)])] == mol.Double {
			electrons += 2
			continue
		}
		if a.element != 6 && !(a.element == 7 && a.valence == 4) {
			continue
		}
		for _, b := range s.adjacency.Of(i) {
			order := s.orders[b.Bond]
			if order == mol.Single || s.member[b.Atom] == r+1 {
				continue
			}
			if s.p.Rings.InRing(b.Atom) && !s.decided[b.Atom] {
				return waiting
			}
			if order != mol.Double {
				continue
			}
			if s.atoms[b.Atom].aromatic {
				electrons++
			} else {
				outside = true
				depends = depends || s.p.Rings.InRing(b.Atom)
			}
		}
	}
	if lonePair && !outside && len(ring)%2 == 1 {
		electrons += 2
	}
	switch {
	case electrons > 2 && electrons%4 == 2 && s.planar(ring):
		return yes
	case depends:
		return notYet
	}
	return no
}

// planar says whether all carbon and nitrogen atoms of a ring are sp2.
func (t *typer) planar(ring []int) bool {
	if t.hybrid == nil {
		t.hybrid, _ = t.p.Hybridization()
	}
	for _, i := range ring {
		if e := t.atoms[i].element; (e == 6 || e == 7) && t.hybrid[i] != perceive.SP2 {
			return false
		}
	}
	return true
}

// bond returns the bond between two neighbors.
func (t *typer) bond(i, j int) int {
	for _, b := range t.adjacency.Of(i) {
		if b.Atom == j {
			return b.Bond
		}
	}
	panic("typing: ring without a bond")
}

// findRings notes for each atom the sizes of its rings, which of them have aromatic
// bonds only, and lists the rings of five.
func (t *typer) findRings() {
	t.first = make([]int32, len(t.atoms)+1)
	fives := 0
	for _, ring := range t.p.Rings.Relevant {
		n := len(ring)
		aromatic := n == 5 || n == 6
		for j := 0; aromatic && j < n; j++ {
			aromatic = t.orders[t.bond(ring[j], ring[(j+1)%n])] == mol.Aromatic
		}
		for _, i := range ring {
			a := &t.atoms[i]
			if a.rings < 255 {
				a.rings++
			}
			if n > maxRing {
				continue
			}
			a.sizes |= 1 << n
			if aromatic {
				a.aromaticSizes |= 1 << n
			}
			if n == 5 {
				t.first[i+1]++
				fives++
			}
		}
	}
	for i := range t.atoms {
		t.first[i+1] += t.first[i]
	}
	t.fives = make([]int32, fives)
	next := make([]int32, len(t.atoms))
	copy(next, t.first)
	for r, ring := range t.p.Rings.Relevant {
		if len(ring) != 5 {
			continue
		}
		for _, i := range ring {
			t.fives[next[i]] = int32(r)
			next[i]++
		}
	}
}

// sameFive says whether two atoms are in one ring of five.
func (t *typer) sameFive(i, j int) bool {
	for _, r := range t.fives[t.first[i]:t.first[i+1]] {
		for _, s := range t.fives[t.first[j]:t.first[j+1]] {
			if r == s {
				return true
			}
		}
	}
	return false
}
