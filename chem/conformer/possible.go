package conformer

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/embed"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// smallRing is the largest ring that cannot hold a trans double bond: that of
// cycloheptene. stereo.Find passes over configurations in such rings.
const smallRing = 7

// possible refuses what has no geometry and what later steps would pass over: atoms
// without an element, and trans double bonds that marks ask for in small rings.
func possible(p *perceive.Molecule) error {
	for i := range p.Mol.Atoms {
		if p.Mol.Atoms[i].Element == 0 {
			return &embed.Error{Atoms: []int{i}, Msg: fmt.Sprintf("atom %d (*) has no element: replace it by a real atom", i)}
		}
	}
	var adjacency mol.Adjacency
	for k, b := range p.Mol.Bonds {
		if b.Order != mol.Double || p.AromaticBonds[k] || !p.Rings.BondInRing(k) {
			continue
		}
		if adjacency.Empty() {
			adjacency = p.Mol.Neighbors()
		}
		first, ok := raised(p, &adjacency, k, b.A)
		if !ok {
			continue
		}
		second, ok := raised(p, &adjacency, k, b.B)
		if !ok {
			continue
		}
		for _, ring := range p.Rings.Basis {
			if len(ring) > smallRing {
				break
			}
			a, c := besideBond(ring, b.A, b.B)
			if a < 0 {
				continue
			}
			if (first.up == (first.ligand == a)) != (second.up == (second.ligand == c)) {
				return &embed.Error{Atoms: []int{b.A, b.B}, Msg: fmt.Sprintf(
					"the double bond between atoms %d (%s) and %d (%s) is asked to be trans, which its ring of %d atoms does not allow",
					b.A, elem.Symbol(p.Mol.Atoms[b.A].Element), b.B, elem.Symbol(p.Mol.Atoms[b.B].Element), len(ring))}
			}
		}
	}
	return nil
}

// marked is a ligand of a double bond and the side it is on.
type marked struct {
	ligand int
	up     bool
}

// raised returns a ligand of end i of double bond k whose bond has a mark that is for this
// double bond: not one that the ligand needs for a double bond of its own.
func raised(p *perceive.Molecule, adjacency *mol.Adjacency, k, i int) (marked, bool) {
	for _, next := range adjacency.Of(i) {
		b := &p.Mol.Bonds[next.Bond]
		if next.Bond == k || b.Stereo != mol.Rising && b.Stereo != mol.Falling {
			continue
		}
		shared := false
		for _, far := range adjacency.Of(next.Atom) {
			shared = shared || far.Atom != i && p.Mol.Bonds[far.Bond].Order == mol.Double && !p.AromaticBonds[far.Bond]
		}
		if !shared {
			return marked{next.Atom, (b.Stereo == mol.Rising) == (b.A == i)}, true
		}
	}
	return marked{}, false
}

// besideBond returns the atoms of a ring beside its bond between a and b: the other
// neighbor of a and that of b; −1 when the bond is none of the ring.
func besideBond(ring []int, a, b int) (besideA, besideB int) {
	n := len(ring)
	for i, atom := range ring {
		if atom != a {
			continue
		}
		before, after := ring[(i+n-1)%n], ring[(i+1)%n]
		switch b {
		case before:
			return after, ring[(i+n-2)%n]
		case after:
			return before, ring[(i+2)%n]
		}
	}
	return -1, -1
}
