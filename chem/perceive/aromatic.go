package perceive

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// maxChalcogenRing is the largest smallest ring in which oxygen and sulfur give their
// lone pair, as in RDKit.
const maxChalcogenRing = 8

// donation is the number of electrons an atom may give to a ring.
type donation struct {
	low, high int8
	candidate bool // the atom may be part of an aromatic ring
	known     bool
}

// aromaticity marks the aromatic atoms of w.m and the aromatic bonds of p. Orders
// must be Kekulé's and no atom marked.
func (w *work) aromaticity(p *Molecule) *Error {
	if len(w.rings.Relevant) == 0 {
		return nil
	}
	gives := make([]donation, len(w.m.Atoms))
	rings := make([][]int, 0, len(w.rings.Relevant))
	for _, ring := range w.rings.Relevant {
		fits, element := true, false
		for _, i := range ring {
			if !gives[i].known {
				gives[i] = w.donation(i)
				gives[i].known = true
				z := w.m.Atoms[i].Element
				if len(ring) > maxChalcogenRing && (z == 8 || z == 16) && gives[i].low == 2 && !w.inRingUpTo(i, maxChalcogenRing) {
					gives[i].candidate = false
				}
			}
			if !gives[i].candidate {
				fits = false
				break
			}
			element = element || w.m.Atoms[i].Element != 0
		}
		if fits && element {
			rings = append(rings, ring)
		}
	}
	if len(rings) == 0 {
		return nil
	}
	if err := newRingSystems(w, gives, rings, p.AromaticBonds).find(); err != nil {
		return err
	}
	// Triple bonds stay what they are, as in benzyne, and an atom inside a ring system
	// is aromatic only with one of its bonds.
	marked := make([]bool, len(w.m.Atoms))
	for k, aromatic := range p.AromaticBonds {
		b := &w.m.Bonds[k]
		if aromatic {
			marked[b.A], marked[b.B] = true, true
		}
		p.AromaticBonds[k] = aromatic && b.Order != mol.Triple
	}
	for i := range w.m.Atoms {
		w.m.Atoms[i].Aromatic = w.m.Atoms[i].Aromatic && marked[i]
	}
	return nil
}

// inRingUpTo says whether atom i is in a ring of at most size atoms.
func (w *work) inRingUpTo(i, size int) bool {
	for _, ring := range w.rings.Relevant {
		if len(ring) > size {
			return false
		}
		if slices.Contains(ring, i) {
			return true
		}
	}
	return false
}

// donation says what atom i gives to a ring it is in.
func (w *work) donation(i int) donation {
	a := &w.m.Atoms[i]
	d := w.electrons(i)
	// Aromatic atoms are of the first three rows, selenium or tellurium, in their
	// usual valence, and radicals only as uncharged carbon.
	if a.Element > 18 && a.Element != 34 && a.Element != 52 {
		d.candidate = false
	}
	if usual := elements[a.Element].valences[0]; usual > 0 {
		like := min(max(int(a.Element)-int(a.Charge), 0), len(elements)-1)
		if w.explicit[i]+w.implicit[i] > elements[like].valences[0] {
			d.candidate = false
		}
	}
	if w.radicals[i] > 0 && (a.Element != 6 || a.Charge != 0) {
		d.candidate = false
	}
	for _, next := range w.adjacency.Of(i) {
		if w.m.Bonds[next.Bond].Order == mol.Any && w.rings.BondInRing(next.Bond) {
			d.candidate = false // nobody knows what the bond brings
		}
	}
	if w.explicit[i]-w.adjacency.Degree(i) > 1 {
		multiple := 0
		for _, next := range w.adjacency.Of(i) {
			if o := w.m.Bonds[next.Bond].Order; o == mol.Double || o == mol.Triple {
				multiple++
			}
		}
		if multiple > 1 {
			d.candidate = false
		}
	}
	return d
}

// electrons is the number of electrons atom i gives, from its free electrons and
// multiple bonds. A multiple bond that leaves the ring to a more electronegative
// atom takes its electron along.
func (w *work) electrons(i int) donation {
	exactly := func(n int) donation { return donation{low: int8(n), high: int8(n), candidate: true} }
	a := &w.m.Atoms[i]
	inside, outside := false, -1 // a multiple bond in a ring; the end of one that is in none
	for _, next := range w.adjacency.Of(i) {
		if contribution(&w.m.Bonds[next.Bond], i) < 4 {
			continue
		}
		if w.rings.BondInRing(next.Bond) {
			inside = true
		} else if outside < 0 {
			outside = next.Atom
		}
	}
	if a.Element == 0 {
		if inside {
			return exactly(1)
		}
		return donation{low: 1, high: 2, candidate: true}
	}
	taken := outside >= 0 && moreElectronegative(w.m.Atoms[outside].Element, a.Element)
	switch n := w.freeElectrons(i); {
	case n < 0:
		return donation{}
	case n == 0 && outside >= 0:
		return exactly(0)
	case n == 0 && inside:
		return exactly(1)
	case n == 0:
		return donation{}
	case n == 1 && outside >= 0:
		if taken {
			return exactly(0)
		}
		return exactly(1)
	case n == 1:
		if inside || w.unsaturated(i) {
			return exactly(1)
		}
		if a.Charge == 1 {
			return exactly(0) // as in tropylium
		}
		return donation{}
	default:
		if taken {
			n--
		}
		if n%2 == 1 {
			return exactly(1)
		}
		return exactly(2)
	}
}

// unsaturated says whether the valence of atom i, implied hydrogens aside, is not
// its number of bonds.
func (w *work) unsaturated(i int) bool {
	bonds := w.adjacency.Degree(i) + int(w.m.Atoms[i].Hydrogens)
	for _, next := range w.adjacency.Of(i) {
		if contribution(&w.m.Bonds[next.Bond], i) == 0 {
			bonds--
		}
	}
	return w.explicit[i] != bonds
}

// freeElectrons is the number of electrons of atom i outside its single bonds that
// a ring could use; −1 when the atom can be in no aromatic ring.
func (w *work) freeElectrons(i int) int {
	a := &w.m.Atoms[i]
	e := &elements[a.Element]
	usual := e.valences[0]
	if usual <= 1 {
		return -1
	}
	degree := w.adjacency.Degree(i) + int(a.Hydrogens) + w.implicit[i]
	for _, next := range w.adjacency.Of(i) {
		if contribution(&w.m.Bonds[next.Bond], i) == 0 {
			degree--
		}
	}
	if degree > 3 {
		return -1
	}
	lone := max(int(e.outer)-usual-int(a.Charge), 0)
	n := usual - degree + lone - w.radicals[i]
	if n > 1 && w.explicit[i]-w.adjacency.Degree(i) > 1 {
		n = 1
	}
	return n
}

// moreElectronegative compares by outer electrons, then by atomic number.
func moreElectronegative(a, b uint8) bool {
	if ea, eb := elements[a].outer, elements[b].outer; ea != eb {
		return ea > eb
	}
	return a < b
}
