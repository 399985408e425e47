package embed

import (
	"math"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/rng"
)

// openPair is the distance across a bond that is flat but may be cis or trans: a double
// bond without a stated configuration, a tertiary amide, an amide in a large ring. Every
// try decides for one, since a distance between the two leaves the bond twisted.
type openPair struct {
	at    int     // in the packed bounds
	first bool    // belongs to the next bond in the list
	flips bool    // the pair is trans when the first pair of the bond is cis
	share float64 // how often the first pair of the bond is cis
	cis   [2]float64
	trans [2]float64
}

// openPairs lists them, for the tolerances of a level.
func (t *topology) openPairs(b *bounds, level int) []openPair {
	var list []openPair
	room := tolerance[level].torsion + 0.04
	for k, bond := range t.p.Mol.Bonds {
		i, j := bond.A, bond.B
		if t.shape[i] != trigonal || t.shape[j] != trigonal || t.turn[k] != 0 || !t.stays(k) {
			continue
		}
		first, share := true, 0.5
		for x, a := range t.of(i) {
			if int(a) == j {
				continue
			}
			for y, d := range t.of(j) {
				if int(d) == i || a == d {
					continue
				}
				at := pairIndex(int(a), int(d))
				ab, cd := t.bond[int(t.start[i])+x], t.bond[int(t.start[j])+y]
				if b.kind[at] != torsionPair || t.torsion(int(a), i, j, int(d), ab, int32(k), cd) != anyTorsion {
					continue
				}
				angle, other := t.angleAt(i, x, t.place(i, j)).mid(), t.angleAt(j, y, t.place(j, i)).mid()
				if first {
					share = t.cisShare(k, int(a), i, j, int(d), ab, cd)
				}
				near := across(t.length[ab], t.length[k], t.length[cd], angle, other, 0)
				far := across(t.length[ab], t.length[k], t.length[cd], angle, other, math.Pi)
				list = append(list, openPair{
					at: at, first: first, share: share, flips: t.rank(i, j, int(a))*t.rank(j, i, int(d)) < 0,
					cis: [2]float64{near - room, near + room}, trans: [2]float64{far - room, far + room},
				})
				first = false
			}
		}
	}
	return list
}

// cisShare is how often a and d are put on one side of bond k from i to j. Amides with a
// hydrogen are mostly trans also in large rings, double bonds in rings of eight and nine
// mostly cis along the ring.
func (t *topology) cisShare(k, a, i, j, d int, ab, cd int32) float64 {
	const often = 0.9
	if t.bondOrder(k) == mol.Double {
		ring := t.commonRing(int32(k))
		if size := t.ringSize(ring); size == 0 || size > 9 {
			return 0.5
		}
		if contains(t.bondRings[ab], int32(ring)) == contains(t.bondRings[cd], int32(ring)) {
			return often
		}
		return 1 - often
	}
	if !t.carbonyl(i, -1) {
		a, i, j, d = d, j, i, a
	}
	hydrogens := 0
	for _, l := range t.of(j) {
		if t.element(int(l)) == 1 {
			hydrogens++
		}
	}
	if hydrogens != 1 {
		return 0.5
	}
	if (t.bondOrder(t.bondBetween(a, i)) == mol.Double) == (t.element(d) == 1) {
		return 1 - often
	}
	return often
}

// stays says whether bond k between sp² atoms is flat: a double bond, or one from a
// carbonyl group to nitrogen or oxygen.
func (t *topology) stays(k int) bool {
	b := &t.p.Mol.Bonds[k]
	switch t.bondOrder(k) {
	case mol.Double:
		return true
	case mol.Single:
		za, zb := t.element(b.A), t.element(b.B)
		return t.carbonyl(b.A, -1) && (zb == 7 || zb == 8) || t.carbonyl(b.B, -1) && (za == 7 || za == 8)
	}
	return false
}

// decide draws cis or trans for every open bond and sets the bounds of its pairs.
func (b *bounds) decide(list []openPair, random *rng.Rand) {
	cis := false
	for k := range list {
		p := &list[k]
		if p.first {
			cis = random.Float64() < p.share
		}
		r := p.trans
		if cis != p.flips {
			r = p.cis
		}
		b.lo[p.at], b.hi[p.at] = r[0], r[1]
	}
}
