package embed

import "math"

// torsionTerm prefers values of a torsion angle φ: the sum of Vₙ/2·(1 + sₙ cos nφ) for n
// from 1 to 6, as a polynomial in cos φ. RDKit leaves out the factor ½; with its barriers
// rings that begin as boats stay twisted, and bonds give way before a torsion does. Atoms
// are offsets into the coordinates.
type torsionTerm struct {
	a, b, c, d int32
	power      [7]float64 // coefficients of cosᵏφ
}

// cosine terms of nφ as polynomials in cos φ (Chebyshev polynomials of the first kind).
var chebyshev = [7][7]float64{
	{1},
	{0, 1},
	{-1, 0, 2},
	{0, -3, 0, 4},
	{1, 0, -8, 0, 8},
	{0, 5, 0, -20, 0, 16},
	{-1, 0, 18, 0, -48, 0, 32},
}

// newTorsion makes a term from signed heights: height[n−1] is sₙVₙ in kcal/mol.
func newTorsion(a, b, c, d int, height *[6]float64) torsionTerm {
	t := torsionTerm{a: int32(3 * a), b: int32(3 * b), c: int32(3 * c), d: int32(3 * d)}
	for n, v := range height {
		t.power[0] += math.Abs(v) / 2
		for k, f := range chebyshev[n+1] {
			t.power[k] += v / 2 * f
		}
	}
	return t
}

func (t *torsionTerm) evaluate(x, g []float64) float64 {
	a, b, c, d := x[t.a:t.a+3:t.a+3], x[t.b:t.b+3:t.b+3], x[t.c:t.c+3:t.c+3], x[t.d:t.d+3:t.d+3]
	px, py, pz := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	qx, qy, qz := c[0]-b[0], c[1]-b[1], c[2]-b[2]
	rx, ry, rz := d[0]-c[0], d[1]-c[1], d[2]-c[2]
	// Normals of the planes a b c and b c d.
	mx, my, mz := py*qz-pz*qy, pz*qx-px*qz, px*qy-py*qx
	nx, ny, nz := ry*qz-rz*qy, rz*qx-rx*qz, rx*qy-ry*qx
	mm, nn := mx*mx+my*my+mz*mz, nx*nx+ny*ny+nz*nz
	if mm < 1e-4 || nn < 1e-4 {
		return 0 // three atoms in a line
	}
	im, in := 1/math.Sqrt(mm), 1/math.Sqrt(nn)
	cos := max(-1, min(1, (mx*nx+my*ny+mz*nz)*im*in))
	p := &t.power
	energy := p[0] + cos*(p[1]+cos*(p[2]+cos*(p[3]+cos*(p[4]+cos*(p[5]+cos*p[6])))))
	slope := p[1] + cos*(2*p[2]+cos*(3*p[3]+cos*(4*p[4]+cos*(5*p[5]+cos*6*p[6]))))
	// Derivatives of cos φ by the normals m and n.
	mx, my, mz = mx*im, my*im, mz*im
	nx, ny, nz = nx*in, ny*in, nz*in
	s, u := slope*im, slope*in
	ex, ey, ez := s*(nx-cos*mx), s*(ny-cos*my), s*(nz-cos*mz)
	fx, fy, fz := u*(mx-cos*nx), u*(my-cos*ny), u*(mz-cos*nz)
	// m = p×q and n = r×q.
	gax, gay, gaz := qy*ez-qz*ey, qz*ex-qx*ez, qx*ey-qy*ex
	grx, gry, grz := qy*fz-qz*fy, qz*fx-qx*fz, qx*fy-qy*fx
	gqx := ey*pz - ez*py + fy*rz - fz*ry
	gqy := ez*px - ex*pz + fz*rx - fx*rz
	gqz := ex*py - ey*px + fx*ry - fy*rx
	add3(g, t.a, gax, gay, gaz)
	add3(g, t.d, grx, gry, grz)
	add3(g, t.c, gqx-grx, gqy-gry, gqz-grz)
	add3(g, t.b, -gax-gqx, -gay-gqy, -gaz-gqz)
	return energy
}
