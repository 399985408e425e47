package cell

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// Niggli returns the right-handed Niggli cell of the lattice, and the integer matrix whose
// rows are its vectors in the vectors of c. It is unique but for the orientation: cells of one
// lattice give the same edges and angles. The algorithm is that of Křivý and Gruber
// (Acta Cryst. 1976, A32, 297), with comparisons that allow for rounding (Grosse-Kunstleve,
// Sauter and Adams, Acta Cryst. 2004, A60, 1).
func (c *Cell) Niggli() (Cell, [9]int) {
	// From the shortest vectors it takes a few steps whatever the cell; their bounded
	// numbers also keep the matrix exact.
	m := c.reducedMatrix()
	n := niggli{v: c.reduced, m: m}
	n.edge = 1e-5 * c.ShortestVector() * c.ShortestVector()
	for range 1000 {
		if !n.step() {
			break
		}
	}
	rows := geom.Mat3{}
	for i := range 3 {
		for j := range 3 {
			rows[3*i+j] = float64(n.m[3*i])*c.vectors[j] + float64(n.m[3*i+1])*c.vectors[3+j] + float64(n.m[3*i+2])*c.vectors[6+j]
		}
	}
	if rows.Det() < 0 {
		for i := range rows {
			rows[i], n.m[i] = 0-rows[i], -n.m[i]
		}
	}
	out, err := NewEitherHand(rows)
	if err != nil {
		return *c, [9]int{1, 0, 0, 0, 1, 0, 0, 0, 1} // cannot be: another basis of an accepted cell
	}
	return out, n.m
}

// reducedMatrix is the Minkowski-reduced basis in the vectors of c.
func (c *Cell) reducedMatrix() (m [9]int) {
	for i := range 3 {
		f := c.Fractional(c.reduced.Row(i))
		m[3*i], m[3*i+1], m[3*i+2] = int(math.Round(f.A)), int(math.Round(f.B)), int(math.Round(f.C))
	}
	return m
}

// niggli is a basis on its way: A = a·a, B = b·b, C = c·c, ξ = 2b·c, η = 2a·c, ζ = 2a·b.
type niggli struct {
	v    geom.Mat3
	m    [9]int
	edge float64 // Å²; numbers that differ by less are equal
}

func (n *niggli) less(x, y float64) bool  { return x < y-n.edge }
func (n *niggli) equal(x, y float64) bool { return math.Abs(x-y) <= n.edge }

// step makes one change and says whether it did.
func (n *niggli) step() bool {
	a, b, c := n.v.Row(0), n.v.Row(1), n.v.Row(2)
	aa, bb, cc := a.Norm2(), b.Norm2(), c.Norm2()
	xi, eta, zeta := 2*b.Dot(c), 2*a.Dot(c), 2*a.Dot(b)
	if n.less(bb, aa) || n.equal(aa, bb) && n.less(math.Abs(eta), math.Abs(xi)) {
		n.apply([9]int{0, -1, 0, -1, 0, 0, 0, 0, -1})
		return true
	}
	if n.less(cc, bb) || n.equal(bb, cc) && n.less(math.Abs(zeta), math.Abs(eta)) {
		n.apply([9]int{-1, 0, 0, 0, 0, -1, 0, -1, 0})
		return true
	}
	if n.signs(xi, eta, zeta) {
		return true
	}
	sign := func(x float64) int {
		if x > 0 {
			return -1
		}
		return 1
	}
	switch {
	case n.less(bb, math.Abs(xi)), n.equal(xi, bb) && n.less(2*eta, zeta), n.equal(xi, -bb) && n.less(zeta, 0):
		n.apply([9]int{1, 0, 0, 0, 1, 0, 0, sign(xi), 1})
	case n.less(aa, math.Abs(eta)), n.equal(eta, aa) && n.less(2*xi, zeta), n.equal(eta, -aa) && n.less(zeta, 0):
		n.apply([9]int{1, 0, 0, 0, 1, 0, sign(eta), 0, 1})
	case n.less(aa, math.Abs(zeta)), n.equal(zeta, aa) && n.less(2*xi, eta), n.equal(zeta, -aa) && n.less(eta, 0):
		n.apply([9]int{1, 0, 0, sign(zeta), 1, 0, 0, 0, 1})
	case n.less(xi+eta+zeta+aa+bb, 0), n.equal(xi+eta+zeta+aa+bb, 0) && n.less(0, 2*(aa+eta)+zeta):
		n.apply([9]int{1, 0, 0, 0, 1, 0, 1, 1, 1})
	default:
		return false
	}
	return true
}

// signs turns vectors around so that all three products are positive, or none is.
func (n *niggli) signs(xi, eta, zeta float64) bool {
	of := func(x float64) int {
		if n.less(x, 0) {
			return -1
		}
		if n.less(0, x) {
			return 1
		}
		return 0
	}
	s := [3]int{of(xi), of(eta), of(zeta)}
	turn := [3]int{1, 1, 1}
	if s[0]*s[1]*s[2] > 0 {
		turn = s
	} else {
		spare, odd := -1, 1
		for i, x := range s {
			switch {
			case x > 0:
				turn[i] = -1
				odd = -odd
			case x == 0:
				spare = i
			}
		}
		if odd < 0 {
			if spare < 0 {
				return false // not reached: three signs with a negative product turn in pairs
			}
			turn[spare] = -1
		}
	}
	if turn[0]*turn[1] == 1 && turn[1]*turn[2] == 1 {
		return false
	}
	n.apply([9]int{turn[0], 0, 0, 0, turn[1], 0, 0, 0, turn[2]})
	// Products that count as zero may keep the wrong sign for ever.
	a, b, c := n.v.Row(0), n.v.Row(1), n.v.Row(2)
	return of(2*b.Dot(c)) != s[0] || of(2*a.Dot(c)) != s[1] || of(2*a.Dot(b)) != s[2]
}

// apply makes the rows of t, in the vectors so far, the new vectors.
func (n *niggli) apply(t [9]int) {
	var v geom.Mat3
	var m [9]int
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				v[3*i+j] += float64(t[3*i+k]) * n.v[3*k+j]
				m[3*i+j] += t[3*i+k] * n.m[3*k+j]
			}
		}
	}
	n.v, n.m = v, m
}
