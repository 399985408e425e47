package mmff

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// The rules below supply parameters that the tables lack (Halgren 1996, paper V,
// J. Comput. Chem. 17, 616, pages 625 to 631).

// empiricalBond returns the parameters of a bond between atoms a and b: the length of
// Schomaker and Stevenson with Pauling electronegativities, the force constant from a
// known bond of the same elements by the inverse sixth power of the lengths, or
// Badger's rule in the form of Herschbach and Laurie. The corrections of the radii for
// hybridization that the paper has are not in the original program. ok is false when
// an element has no radius.
func (g *graph) empiricalBond(a, b int) (s stretch, ok bool) {
	za, zb := ordered(g.atoms[a].Element, g.atoms[b].Element)
	ca, cb := g.tables.covalent.find(uint32(za)), g.tables.covalent.find(uint32(zb))
	if ca == nil || cb == nil {
		return s, false
	}
	c := 0.085
	if za == 1 {
		c = 0.05
	}
	s.r0 = ca[0] + cb[0] - c*geom.Pow(math.Abs(ca[1]-cb[1]), 1.4)
	if v := g.tables.bondByElement.find(pairKey(0, za, zb)); v != nil {
		q := v[0] / s.r0
		s.kb = v[1] * (q * q) * (q * q) * (q * q)
		return s, true
	}
	// Of elements that form typed bonds this concerns mixed halogens and fluorine. The
	// rows are those of Herschbach and Laurie, from 0 for hydrogen; RDKit counts one more.
	v := g.tables.herschbachLaurie.find(pairKey(0, row(za), row(zb)))
	if v == nil {
		return s, false
	}
	s.kb = geom.Pow(10, (v[0]-s.r0)/v[1])
	return s, true
}

// row returns the row of the periodic table, from 0 for hydrogen to 4.
func row(z uint8) uint8 {
	switch {
	case z >= 3 && z <= 10:
		return 1
	case z >= 11 && z <= 18:
		return 2
	case z >= 19 && z <= 36:
		return 3
	case z >= 37 && z <= 54:
		return 4
	}
	return 0
}

// empiricalAngle returns the angle in degrees in a ring of that size (0: larger or none).
// The paper's rule has other values for other centers; the tables have those for every type,
// so that what is left are planar centers with bonds of class 1.
func empiricalAngle(ring int) float64 {
	switch ring {
	case 3:
		return 60
	case 4:
		return 90
	}
	return 120
}

// bending are the parameters Z and C of the elements for angles (paper V, table VI).
func bending(z uint8) (end, center float64) {
	switch z {
	case 1:
		return 1.395, 0
	case 6:
		return 2.494, 1.016
	case 7:
		return 2.711, 1.113
	case 8:
		return 3.045, 1.337
	case 9:
		return 2.847, 0
	case 14:
		return 2.350, 0.811
	case 15:
		return 2.350, 1.068
	case 16:
		return 2.980, 1.249
	case 17:
		return 2.909, 1.078
	case 35:
		return 3.017, 0
	case 53:
		return 3.086, 0
	}
	return 0, 0
}

// empiricalBending returns the force constant of angle i–j–k, md·Å/rad², for an angle
// theta0 in degrees and bonds of the lengths rij and rjk.
func (g *graph) empiricalBending(i, j, k, ring int, theta0, rij, rjk float64) float64 {
	zi, _ := bending(g.atoms[i].Element)
	_, cj := bending(g.atoms[j].Element)
	zk, _ := bending(g.atoms[k].Element)
	beta := 1.75
	switch ring {
	case 3:
		beta *= 0.05
	case 4:
		beta *= 0.85
	}
	sum, difference := rij+rjk, rij-rjk
	theta := theta0 * degree
	return beta * zi * cj * zk / (sum * theta * theta * geom.Exp(2*difference*difference/(sum*sum)))
}

// twisting are the parameters U, V and W of the elements for torsions (paper V).
func twisting(z uint8) (u, v, w float64) {
	switch z {
	case 6:
		return 2, 2.12, 0
	case 7:
		return 2, 1.5, 0
	case 8:
		return 2, 0.2, 2
	case 14:
		return 1.25, 1.22, 0
	case 15:
		return 1.25, 2.4, 0
	case 16:
		return 1.25, 0.49, 8
	}
	return 0, 0, 0
}

// empiricalTorsion returns V1, V2, V3 of every torsion about the bond jk, rules (a) to
// (h) of the paper.
func (g *graph) empiricalTorsion(j, k, axis int) [3]float64 {
	p, q := g.properties(j), g.properties(k)
	zj, zk := g.atoms[j].Element, g.atoms[k].Element
	uj, vj, wj := twisting(zj)
	uk, vk, wk := twisting(zk)
	twofold := func(beta, order float64) [3]float64 { return [3]float64{1: beta * order * math.Sqrt(uj*uk)} }
	threefold := func() [3]float64 {
		return [3]float64{2: math.Sqrt(vj*vk) / float64((int(p.Coordination)-1)*(int(q.Coordination)-1))}
	}
	partner := p // of an atom with four neighbors
	if p.Coordination == 4 {
		partner = q
	}
	multipleJ, multipleK := p.MultipleBond != 0, q.MultipleBond != 0
	switch {
	case p.Linear || q.Linear: // (a)
		return [3]float64{}
	case p.Aromatic && q.Aromatic && g.aromatic[axis]: // (b)
		beta, order := 6.0, 0.3
		if p.Valence == 3 && q.Valence == 4 || p.Valence == 4 && q.Valence == 3 {
			beta = 3
		}
		if !p.LonePair && !q.LonePair {
			order = 0.5
		}
		return twofold(beta, order)
	case g.bonds[axis].Order == mol.Double && !g.aromatic[axis]: // (c)
		if p.MultipleBond == 2 && q.MultipleBond == 2 {
			return twofold(6, 1)
		}
		return twofold(6, 0.4)
	case p.Coordination == 4 && q.Coordination == 4: // (d)
		return threefold()
	case p.Coordination == 4 || q.Coordination == 4: // (e), (f)
		multiple := partner.MultipleBond != 0
		switch {
		case partner.Coordination == 3 && (partner.Valence == 4 || partner.Valence == 34 || multiple),
			partner.Coordination == 2 && (partner.Valence == 3 || multiple):
			return [3]float64{}
		}
		return threefold()
	case g.single(axis) && multipleJ && multipleK, multipleJ && q.LonePair, p.LonePair && multipleK: // (g)
		switch {
		case p.LonePair && q.LonePair:
			return [3]float64{}
		case p.LonePair && multipleK:
			return twofold(6, lonePairOrder(p.MultipleBond, zj, zk))
		case q.LonePair && multipleJ:
			return twofold(6, lonePairOrder(q.MultipleBond, zj, zk))
		case (p.MultipleBond == 1 || q.MultipleBond == 1) && (zj != 6 || zk != 6):
			return twofold(6, 0.4)
		}
		return twofold(6, 0.15)
	case (zj == 8 || zj == 16) && (zk == 8 || zk == 16): // (h)
		return [3]float64{1: -math.Sqrt(wj * wk)}
	}
	return threefold()
}

// lonePairOrder is the pi bond order between an atom with a pi lone pair and one with
// multiple bonds. multiple is the multiple-bond property of the former.
func lonePairOrder(multiple, zj, zk uint8) float64 {
	switch {
	case multiple == 1:
		return 0.5
	case row(zj) == 2 && row(zk) == 2:
		return 0.3
	}
	return 0.15
}
