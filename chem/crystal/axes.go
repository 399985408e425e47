package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// pointGroups are the 32 point groups by their numbers of operations −6, −4, −3, m, −1, 1,
// 2, 3, 4, 6 (International Tables A, 10.1).
var pointGroups = [32]struct {
	name   string
	counts [10]uint8
}{
	{"1", [10]uint8{5: 1}}, {"-1", [10]uint8{4: 1, 5: 1}}, {"2", [10]uint8{5: 1, 6: 1}}, {"m", [10]uint8{3: 1, 5: 1}},
	{"2/m", [10]uint8{3: 1, 4: 1, 5: 1, 6: 1}}, {"222", [10]uint8{5: 1, 6: 3}}, {"mm2", [10]uint8{3: 2, 5: 1, 6: 1}}, {"mmm", [10]uint8{3: 3, 4: 1, 5: 1, 6: 3}},
	{"4", [10]uint8{5: 1, 6: 1, 8: 2}}, {"-4", [10]uint8{1: 2, 5: 1, 6: 1}}, {"4/m", [10]uint8{1: 2, 3: 1, 4: 1, 5: 1, 6: 1, 8: 2}}, {"422", [10]uint8{5: 1, 6: 5, 8: 2}},
	{"4mm", [10]uint8{3: 4, 5: 1, 6: 1, 8: 2}}, {"-42m", [10]uint8{1: 2, 3: 2, 5: 1, 6: 3}}, {"4/mmm", [10]uint8{1: 2, 3: 5, 4: 1, 5: 1, 6: 5, 8: 2}},
	{"3", [10]uint8{5: 1, 7: 2}}, {"-3", [10]uint8{2: 2, 4: 1, 5: 1, 7: 2}}, {"32", [10]uint8{5: 1, 6: 3, 7: 2}}, {"3m", [10]uint8{3: 3, 5: 1, 7: 2}}, {"-3m", [10]uint8{2: 2, 3: 3, 4: 1, 5: 1, 6: 3, 7: 2}},
	{"6", [10]uint8{5: 1, 6: 1, 7: 2, 9: 2}}, {"-6", [10]uint8{0: 2, 3: 1, 5: 1, 7: 2}}, {"6/m", [10]uint8{0: 2, 2: 2, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 9: 2}}, {"622", [10]uint8{5: 1, 6: 7, 7: 2, 9: 2}},
	{"6mm", [10]uint8{3: 6, 5: 1, 6: 1, 7: 2, 9: 2}}, {"-6m2", [10]uint8{0: 2, 3: 4, 5: 1, 6: 3, 7: 2}}, {"6/mmm", [10]uint8{0: 2, 2: 2, 3: 7, 4: 1, 5: 1, 6: 7, 7: 2, 9: 2}},
	{"23", [10]uint8{5: 1, 6: 3, 7: 8}}, {"m-3", [10]uint8{2: 8, 3: 3, 4: 1, 5: 1, 6: 3, 7: 8}}, {"432", [10]uint8{5: 1, 6: 9, 7: 8, 8: 6}},
	{"-43m", [10]uint8{1: 6, 3: 6, 5: 1, 6: 3, 7: 8}}, {"m-3m", [10]uint8{1: 6, 2: 8, 3: 9, 4: 1, 5: 1, 6: 9, 7: 8, 8: 6}},
}

// family of a point group by its place in the list.
func family(k int) string {
	for _, f := range [...]struct {
		last int
		name string
	}{{1, "triclinic"}, {4, "monoclinic"}, {7, "orthorhombic"}, {14, "tetragonal"}, {19, "trigonal"}, {26, "hexagonal"}} {
		if k <= f.last {
			return f.name
		}
	}
	return "cubic"
}

