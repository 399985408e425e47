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
//
// All rings of a round see the same state, so that the result does not depend on their
// order. A round that changes nothing is the last; rings that can no longer change
// leave.
func (t *typer) findAromatic() {
	rings := t.p.Rings.Relevant
	if len(rings) == 0 {
		return
	}
	open := make([]int32, len(rings))
	for i := range open {
		open[i] = int32(i)
	}
	marks := make([]int32, 2*len(t.atoms))
	member, decided := marks[:len(t.atoms)], marks[len(t.atoms):] // 1 + the ring that is looked at; 1: decided
	aromatic := make([]bool, len(rings))
	verdicts := make([]verdict, len(rings))
	for changed := true; changed && len(open) > 0; {
		changed = false
		for _, r := range open {
			for _, i := range rings[r] {
				member[i] = r + 1
			}
			verdicts[r] = t.judge(rings[r], member, decided, r+1)
		}
		left := open[:0]
		for _, r := range open {
			v := verdicts[r]
			if v != waiting {
				for _, i := range rings[r] {
					if decided[i] == 0 {
						decided[i], changed = 1, true
					}
					if v == yes && !t.atoms[i].aromatic {
						t.atoms[i].aromatic, changed = true, true
					}
				}
			}
			if v == waiting || v == notYet {
				left = append(left, r)
			}
			aromatic[r] = v == yes
		}
		open = left
	}
	for r, is := range aromatic {
		if !is {
			continue
		}
		ring := rings[r]
		for j, i := range ring {
			t.orders[t.bond(i, ring[(j+1)%len(ring)])] = mol.Aromatic
		}
	}
}

// verdict is what is known of the aromaticity of a ring.
type verdict uint8

const (
	waiting verdict = iota // for neighbors that are not decided
	notYet                 // it is not, unless further neighbors become aromatic
	no
	yes
)

// judge looks at one ring, whose atoms have the mark me.
func (t *typer) judge(ring []int, member, decided []int32, me int32) verdict {
	electrons := 0
	lonePair, outside, depends := false, false, false
	for j, i := range ring {
		a := &t.atoms[i]
		if a.element == 7 || a.element == 8 || a.element == 16 && a.degree == 2 {
			lonePair = true
		}
		if t.orders[t.bond(i, ring[(j+1)%len(ring)])] == mol.Double {
			electrons += 2
			continue
		}
		if a.element != 6 && !(a.element == 7 && a.valence == 4) {
			continue
		}
		for _, b := range t.adjacency.Of(i) {
			order := t.orders[b.Bond]
			if order == mol.Single || member[b.Atom] == me {
				continue
			}
			if t.p.Rings.InRing(b.Atom) && decided[b.Atom] == 0 {
				return waiting
			}
			if order != mol.Double {
				continue
			}
			if t.atoms[b.Atom].aromatic {
				electrons++
			} else {
				outside = true
				depends = depends || t.p.Rings.InRing(b.Atom)
			}
		}
	}
	if lonePair && !outside && len(ring)%2 == 1 {
		electrons += 2
	}
	switch {
	case electrons > 2 && electrons%4 == 2 && t.planar(ring):
		return yes
	case depends:
		return notYet
	}
	return no
}

// planar says whether all carbon and nitrogen atoms of a ring have three orbitals in
// its plane.
func (t *typer) planar(ring []int) bool {
	for _, i := range ring {
		if e := t.atoms[i].element; (e == 6 || e == 7) && !t.trigonal(i) {
			return false
		}
	}
	return true
}

// trigonal says whether a carbon or nitrogen is sp2: three neighbors and lone pairs, or
// four with at most three neighbors and a conjugated bond.
func (t *typer) trigonal(i int) bool {
	a := &t.atoms[i]
	orbitals := int(a.degree)
	for _, b := range t.adjacency.Of(i) {
		if t.orders[b.Bond] == mol.Dative && t.p.Mol.Bonds[b.Bond].A == i {
			orbitals-- // it is a lone pair
		}
	}
	outer := perceive.OuterElectrons(a.element)
	free := outer - int(a.valence) - int(a.charge)
	if int(a.valence)+outer-int(a.charge) < 8 {
		radicals := t.p.Radicals[i]
		orbitals += (free-radicals)/2 + radicals
	} else {
		orbitals += free / 2
	}
	return orbitals == 3 || orbitals == 4 && a.degree <= 3 && t.conjugated(i)
}

// conjugated says whether atom i has a conjugated bond: one that is aromatic in the
// usual model, or is beside a multiple bond between atoms that can take part.
func (t *typer) conjugated(i int) bool {
	for _, b := range t.adjacency.Of(i) {
		if t.p.AromaticBonds[b.Bond] {
			return true
		}
	}
	if !t.conjugates(i) {
		return false
	}
	for _, b := range t.adjacency.Of(i) {
		c := &t.atoms[b.Atom]
		if c.degree < 2 || c.degree > 3 || !t.conjugates(b.Atom) {
			continue
		}
		for _, d := range t.adjacency.Of(b.Atom) {
			if d.Atom != i && multiple(t.orders[d.Bond]) && t.conjugates(d.Atom) {
				return true
			}
		}
	}
	return false
}

// multiple says whether a bond counts more than one.
func multiple(order mol.Order) bool {
	return order == mol.Double || order == mol.Triple || order == mol.Quadruple || order == mol.Aromatic
}

// conjugates says whether atom i may be part of a conjugated system: not beyond its
// usual valence when uncharged, not with a lone pair below the second row unless it
// ends a chain, with at most three neighbors and electrons to give.
func (t *typer) conjugates(i int) bool {
	a := &t.atoms[i]
	usual, ok := perceive.UsualValence(a.element)
	if !ok || usual <= 1 || a.degree > 3 || a.charge == 0 && int(a.valence) > usual {
		return false
	}
	outer := perceive.OuterElectrons(a.element)
	if a.element > 10 && (outer == 5 || outer == 6 && a.degree > 1) {
		return false
	}
	pairs := max(outer-usual-int(a.charge), 0)
	return usual-int(a.degree)+pairs-t.p.Radicals[i] > 0
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
