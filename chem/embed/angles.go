package embed

import (
	"math"

	"github.com/molsmith/molsmith/chem/perceive"
)

const degree = math.Pi / 180

// pairIndex is the place of the pair (x, y) in a packed triangle.
func pairIndex(x, y int) int {
	if x < y {
		x, y = y, x
	}
	return x*(x-1)/2 + y
}

// angleAt returns the angle at atom i between entries x and y of its neighbor list.
func (t *topology) angleAt(i, x, y int) *angleRange {
	return &t.angle[int(t.angleStart[i])+pairIndex(x, y)]
}

// addAngles gives every pair of neighbors of an atom the range of its angle.
func (t *topology) addAngles() {
	t.angleStart = make([]int32, t.n+1)
	for i := range t.n {
		d := t.degree(i)
		t.angleStart[i+1] = t.angleStart[i] + int32(d*(d-1)/2)
	}
	t.angle = make([]angleRange, t.angleStart[t.n])
	for _, ring := range t.rings {
		n := len(ring)
		for k := range ring {
			a, b, c := ring[(k+n-1)%n], ring[k], ring[(k+1)%n]
			x, y := t.place(b, a), t.place(b, c)
			if x < 0 || y < 0 || x == y {
				continue
			}
			if r := t.angleAt(b, x, y); r.ring == 0 || int(r.ring) > n {
				r.ring = int32(n)
			}
		}
	}
	for i := range t.n {
		switch t.shape[i] {
		case terminal:
		case linear:
			t.linearAngles(i)
		case trigonal:
			t.trigonalAngles(i)
		case tetrahedral:
			t.tetrahedralAngles(i)
		case square, bipyramid, octahedron:
			t.siteAngles(i)
		default:
			t.clusterAngles(i)
		}
	}
}

// place is the index of atom j among the neighbors of atom i, −1 when it is none.
func (t *topology) place(i, j int) int {
	for x, k := range t.of(i) {
		if int(k) == j {
			return x
		}
	}
	return -1
}

// ringAngle is the usual inner angle of a ring at atom i in radians.
func (t *topology) ringAngle(i int, size int32) float64 {
	z := t.element(i)
	if t.shape[i] == trigonal {
		switch {
		case size == 5 && z == 16:
			return 92 * degree
		case size <= 6:
			return float64(180-360/size) * degree
		case size == 7:
			return 126 * degree
		}
		return 123 * degree
	}
	switch {
	case size == 3:
		return 60 * degree
	case size == 4:
		return 88.5 * degree
	case z >= 14 && size == 5:
		return 96 * degree
	case z >= 14:
		return 100 * degree
	case size == 5:
		return 104 * degree
	case size == 6:
		return 111 * degree
	}
	return 114 * degree
}

// slack is half the range of an angle by the ring it is in.
func slack(size int32) float64 {
	switch {
	case size == 3:
		return 0.5 * degree
	case size > 0 && size <= 6:
		return 2.5 * degree
	}
	return 3 * degree
}

func (r *angleRange) set(mid, half float64) {
	r.lo, r.hi = max(mid-half, 0.3), min(mid+half, math.Pi)
}

// linearAngles are straight, or as straight as a small ring allows.
func (t *topology) linearAngles(i int) {
	for k := t.angleStart[i]; k < t.angleStart[i+1]; k++ {
		r := &t.angle[k]
		r.lo, r.hi = math.Pi, math.Pi
		if r.ring > 0 && r.ring <= 12 {
			r.lo = float64(180-360/r.ring) * degree
		}
	}
}

// trigonalAngles add up to 360° where rings allow it.
func (t *topology) trigonalAngles(i int) {
	list := t.angle[t.angleStart[i]:t.angleStart[i+1]]
	if len(list) == 1 {
		r := &list[0]
		switch {
		case r.ring > 0 && r.ring <= 8:
			r.set(t.ringAngle(i, r.ring), slack(r.ring))
		default:
			r.set(117*degree, 4*degree)
		}
		return
	}
	inRing, sum := 0, 0.0
	for k := range list {
		if r := &list[k]; r.ring > 0 && r.ring <= 8 {
			a := t.ringAngle(i, r.ring)
			r.set(a, slack(r.ring))
			sum += a
			inRing++
		}
	}
	switch {
	case inRing == 0:
		t.openTrigonal(i, list)
	case inRing < 3:
		rest := (2*math.Pi - sum) / float64(3-inRing)
		for k := range list {
			if r := &list[k]; r.ring == 0 || r.ring > 8 {
				r.set(min(rest, 175*degree), slack(0))
			}
		}
	default:
		// Three rings: flat when the angles can open that far, else a bowl.
		for k := range list {
			if missing := 2*math.Pi - sum; missing > 0 {
				list[k].hi = min(list[k].hi+missing, math.Pi)
			}
		}
	}
}

// openTrigonal: outside small rings the angles beside a double bond are larger.
func (t *topology) openTrigonal(i int, list []angleRange) {
	double := -1
	for x := range t.of(i) {
		if k := int(t.bond[int(t.start[i])+x]); t.multiple(k) {
			if double >= 0 {
				double = -1
				break
			}
			double = x
		}
	}
	for x := range t.degree(i) {
		for y := range x {
			mid := 120.0
			switch {
			case double < 0:
			case x == double || y == double:
				mid = 121.5
			default:
				mid = 117
			}
			list[pairIndex(x, y)].set(mid*degree, slack(0))
		}
	}
}

// siteAngles are those between the corners of a figure.
func (t *topology) siteAngles(i int) {
	place := t.site[t.start[i]:t.start[i+1]]
	for x := range place {
		for y := range x {
			r := t.angleAt(i, x, y)
			r.set(t.shape[i].siteAngle(place[x], place[y]), 4*degree)
			if r.ring > 0 && r.ring <= 5 {
				r.set(t.ringAngle(i, r.ring), 10*degree)
			}
		}
	}
}

// clusterAngles are left to the bonds around, with room kept between the neighbors. An
// atom of a ligand that binds with several atoms side by side keeps its sp² angles.
func (t *topology) clusterAngles(i int) {
	of := t.of(i)
	metal := perceive.Metal(t.element(i))
	for x := range of {
		for y := range x {
			r := t.angleAt(i, x, y)
			a, b := int(of[x]), int(of[y])
			terminal := t.degree(a) == 1 || t.degree(b) == 1
			beside := perceive.Metal(t.element(a)) || perceive.Metal(t.element(b))
			switch {
			case t.bondBetween(a, b) >= 0 && metal:
				r.set(42*degree, 15*degree)
			case t.bondBetween(a, b) >= 0:
				r.set(62*degree, 18*degree)
			case metal:
				r.lo, r.hi = 55*degree, math.Pi
			case beside:
				r.lo, r.hi = 95*degree, 150*degree
			case t.hybrid[i] == 2 && terminal:
				r.set(124*degree, 8*degree)
			case t.hybrid[i] == 2:
				r.set(115*degree, 12*degree)
			case terminal:
				r.lo, r.hi = 95*degree, math.Pi
			default:
				r.lo, r.hi = 65*degree, math.Pi
			}
		}
	}
}
