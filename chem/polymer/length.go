package polymer

import (
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// likeLength returns the length of a junction: the mean of the bonds of the pieces that join
// like atoms, or else, as like says, the sum of the covalent radii. Atoms are alike that have the same
// element, hybridization and charge. The methyl groups that stand in do not count.
func likeLength(g *graph, bond mol.Bond, row []*piece, methyl *piece) (length float64, like bool) {
	hybrid, _ := g.p.Hybridization()
	type sort struct {
		element uint8
		charge  int8
		hybrid  perceive.Hybridization
	}
	of := func(i int) sort {
		a := g.p.Mol.Atoms[i]
		return sort{a.Element, a.Charge, hybrid[i]}
	}
	a, b := of(bond.A), of(bond.B)
	sum, n := 0.0, 0
	for k, other := range g.p.Mol.Bonds {
		if g.owner[other.A] != g.owner[other.B] || other.Order != bond.Order || g.p.AromaticBonds[k] || row[g.owner[other.A]] == methyl {
			continue
		}
		if c, d := of(other.A), of(other.B); c == a && d == b || c == b && d == a {
			x := row[g.owner[other.A]].given
			sum += x[g.source[other.A]].Sub(x[g.source[other.B]]).Norm()
			n++
		}
	}
	if n > 0 {
		return sum / float64(n), true
	}
	m := g.p.Mol
	return elem.CovalentRadius(m.Atoms[bond.A].Element) + elem.CovalentRadius(m.Atoms[bond.B].Element), false
}
