package embed

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// naturalRadius is the single-bond radius of the elements from hydrogen to lawrencium in
// 10⁻³ Å, electronegativity their electronegativity in 10⁻² of UFF's units: those of the
// first atom type that UFF has for the element (Rappé et al. 1992; Rappé and Goddard's
// electronegativity as tabulated by RDKit, BSD-3-Clause).
var naturalRadius = [...]uint16{0,
	354, 849, 1336, 1074, 838, 757, 700, 658, 668, 920, 1539, 1421, 1244, 1117, 1101, 1064, 1044, 1032,
	1953, 1761, 1513, 1412, 1402, 1345, 1382, 1270, 1241, 1164, 1302, 1193, 1260, 1197, 1211, 1190, 1192, 1147,
	2260, 2052, 1698, 1564, 1473, 1467, 1322, 1478, 1332, 1338, 1386, 1403, 1459, 1398, 1407, 1386, 1382, 1267,
	2570, 2277, 1943, 1841, 1823, 1816, 1801, 1780, 1771, 1735, 1732, 1710, 1696, 1673, 1660, 1637, 1671, 1611,
	1511, 1392, 1372, 1372, 1371, 1364, 1262, 1340, 1518, 1459, 1512, 1500, 1545, 1420, 2880, 2512, 1983, 1721,
	1711, 1684, 1666, 1657, 1660, 1801, 1761, 1750, 1724, 1712, 1689, 1679, 1698,
}

var electronegativity = [...]uint16{0,
	453, 966, 301, 488, 511, 534, 690, 874, 1087, 1104, 284, 395, 406, 417, 546, 693, 856, 946,
	242, 323, 340, 347, 365, 342, 332, 376, 411, 446, 420, 511, 364, 405, 519, 643, 779, 851,
	233, 302, 383, 340, 355, 346, 329, 358, 398, 432, 444, 503, 351, 399, 490, 582, 682, 760,
	218, 281, 284, 277, 286, 287, 288, 291, 288, 317, 302, 306, 313, 319, 325, 329, 296, 370,
	510, 463, 396, 514, 500, 479, 489, 627, 320, 390, 469, 421, 475, 537, 200, 284, 284, 318,
	298, 334, 355, 324, 299, 283, 319, 320, 333, 340, 347, 348, 350,
}

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
	xa, xb := negativity(za), negativity(zb)
	root := math.Sqrt(xa) - math.Sqrt(xb)
	return ra + rb - 0.1332*(ra+rb)*geom.Log(n) - ra*rb*root*root/(xa*ra+xb*rb)
}

// radiusOf is the natural radius; those of unsaturated carbon, nitrogen, oxygen and
// sulfur are smaller.
func radiusOf(z, hybrid uint8) float64 {
	switch {
	case z == 0:
		return 0.757
	case int(z) >= len(naturalRadius):
		return 1.65
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
	return float64(naturalRadius[z]) / 1000
}

func negativity(z uint8) float64 {
	if z == 0 || int(z) >= len(electronegativity) {
		return 5
	}
	return float64(electronegativity[z]) / 100
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
