package embed

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// shape is the arrangement of the neighbors of an atom.
type shape uint8

const (
	terminal    shape = iota // at most one neighbor
	linear                   // 180°
	trigonal                 // in a plane, about 120°
	tetrahedral              // about 109.5°, also with lone pairs
	square                   // sites 0 to 3 around the square
	bipyramid                // site 0 and 4 on the axis, 1 to 3 around it
	octahedron               // site 0 and 5 on the axis, 1 to 4 around it
	cluster                  // many neighbors without a figure
)

// addShapes gives every atom its shape by the number of its neighbors and lone pairs.
func (t *topology) addShapes() {
	t.shape = make([]shape, t.n)
	t.hybrid = make([]uint8, t.n)
	t.site = make([]int8, len(t.neighbor))
	class := make([]mol.Class, t.n)
	for _, c := range t.s.Centers {
		class[c.Atom] = c.Class
	}
	pi := make([]bool, t.n) // has a pi bond of carbon, nitrogen or the like
	for k, b := range t.p.Mol.Bonds {
		if t.multiple(k) {
			pi[b.A] = pi[b.A] || t.conjugates(b.A)
			pi[b.B] = pi[b.B] || t.conjugates(b.B)
		}
	}
	for i := range t.n {
		t.shape[i], t.hybrid[i] = t.shapeOf(i, class[i], pi)
		if s := t.shape[i]; s == square || s == bipyramid || s == octahedron {
			t.placeLigands(i, class[i])
		}
	}
}

// conjugates says whether atom i can be the pi end of a conjugated system: second row,
// or a heavier atom with few neighbors; a sulfonyl group is none.
func (t *topology) conjugates(i int) bool {
	return t.element(i) <= 10 || t.degree(i) <= 2 || t.p.Mol.Atoms[i].Aromatic
}

// electrons returns the free electron pairs and unpaired electrons of atom i, which is
// no metal.
func (t *topology) electrons(i int) (pairs, unpaired int) {
	a := &t.p.Mol.Atoms[i]
	free := perceive.OuterElectrons(a.Element) - int(a.Charge) - t.p.Valence[i]
	unpaired = t.p.Radicals[i]
	pairs = (free - unpaired) / 2
	for k := t.start[i]; k < t.start[i+1]; k++ {
		if b := &t.p.Mol.Bonds[t.bond[k]]; b.Order == mol.Dative && b.A == i {
			pairs-- // given to the acceptor
		}
	}
	return max(pairs, 0), unpaired
}

func (t *topology) shapeOf(i int, class mol.Class, pi []bool) (shape, uint8) {
	z, degree := t.element(i), t.degree(i)
	if degree <= 1 {
		s := uint8(3)
		if pi[i] {
			s = 2
			if degree == 1 && t.bondOrder(int(t.bond[t.start[i]])) == mol.Triple {
				s = 1
			}
		} else if degree == 1 && pi[t.of(i)[0]] && z > 5 && z < 9 {
			s = 2
		}
		return terminal, s
	}
	switch class {
	case mol.Tetrahedral:
		if degree >= 3 {
			return tetrahedral, 3
		}
	case mol.SquarePlanar:
		return square, 0
	case mol.TrigonalBipyramidal:
		return bipyramid, 0
	case mol.Octahedral:
		return octahedron, 0
	}
	if perceive.Metal(z) && z != 13 && z != 50 && z != 82 || z == 0 {
		return t.metalShape(i), 0
	}
	if degree > 6 || degree > 4 && z <= 10 {
		return cluster, 0
	}
	if t.hapto(i) {
		return cluster, 2
	}
	pairs, unpaired := t.electrons(i)
	around := degree + pairs + unpaired
	if around > 4 && degree <= 4 && t.bondedToMetal(i) {
		around = 4 // a pair is in the bond to the metal, however that is written
	}
	switch {
	case around <= 2:
		return linear, 1
	case around == 3 && degree <= 3:
		return trigonal, 2
	case around == 5:
		return bipyramid, 0
	case around >= 6:
		return octahedron, 0
	}
	// A lone pair beside a pi bond takes part in it.
	if degree <= 3 && z <= 10 && pairs+unpaired > 0 {
		if t.p.Mol.Atoms[i].Aromatic {
			return trigonal, 2
		}
		for _, j := range t.of(i) {
			if pi[j] {
				return trigonal, 2
			}
		}
	}
	if t.p.Mol.Atoms[i].Aromatic && degree <= 3 {
		return trigonal, 2
	}
	return tetrahedral, 3
}

// hapto says whether atom i is bonded to a metal together with one of its neighbors, as
// in metallocenes and alkene complexes.
func (t *topology) hapto(i int) bool {
	for _, j := range t.of(i) {
		if !perceive.Metal(t.element(int(j))) || t.degree(int(j)) < 3 {
			continue
		}
		for _, k := range t.of(i) {
			if k != j && t.bondBetween(int(j), int(k)) >= 0 {
				return true
			}
		}
	}
	return false
}

func (t *topology) bondedToMetal(i int) bool {
	for _, j := range t.of(i) {
		if perceive.Metal(t.element(int(j))) {
			return true
		}
	}
	return false
}

// metalShape is the usual figure of a metal with that many ligands. Four are a square
// around the d⁸ metals nickel, palladium, platinum, rhodium, iridium and gold, and in a
// ring such as porphyrin's.
func (t *topology) metalShape(i int) shape {
	switch t.degree(i) {
	case 2:
		return linear
	case 3:
		return trigonal
	case 4:
		switch t.element(i) {
		case 28, 45, 46, 77, 78, 79:
			return square
		}
		if t.encircled(i) {
			return square
		}
		return tetrahedral
	case 5:
		return bipyramid
	case 6:
		return octahedron
	}
	return cluster
}

// encircled says whether each of the four neighbors of atom i is joined with two others.
func (t *topology) encircled(i int) bool {
	var joined [4]int
	of := t.of(i)
	for x := range of {
		for y := range x {
			if t.joined(i, int(of[x]), int(of[y])) {
				joined[x]++
				joined[y]++
			}
		}
	}
	return min(joined[0], joined[1], joined[2], joined[3]) >= 2
}
