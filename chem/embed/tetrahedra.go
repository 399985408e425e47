package embed

import (
	"math"

	"github.com/molsmith/molsmith/chem/mol"
)

// tetrahedralAngles are those of sp³ atoms: the usual ones, pressed and opened by the
// rings the atom is in.
func (t *topology) tetrahedralAngles(i int) {
	list := t.angle[t.angleStart[i]:t.angleStart[i+1]]
	d := t.degree(i)
	inRing := 0
	for k := range list {
		if r := list[k].ring; r > 0 && r <= 8 {
			inRing++
		}
	}
	if d == 2 || inRing == 0 {
		for x := range d {
			for y := range x {
				r := &list[pairIndex(x, y)]
				if r.ring > 0 && r.ring <= 8 {
					r.set(t.ringAngle(i, r.ring), slack(r.ring))
				} else {
					r.set(t.openTetrahedral(i, x, y), slack(0))
				}
			}
		}
		return
	}
	t.ringTetrahedron(i, list, inRing)
}

// openTetrahedral is the angle outside rings in radians.
func (t *topology) openTetrahedral(i, x, y int) float64 {
	of := t.of(i)
	hydrogens, double := 0, false
	for _, k := range [2]int{x, y} {
		if t.element(int(of[k])) == 1 {
			hydrogens++
		}
		double = double || t.bondOrder(int(t.bond[int(t.start[i])+k])) == mol.Double
	}
	z, d := t.element(i), t.degree(i)
	pairs := 4 - d // of electrons
	switch {
	case z >= 15 && pairs > 0 && double: // sulfoxides
		return 106 * degree
	case z >= 15 && z != 32 && z != 50 && pairs > 0: // bent phosphanes, sulfides and the like
		return 98 * degree
	case z == 8 && d == 2:
		return (112 - 3*float64(hydrogens)) * degree
	case z == 7 && d == 3:
		return (112 - 2*float64(hydrogens)) * degree
	case d == 4 && z < 14:
		// Two heavy neighbors open their angle when hydrogens give room.
		switch hydrogens {
		case 0:
			return 111 * degree
		case 1:
			return 109.5 * degree
		}
		return 108 * degree
	}
	return 109.47 * degree
}

// tetrahedronCorners are unit vectors.
var tetrahedronCorners = [4][3]float64{
	{inv3, inv3, inv3}, {inv3, -inv3, -inv3}, {-inv3, inv3, -inv3}, {-inv3, -inv3, inv3},
}

const inv3 = 0.5773502691896258

// ringTetrahedron finds directions of the neighbors of atom i that have the ring angles
// and are otherwise as far apart as in a tetrahedron, by relaxing points on a sphere.
func (t *topology) ringTetrahedron(i int, list []angleRange, inRing int) {
	const (
		steps = 40
		rate  = 0.25
		weak  = 0.06 // weight of angles outside rings
	)
	d := min(t.degree(i), 4)
	v := tetrahedronCorners
	for range steps {
		var force [4][3]float64
		for x := range d {
			for y := range x {
				r := &list[pairIndex(x, y)]
				want, weight := -1.0/3, weak
				if r.ring > 0 && r.ring <= 8 {
					want, weight = math.Cos(t.ringAngle(i, r.ring)), 1
				} else if z := t.element(i); z >= 15 && d == 3 {
					want = -0.1
				}
				f := weight * (want - dot3(&v[x], &v[y]))
				for k := range 3 {
					force[x][k] += f * v[y][k]
					force[y][k] += f * v[x][k]
				}
			}
		}
		for x := range d {
			for k := range 3 {
				v[x][k] += rate * force[x][k]
			}
			length := math.Sqrt(dot3(&v[x], &v[x]))
			for k := range 3 {
				v[x][k] /= length
			}
		}
	}
	half := slack(5)
	if inRing > 1 {
		half = 5 * degree
	}
	for x := range t.degree(i) {
		for y := range x {
			r := &list[pairIndex(x, y)]
			mid := 109.5 * degree
			if x < d {
				mid = math.Acos(max(-1, min(1, dot3(&v[x], &v[y]))))
			}
			switch {
			case r.ring == 3:
				r.set(60*degree, slack(3))
			case r.ring == 4:
				r.set(88.5*degree, 3*degree)
			default:
				r.set(mid, half)
			}
		}
	}
}

func dot3(a, b *[3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
