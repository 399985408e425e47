package embed

import (
	"github.com/molsmith/molsmith/chem/forcefield/uff"
	"github.com/molsmith/molsmith/chem/mol"
)

// usual are median lengths of frequent bonds in 10⁻³ Å, at MMFF94 minima of a set of
// drug-like molecules. Elements and hybridization of the ends, the smaller element
// first; order is that of mol.
var usual = [...]struct {
	z1, hybrid1, z2, hybrid2 uint8
	order                    mol.Order
	length                   uint16
}{
	{1, 3, 6, 3, mol.Single, 1095}, {1, 3, 6, 2, mol.Single, 1087}, {1, 3, 6, 1, mol.Single, 1065},
	{1, 3, 7, 2, mol.Single, 1014}, {1, 3, 7, 3, mol.Single, 1024}, {1, 3, 8, 2, mol.Single, 976},
	{1, 3, 8, 3, mol.Single, 973}, {1, 3, 16, 3, mol.Single, 1341},
	{6, 3, 6, 3, mol.Single, 1530}, {6, 2, 6, 3, mol.Single, 1512}, {6, 2, 6, 2, mol.Single, 1476},
	{6, 1, 6, 3, mol.Single, 1463}, {6, 1, 6, 2, mol.Single, 1430},
	{6, 2, 6, 2, mol.Double, 1340}, {6, 2, 6, 2, mol.Aromatic, 1398}, {6, 1, 6, 1, mol.Triple, 1201},
	{6, 1, 6, 2, mol.Double, 1302}, {6, 1, 6, 1, mol.Double, 1290},
	{6, 3, 7, 3, mol.Single, 1472}, {6, 3, 7, 2, mol.Single, 1462}, {6, 2, 7, 2, mol.Single, 1380},
	{6, 2, 7, 3, mol.Single, 1450}, {6, 2, 7, 2, mol.Double, 1296}, {6, 2, 7, 2, mol.Aromatic, 1357},
	{6, 1, 7, 1, mol.Triple, 1161},
	{6, 3, 8, 3, mol.Single, 1425}, {6, 3, 8, 2, mol.Single, 1433}, {6, 2, 8, 2, mol.Single, 1362},
	{6, 2, 8, 2, mol.Double, 1224}, {6, 2, 8, 2, mol.Aromatic, 1369}, {6, 1, 8, 2, mol.Double, 1170},
	{6, 3, 9, 3, mol.Single, 1360}, {6, 2, 9, 3, mol.Single, 1342},
	{6, 3, 16, 3, mol.Single, 1820}, {6, 2, 16, 3, mol.Single, 1776}, {6, 2, 16, 2, mol.Aromatic, 1714},
	{6, 2, 16, 2, mol.Double, 1660},
	{6, 3, 17, 3, mol.Single, 1780}, {6, 2, 17, 3, mol.Single, 1727},
	{7, 2, 7, 2, mol.Aromatic, 1345}, {7, 2, 7, 2, mol.Single, 1370}, {7, 2, 7, 2, mol.Double, 1245},
	{7, 2, 8, 2, mol.Double, 1230}, {7, 2, 8, 2, mol.Single, 1390},
	{7, 3, 16, 3, mol.Single, 1670}, {8, 2, 16, 3, mol.Double, 1448}, {8, 3, 15, 3, mol.Single, 1608},
	{8, 2, 15, 3, mol.Double, 1480}, {5, 2, 6, 2, mol.Single, 1560}, {5, 2, 8, 3, mol.Single, 1370},
}

// addLengths gives every bond its length: the usual one, or UFF's natural length with
// its corrections for bond order and electronegativity.
func (t *topology) addLengths() {
	t.length = make([]float64, len(t.p.Mol.Bonds))
	for k, b := range t.p.Mol.Bonds {
		t.length[k] = t.lengthOf(k, b.A, b.B)
	}
}

func (t *topology) lengthOf(k, a, b int) float64 {
	if t.element(a) > t.element(b) || t.element(a) == t.element(b) && t.hybrid[a] > t.hybrid[b] {
		a, b = b, a
	}
	za, zb, order := t.element(a), t.element(b), t.bondOrder(k)
	amide := order == mol.Single && za == 6 && (zb == 7 || zb == 8) && t.carbonyl(a, b)
	if amide && zb == 7 {
		return 1.362
	}
	if zb == 8 && t.p.Mol.Atoms[b].Charge < 0 && order == mol.Single && t.hybrid[b] == 2 && (za == 6 || za == 7) {
		return 1.25
	}
	for i := range usual {
		u := &usual[i]
		if u.z1 == za && u.z2 == zb && u.order == order && u.hybrid1 == t.hybrid[a] && u.hybrid2 == t.hybrid[b] {
			return float64(u.length) / 1000
		}
	}
	if t.shape[a] == cluster && t.shape[b] == cluster && za == 5 {
		return 1.77 // edge of a boron cage
	}
	ra, rb := radiusOf(za, t.hybrid[a]), radiusOf(zb, t.hybrid[b])
	n := 1.0
	switch order {
	case mol.Double:
		n = 2
	case mol.Triple:
		n = 3
	case mol.Quadruple:
		n = 4
	case mol.Aromatic:
		n = 1.5
	}
	return uff.RestLength(n, ra, rb, negativity(za), negativity(zb))
}

// radiusOf is the natural radius; those of unsaturated carbon, nitrogen, oxygen and
// sulfur are smaller.
func radiusOf(z, hybrid uint8) float64 {
	switch {
	case z == 0:
		return 0.757 // carbon's
	case z == 6 && hybrid == 2:
		return 0.732
	case z == 6 && hybrid == 1:
		return 0.706
	case z == 7 && hybrid == 2:
		return 0.685
	case z == 7 && hybrid == 1:
		return 0.656
	case z == 8 && hybrid == 2:
		return 0.634
	case z == 5 && hybrid == 2:
		return 0.828
	}
	radius, _ := uff.Natural(z)
	return radius
}

// negativity is the electronegativity in UFF's units.
func negativity(z uint8) float64 {
	if z == 0 {
		return 5 // about carbon's
	}
	_, chi := uff.Natural(z)
	return chi
}

// carbonyl says whether carbon a has a double bond to oxygen or sulfur other than atom b.
func (t *topology) carbonyl(a, b int) bool {
	if t.element(a) != 6 {
		return false
	}
	for k := t.start[a]; k < t.start[a+1]; k++ {
		j := int(t.neighbor[k])
		if z := t.element(j); j != b && (z == 8 || z == 16) && t.bondOrder(int(t.bond[k])) == mol.Double {
			return true
		}
	}
	return false
}
