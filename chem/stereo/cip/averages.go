package cip

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// resonance is how an atom can take part in a ring of conjugated double bonds.
type resonance uint8

const (
	noResonance resonance = iota
	conjugated            // has its double bond in every form
	anionic               // has a double bond only when the charge is elsewhere
)

// averages returns the atomic number of the duplicates at each atom whose double bond
// has no place of its own (mancude rings, P-92.1.4.4): the mean over the neighbors
// that it may go to, or, where a negative charge moves as well, the mean over the
// double bonds of the whole system. 0 means that the duplicate has the number of the
// atom it stands for; that is so as well when the mean is a whole number.
func averages(p *perceive.Molecule) []float64 {
	m := p.Mol
	mean := make([]float64, len(m.Atoms))
	kinds := make([]resonance, len(m.Atoms))
	if !seed(p, kinds) {
		return mean
	}
	adjacency := m.Neighbors()
	trim(&adjacency, kinds)
	systemOf := make([]int, len(m.Atoms)) // by its first atom, from 1; 0: none
	var system []int
	for i := range m.Atoms {
		if systemOf[i] > 0 || kinds[i] == noResonance {
			continue
		}
		systemOf[i] = i + 1
		system = append(system[:0], i)
		charged := false
		for at := 0; at < len(system); at++ {
			charged = charged || kinds[system[at]] == anionic
			for _, next := range adjacency.Of(system[at]) {
				if systemOf[next.Atom] == 0 && kinds[next.Atom] != noResonance && p.Rings.BondInRing(next.Bond) {
					systemOf[next.Atom] = i + 1
					system = append(system, next.Atom)
				}
			}
		}
		average(m, &adjacency, systemOf, system, charged, mean)
	}
	return mean
}

// average fills in the means of one system.
func average(m *mol.Mol, adjacency *mol.Adjacency, systemOf, system []int, charged bool, mean []float64) {
	total := 0
	for _, i := range system {
		sum, n := 0, 0
		for _, next := range adjacency.Of(i) {
			if systemOf[next.Atom] != systemOf[i] {
				continue
			}
			sum += int(m.Atoms[next.Atom].Element)
			n++
			total += multiplicity(m.Bonds[next.Bond].Order) * int(m.Atoms[next.Atom].Element)
		}
		if n > 0 && sum%n != 0 {
			mean[i] = float64(sum) / float64(n)
		}
	}
	if !charged {
		return
	}
	for _, i := range system {
		mean[i] = 0
		if total%len(system) != 0 {
			mean[i] = float64(total) / float64(len(system))
		}
	}
}

// seed finds the atoms of rings that can be part of such a system; it says whether
// any of them makes a mean differ from carbon's own number.
func seed(p *perceive.Molecule, kinds []resonance) bool {
	m := p.Mol
	type count struct{ single, double, other, ring uint8 }
	counts := make([]count, len(m.Atoms))
	for k, b := range m.Bonds {
		for _, i := range [2]int{b.A, b.B} {
			c := &counts[i]
			switch b.Order {
			case mol.Single:
				c.single++
			case mol.Double:
				c.double++
			default:
				c.other++
			}
			if p.Rings.BondInRing(k) {
				c.ring = 1
			}
		}
	}
	hetero := false
	for i := range m.Atoms {
		a, c := &m.Atoms[i], counts[i]
		if c.ring == 0 || c.other > 0 || c.double > 1 {
			continue
		}
		single := int(c.single) + int(a.Hydrogens)
		double := c.double == 1
		switch a.Element {
		case 6, 14, 32:
			switch {
			case a.Charge == 0 && double && single == 2:
				kinds[i] = conjugated
				continue
			case a.Charge == -1 && !double && single == 3:
				kinds[i] = anionic
			}
		case 7, 15, 33:
			switch {
			case a.Charge == 0 && double && single == 1, a.Charge == 1 && double && single == 2:
				kinds[i] = conjugated
			case a.Charge == -1 && !double && single == 2:
				kinds[i] = anionic
			}
		case 8:
			if a.Charge == 1 && double && single == 1 {
				kinds[i] = conjugated
			}
		}
		hetero = hetero || kinds[i] != noResonance
	}
	return hetero
}

// trim takes out atoms with one neighbor of a kind, again and again: the double bond
// there has only one place.
func trim(adjacency *mol.Adjacency, kinds []resonance) {
	counts := make([]int, len(kinds))
	var ends []int
	for i := range kinds {
		for _, next := range adjacency.Of(i) {
			if kinds[next.Atom] != noResonance {
				counts[i]++
			}
		}
		if counts[i] == 1 {
			ends = append(ends, i)
		}
	}
	for len(ends) > 0 {
		i := ends[len(ends)-1]
		ends = ends[:len(ends)-1]
		if kinds[i] == noResonance {
			continue
		}
		kinds[i] = noResonance
		for _, next := range adjacency.Of(i) {
			if counts[next.Atom]--; counts[next.Atom] == 1 {
				ends = append(ends, next.Atom)
			}
		}
	}
}