// pointGroup returns the place of the point group in the list whose rotations are given.
func pointGroup(rotations [][9]int) (k int, ok bool) {
	var counts [10]uint8
	for i := range rotations {
		w := &rotations[i]
		trace := w[0] + w[4] + w[8]
		if determinant(w) > 0 {
			counts[[...]int{6, 7, 8, 9, 5}[min(4, max(0, trace+1))]]++
		} else {
			counts[[...]int{3, 2, 1, 0, 4}[min(4, max(0, 1-trace))]]++
		}
	}
	for k := range pointGroups {
		if pointGroups[k].counts == counts {
			return k, true
		}
	}
	return 0, false
}

// bases returns the conventional bases, rows in the vectors of the primitive cell, that the
// axes of a group allow, those that are to be preferred first.
func (l *lattice) bases(family string, group []motion) [][9]int {
	var axes [7][][3]int // by order of the rotation
	var turns [7][9]int  // one rotation of each order
	for i := range group {
		w := group[i].rotation
		if determinant(&w) < 0 {
			for k := range w {
				w[k] = -w[k]
			}
		}
		order := [...]int{2, 3, 4, 6, 1}[min(4, max(0, w[0]+w[4]+w[8]+1))]
		turns[order] = w
		if order == 1 {
			continue
		}
		v := axisOf(&w)
		known := false
		for _, u := range axes[order] {
			known = known || u == v
		}
		if !known {
			axes[order] = append(axes[order], v)
		}
	}
	switch family {
	case "triclinic":
		return [][9]int{{1, 0, 0, 0, 1, 0, 0, 0, 1}}
	case "monoclinic":
		return l.monoclinic(turns[2], axes[2][0])
	case "orthorhombic":
		return l.permuted(axes[2])
	case "cubic":
		if len(axes[4]) == 3 {
			return l.permuted(axes[4])
		}
		return l.permuted(axes[2])
	case "tetragonal":
		return l.uniaxial(turns[4], axes[4][0], 4)
	}
	return l.uniaxial(turns[3], axes[3][0], 6)
}

// axisOf returns the shortest whole vector along the axis of a proper rotation, the
// first number that is not zero positive.
func axisOf(w *[9]int) [3]int {
	m := *w
	for k := range 3 {
		m[4*k]--
	}
	var v [3]int
	for i := range 3 {
		for j := range i {
			a, b := m[3*i:3*i+3], m[3*j:3*j+3]
			if v == ([3]int{}) {
				v = [3]int{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
			}
		}
	}
	return primitiveVector(v)
}

// primitiveVector divides by the common divisor and makes the first number positive.
func primitiveVector(v [3]int) [3]int {
	if v == ([3]int{}) {
		return v
	}
	d := gcd(gcd(v[0], v[1]), v[2])
	for _, n := range v {
		if n != 0 {
			if n < 0 {
				d = -d
			}
			break
		}
	}
	return [3]int{v[0] / d, v[1] / d, v[2] / d}
}

// plane returns the two shortest vectors of the lattice plane whose points m brings to 0.
func (l *lattice) plane(m [9]int) (a, b [3]int) {
	var normal [3]int
	for i := range 3 {
		if row := [3]int{m[3*i], m[3*i+1], m[3*i+2]}; row != ([3]int{}) {
			normal = primitiveVector(row)
		}
	}
	if normal == ([3]int{}) {
		normal = [3]int{0, 0, 1}
	}
	basis := inPlane(&l.cell, normal)
	a, b = [3]int{basis[0], basis[1], basis[2]}, [3]int{basis[3], basis[4], basis[5]}
	for range 100 {
		va, vb := l.vector(a), l.vector(b)
		n := int(math.Floor(va.Dot(vb)/va.Norm2() + 0.5))
		r := [3]int{b[0] - n*a[0], b[1] - n*a[1], b[2] - n*a[2]}
		if l.vector(r).Norm2() >= va.Norm2()*(1-1e-9) {
			return a, r
		}
		a, b = r, a
	}
	return a, b
}

func (l *lattice) vector(v [3]int) geom.Vec3 { return l.cell.Shift(v[0], v[1], v[2]) }

// ranked is a basis with numbers that say how much it is preferred: the smaller, the more.
type ranked struct {
	basis [9]int
	by    [3]float64
}

func best(list []ranked) [][9]int {
	sorting.Stable(list, func(p, q ranked) int {
		for k := range p.by {
			// Lengths that differ by rounding are equal: the order of the list decides.
			if d := p.by[k] - q.by[k]; d < -1e-6*math.Abs(p.by[k])-1e-9 {
				return -1
			} else if d > 1e-6*math.Abs(p.by[k])+1e-9 {
				return 1
			}
		}
		return 0
	})
	out := make([][9]int, len(list))
	for i := range list {
		out[i] = list[i].basis
	}
	return out
}

// monoclinic returns the bases with b along the axis and a, c in the plane, the shortest
// first, and of those the ones with an obtuse β.
func (l *lattice) monoclinic(w [9]int, axis [3]int) [][9]int {
	for k := range 3 {
		w[4*k]++ // (W + 1)·v = 0 in the plane
	}
	p, q := l.plane(w)
	var list []ranked
	for i := -2; i <= 2; i++ {
		for j := -2; j <= 2; j++ {
			for k := -2; k <= 2; k++ {
				for m := -2; m <= 2; m++ {
					if d := i*m - j*k; d != 1 && d != -1 {
						continue
					}
					a, c := combine(i, p, j, q), combine(k, p, m, q)
					basis := rightHanded(a, axis, c, 1)
					va, vc := l.vector(a), l.vector(c)
					acute := 0.0
					if va.Dot(vc) > 1e-6*va.Norm()*vc.Norm() {
						acute = 1
					}
					list = append(list, ranked{basis, [3]float64{va.Norm2() + vc.Norm2(), acute, va.Norm2()}})
				}
			}
		}
	}
	return best(list)
}

func combine(i int, p [3]int, j int, q [3]int) [3]int {
	return [3]int{i*p[0] + j*q[0], i*p[1] + j*q[1], i*p[2] + j*q[2]}
}

// rightHanded returns the rows a, b, c, with the sign of one of them changed when they are
// left-handed.
func rightHanded(a, b, c [3]int, flip int) [9]int {
	m := [9]int{a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]}
	if determinant(&m) < 0 {
		for k := range 3 {
			m[3*flip+k] = -m[3*flip+k]
		}
	}
	return m
}

