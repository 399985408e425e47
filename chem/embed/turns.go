package embed

import (
	"math"
	"strconv"

	"github.com/molsmith/molsmith/chem/mol"
)

// smallestTrans is the smallest ring that takes a trans double bond: trans-cyclooctene
// is known, trans-cycloheptene is not as a substance.
const smallestTrans = 8

// addTurns takes the stated configurations of double bonds, in terms of the first
// ligand of each end.
func (t *topology) addTurns() error {
	t.turn = make([]int8, len(t.p.Mol.Bonds))
	for _, c := range t.s.Bonds {
		b := &t.p.Mol.Bonds[c.Bond]
		sign := int8(-1)
		if c.Cis {
			sign = 1
		}
		if c.Ligands[0] < 0 || c.Ligands[1] < 0 {
			continue
		}
		t.turn[c.Bond] = sign * t.rank(b.A, b.B, c.Ligands[0]) * t.rank(b.B, b.A, c.Ligands[1])
		if err := t.checkTurn(c.Bond, b.A, b.B); err != nil {
			return err
		}
	}
	return t.checkMarks()
}

// checkMarks refuses what the marks beside double bonds of small rings say, which are
// no configuration: those bonds can only be cis.
func (t *topology) checkMarks() error {
	for k := range t.p.Mol.Bonds {
		b := &t.p.Mol.Bonds[k]
		if b.Order != mol.Double || t.turn[k] != 0 || len(t.bondRings[k]) == 0 {
			continue
		}
		first, up, ok := t.mark(b.A, b.B)
		second, other, also := t.mark(b.B, b.A)
		if !ok || !also || t.turns(first) || t.turns(second) {
			continue // none, or marks of a double bond beside the ring
		}
		t.turn[k] = t.rank(b.A, b.B, first) * t.rank(b.B, b.A, second)
		if up != other {
			t.turn[k] = -t.turn[k]
		}
		err := t.checkTurn(k, b.A, b.B)
		t.turn[k] = 0
		if err != nil {
			return err
		}
	}
	return nil
}

// turns says whether a double bond with a stated configuration is at atom i.
func (t *topology) turns(i int) bool {
	for _, k := range t.bond[t.start[i]:t.start[i+1]] {
		if t.turn[k] != 0 {
			return true
		}
	}
	return false
}

// mark returns a neighbor of atom i with a direction, which is not j, and whether it is
// above.
func (t *topology) mark(i, j int) (neighbor int, above, ok bool) {
	for k := t.start[i]; k < t.start[i+1]; k++ {
		b := &t.p.Mol.Bonds[t.bond[k]]
		if int(t.neighbor[k]) != j && (b.Stereo == mol.Rising || b.Stereo == mol.Falling) {
			return int(t.neighbor[k]), (b.Stereo == mol.Rising) == (b.A == i), true
		}
	}
	return 0, false, false
}

// rank is 1 when atom j is the first neighbor of atom i besides the one across the
// double bond, else −1.
func (t *topology) rank(i, across, j int) int8 {
	for _, k := range t.of(i) {
		if int(k) != across {
			if int(k) == j {
				return 1
			}
			return -1
		}
	}
	return 1
}

// side is 1 when a and d are to be on one side of double bond k from b to c, −1 when on
// opposite ones, 0 when that is open.
func (t *topology) side(k, a, b, c, d int) int8 {
	return t.turn[k] * t.rank(b, c, a) * t.rank(c, b, d)
}

// checkTurn refuses a double bond that is trans in a small ring.
func (t *topology) checkTurn(k, b, c int) error {
	for _, r := range t.bondRings[k] {
		ring := t.rings[r]
		n := len(ring)
		if n >= smallestTrans {
			continue
		}
		for x := range ring {
			i, j := ring[x], ring[(x+1)%n]
			if i == b && j == c || i == c && j == b {
				before, after := ring[(x+n-1)%n], ring[(x+2)%n]
				if t.side(k, before, i, j, after) < 0 {
					return fault(t.p.Mol, []int{b, c}, "the double bond of ", " is trans in a ring of "+strconv.Itoa(n)+" atoms; rings of "+strconv.Itoa(smallestTrans)+" and more take one")
				}
			}
		}
	}
	return nil
}

// torsionRange is the range of a torsion angle without its sign, in radians.
type torsionRange struct {
	lo, hi float64
	fixed  bool // the two are one value
}

var (
	anyTorsion   = torsionRange{0, math.Pi, false}
	cisTorsion   = torsionRange{0, 0, true}
	transTorsion = torsionRange{math.Pi, math.Pi, true}
)

