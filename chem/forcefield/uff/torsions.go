package uff

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// addTorsions adds the terms around every bond between sp² and sp³ atoms (eqs. 15
// to 17). They share the barrier of the bond.
func (b *builder) addTorsions(f *Field) {
	turns := func(h perceive.Hybridization) bool { return h == perceive.SP2 || h == perceive.SP3 }
	for k := range b.p.Mol.Bonds {
		i, j := b.p.Mol.Bonds[k].A, b.p.Mol.Bonds[k].B
		if !turns(b.types.hybrid[i]) || !turns(b.types.hybrid[j]) || b.hasTriple(i) || b.hasTriple(j) {
			continue
		}
		from := len(f.torsions)
		count := 0
		for _, first := range b.adjacency.Of(i) {
			for _, last := range b.adjacency.Of(j) {
				if first.Bond == k || last.Bond == k || first.Atom == last.Atom {
					continue
				}
				count++
				sp2End := b.types.hybrid[first.Atom] == perceive.SP2 || b.types.hybrid[last.Atom] == perceive.SP2
				barrier, n, sign := b.barrier(k, i, j, sp2End)
				if barrier != 0 {
					f.torsions = append(f.torsions, torsion{int32(3 * first.Atom), int32(3 * i), int32(3 * j), int32(3 * last.Atom), n, barrier, sign})
				}
			}
		}
		for m := from; m < len(f.torsions); m++ {
			f.torsions[m].half /= float64(2 * count)
		}
	}
}

func (b *builder) hasTriple(i int) bool {
	for _, next := range b.adjacency.Of(i) {
		if b.p.Mol.Bonds[next.Bond].Order == mol.Triple {
			return true
		}
	}
	return false
}

// chalcogen says whether z is in group 16.
func chalcogen(z uint8) bool { return z == 8 || z == 16 || z == 34 || z == 52 || z == 84 }

// barrier returns V, n and cos nφ₀ of the torsion about bond k from i to j.
func (b *builder) barrier(k, i, j int, sp2End bool) (v float64, n int32, sign float64) {
	ti, tj := b.types.row[i], b.types.row[j]
	zi, zj := b.p.Mol.Atoms[i].Element, b.p.Mol.Atoms[j].Element
	hi, hj := b.types.hybrid[i], b.types.hybrid[j]
	order := b.order[k]
	switch {
	case hi == perceive.SP3 && hj == perceive.SP3:
		if order == 1 && chalcogen(zi) && chalcogen(zj) {
			return mean(ofChalcogen(zi), ofChalcogen(zj)), 2, -1
		}
		return mean(ti.v, tj.v), 3, -1
	case hi == perceive.SP2 && hj == perceive.SP2:
		return ofPi(order, ti, tj), 2, 1
	case order == 1 && (hi == perceive.SP3 && chalcogen(zi) && !chalcogen(zj) || hj == perceive.SP3 && chalcogen(zj) && !chalcogen(zi)):
		return ofPi(order, ti, tj), 2, -1
	case order == 1 && sp2End:
		return 2, 3, -1
	}
	return 1, 6, 1
}

// ofChalcogen is the barrier of single bonds between atoms of group 16.
func ofChalcogen(z uint8) float64 {
	if z == 8 {
		return 2
	}
	return 6.8
}

// ofPi is eq. 17.
func ofPi(order float64, a, b *parameters) float64 {
	return 5 * mean(a.u, b.u) * (1 + 4.18*geom.Log(order))
}

// addInversions adds three terms for every atom with three neighbors that has an
// inversion barrier (eqs. 18 and 19): one for each neighbor and the plane of the
// other two.
func (b *builder) addInversions(f *Field) {
	for j := range b.p.Mol.Atoms {
		around := b.adjacency.Of(j)
		if len(around) != 3 {
			continue
		}
		var c0, c1, c2, k float64
		switch z := b.p.Mol.Atoms[j].Element; z {
		case 6, 7, 8:
			if b.types.hybrid[j] != perceive.SP2 {
				continue
			}
			c0, c1, k = 1, -1, 6
			if z == 6 && b.carbonyl(around) {
				k = 50
			}
		case 15, 33, 51, 83:
			cos := math.Cos(restInversion(z))
			c2, c1 = 1, -4*cos
			c0 = -(c1*cos + 2*cos*cos - 1)
			k = 22 / (c0 + c1 + c2)
		default:
			continue
		}
		for m := range 3 {
			one, two, out := around[m].Atom, around[(m+1)%3].Atom, around[(m+2)%3].Atom
			f.inversions = append(f.inversions, inversion{int32(3 * one), int32(3 * j), int32(3 * two), int32(3 * out),
				k / 3 * (c0 - c2), k / 3 * c1, k / 3 * 2 * c2})
		}
	}
}

// carbonyl says whether one of the neighbors is an sp² oxygen.
func (b *builder) carbonyl(around []mol.Neighbor) bool {
	for _, next := range around {
		if b.p.Mol.Atoms[next.Atom].Element == 8 && b.types.hybrid[next.Atom] == perceive.SP2 {
			return true
		}
	}
	return false
}

// restInversion is the rest angle of the inversion at P, As, Sb and Bi, radians.
func restInversion(z uint8) float64 {
	deg := 90.0
	switch z {
	case 15:
		deg = 84.4339
	case 33:
		deg = 86.9735
	case 51:
		deg = 87.7047
	}
	return deg * math.Pi / 180
}