// permuted returns the bases of three axes in every order, with a ≤ b ≤ c first.
func (l *lattice) permuted(axes [][3]int) [][9]int {
	if len(axes) != 3 {
		return nil
	}
	var list []ranked
	for _, o := range [6][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}} {
		a, b, c := axes[o[0]], axes[o[1]], axes[o[2]]
		list = append(list, ranked{rightHanded(a, b, c, 2), [3]float64{l.vector(a).Norm2(), l.vector(b).Norm2(), l.vector(c).Norm2()}})
	}
	return best(list)
}

// uniaxial returns the bases with c along the axis of a rotation w of order 4 or 3, and a, b
// the shortest vectors at right angles to it: turned around the axis, and upside down.
func (l *lattice) uniaxial(w [9]int, axis [3]int, steps int) [][9]int {
	// In the plane W² + 1 = 0 for fourfold axes and W² + W + 1 = 0 for threefold ones.
	m := times(&w, &w)
	for k := range 3 {
		m[4*k]++
		if steps == 6 {
			for j := range 3 {
				m[3*k+j] += w[3*k+j]
			}
		}
	}
	a, _ := l.plane(m)
	b := [3]int{w[0]*a[0] + w[1]*a[1] + w[2]*a[2], w[3]*a[0] + w[4]*a[1] + w[5]*a[2], w[6]*a[0] + w[7]*a[1] + w[8]*a[2]}
	var list [][9]int
	for range steps {
		list = append(list, rightHanded(a, b, axis, 2))
		if steps == 4 {
			a, b = b, combine(-1, a, 0, a)
		} else {
			a, b = combine(1, a, 1, b), combine(-1, a, 0, a)
		}
	}
	for _, m := range list[:steps] {
		list = append(list, [9]int{m[3], m[4], m[5], m[0], m[1], m[2], -m[6], -m[7], -m[8]})
	}
	return list
}