// torsion returns the range of the torsion a–b–c–d; ab, bc and cd are its bonds.
func (t *topology) torsion(a, b, c, d int, ab, bc, cd int32) torsionRange {
	flat := t.shape[b] == trigonal && t.shape[c] == trigonal
	if side := t.side(int(bc), a, b, c, d); side != 0 {
		if side > 0 {
			return cisTorsion
		}
		return transTorsion
	}
	if len(t.bondRings[bc]) > 0 {
		if r, ok := t.ringTorsion(b, c, ab, bc, cd, flat); ok {
			return r
		}
	}
	if flat && t.bondOrder(int(bc)) == mol.Single {
		return t.conjugatedTorsion(a, b, c, d, bc)
	}
	return anyTorsion
}

// ringTorsion is the range where the middle bond is in a ring of up to eight atoms; ok
// is false when the ring says nothing.
func (t *topology) ringTorsion(b, c int, ab, bc, cd int32, flat bool) (torsionRange, bool) {
	stiff := flat && t.multiple(int(bc))
	if size := t.ringSize(t.commonRing(ab, bc, cd)); size > 0 && size <= 8 {
		switch {
		case stiff && size <= 7:
			return cisTorsion, true
		case flat && size <= 5:
			return torsionRange{0, 25 * degree, false}, true
		case flat && size == 6:
			return torsionRange{0, 40 * degree, false}, true
		case size <= 5:
			return torsionRange{0, 45 * degree, false}, true
		case size == 6:
			return torsionRange{0, 68 * degree, false}, true
		case size == 7:
			return torsionRange{0, 100 * degree, false}, true
		}
		return torsionRange{0, 125 * degree, false}, true
	}
	// One end is outside the ring, or both are, or they are in two rings that share
	// the bond. Flat ends tell the sides; a bowl does so with room.
	if !flat || !stiff && t.ringSize(t.commonRing(bc)) > 6 {
		return anyTorsion, false
	}
	first, last := t.ringSize(t.commonRing(ab, bc)), t.ringSize(t.commonRing(bc, cd))
	if first == 0 && last == 0 && len(t.bondRings[bc]) > 1 || max(first, last) > 8 || first == 0 && last == 0 && t.ringSize(t.commonRing(bc)) > 8 {
		return anyTorsion, false
	}
	room := 0.0
	if !stiff {
		room = 40 * degree
	}
	if t.bowl(b) || t.bowl(c) {
		room = 60 * degree
	}
	if (first > 0) == (last > 0) && first == 0 {
		return torsionRange{0, room, room == 0}, true
	}
	return torsionRange{math.Pi - room, math.Pi, room == 0}, true
}

// bowl says whether an sp² atom is in three rings whose angles do not fill the plane.
func (t *topology) bowl(i int) bool {
	if t.degree(i) != 3 {
		return false
	}
	sum := 0.0
	for _, r := range t.angle[t.angleStart[i]:t.angleStart[i+1]] {
		if r.ring == 0 || r.ring > 8 {
			return false
		}
		sum += t.ringAngle(i, r.ring)
	}
	return sum < 355*degree
}

// conjugatedTorsion holds amides and esters in their usual form: the carbonyl oxygen is
// cis to what follows an ester's oxygen, and trans to the hydrogen of an amide with one.
// In large rings amides may be either.
func (t *topology) conjugatedTorsion(a, b, c, d int, bc int32) torsionRange {
	if !t.carbonyl(b, -1) || t.element(c) != 7 && t.element(c) != 8 {
		a, b, c, d = d, c, b, a
		if !t.carbonyl(b, -1) || t.element(c) != 7 && t.element(c) != 8 {
			return anyTorsion
		}
	}
	if t.p.Mol.Atoms[c].Charge != 0 || len(t.bondRings[bc]) > 0 && t.element(c) == 7 {
		return anyTorsion
	}
	k := t.bondBetween(a, b)
	oxygen := k >= 0 && t.bondOrder(k) == mol.Double
	if t.degree(b) != 3 || t.doubleNeighbors(b) != 1 {
		return anyTorsion
	}
	switch t.element(c) {
	case 8:
		if oxygen {
			return cisTorsion
		}
		return transTorsion
	case 7:
		hydrogens := 0
		for _, j := range t.of(c) {
			if t.element(int(j)) == 1 {
				hydrogens++
			}
		}
		if hydrogens != 1 || t.degree(c) != 3 {
			return anyTorsion
		}
		if oxygen == (t.element(d) == 1) {
			return transTorsion
		}
		return cisTorsion
	}
	return anyTorsion
}

func (t *topology) doubleNeighbors(i int) int {
	n := 0
	for k := t.start[i]; k < t.start[i+1]; k++ {
		if t.bondOrder(int(t.bond[k])) == mol.Double {
			n++
		}
	}
	return n
}
