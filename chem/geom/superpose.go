package geom

import "math"

// Superposition is the motion that brings one set of points closest to another: turned
// about the origin by Rotation, then moved by Shift.
type Superposition struct {
	Rotation Quat
	Shift    Vec3
	RMSD     float64 // root mean square distance of the points after it
}

// Apply returns the point p after the motion.
func (s *Superposition) Apply(p Vec3) Vec3 {
	m := s.Rotation.Matrix()
	return m.MulVec(p).Add(s.Shift)
}

// Superpose finds the proper rotation and the shift that bring the points moving, x y z
// per point, onto the points fixed with the least sum of squared distances (Horn, J. Opt.
// Soc. Am. A 1987, 4, 629). Both must have the same length.
func Superpose(fixed, moving []float64) Superposition {
	n := len(fixed) / 3
	if n == 0 {
		return Superposition{Rotation: Quat{W: 1}}
	}
	to, from := Centroid(fixed), Centroid(moving)
	var s Mat3 // sums of products of coordinates, moving by fixed
	squares := 0.0
	for i := range n {
		a, b := At(moving, i).Sub(from), At(fixed, i).Sub(to)
		squares += a.Norm2() + b.Norm2()
		s[0] += a.X * b.X
		s[1] += a.X * b.Y
		s[2] += a.X * b.Z
		s[3] += a.Y * b.X
		s[4] += a.Y * b.Y
		s[5] += a.Y * b.Z
		s[6] += a.Z * b.X
		s[7] += a.Z * b.Y
		s[8] += a.Z * b.Z
	}
	// The largest eigenvalue of this matrix is what the best rotation gains, its
	// eigenvector is that rotation.
	k := [16]float64{
		s[0] + s[4] + s[8], s[5] - s[7], s[6] - s[2], s[1] - s[3],
		s[5] - s[7], s[0] - s[4] - s[8], s[1] + s[3], s[6] + s[2],
		s[6] - s[2], s[1] + s[3], s[4] - s[0] - s[8], s[5] + s[7],
		s[1] - s[3], s[6] + s[2], s[5] + s[7], s[8] - s[0] - s[4],
	}
	v := Symmetric(k[:], 4)
	best := 0
	for i := range 4 {
		if k[5*i] > k[5*best] {
			best = i
		}
	}
	q := Quat{W: v[best], X: v[4+best], Y: v[8+best], Z: v[12+best]}.Unit()
	m := q.Matrix()
	return Superposition{
		Rotation: q,
		Shift:    to.Sub(m.MulVec(from)),
		RMSD:     math.Sqrt(max(0, squares-2*k[5*best]) / float64(n)),
	}
}

// Symmetric diagonalizes the symmetric n×n matrix a, in row-major order, by Jacobi's
// rotations: the eigenvalues, in no order, are left on its diagonal, and the columns of
// the result are the eigenvectors. It is meant for small matrices.
func Symmetric(a []float64, n int) []float64 {
	v := make([]float64, n*n)
	for i := range n {
		v[i*n+i] = 1
	}
	const sweeps = 50 // five are usual
	for range sweeps {
		off, size := 0.0, 0.0
		for i := range n {
			size += a[i*n+i] * a[i*n+i]
			for j := range i {
				off += a[i*n+j] * a[i*n+j]
			}
		}
		if !(off > 1e-32*size) {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				rotate(a, v, n, p, q)
			}
		}
	}
	return v
}

// rotate makes the element p, q of a zero.
func rotate(a, v []float64, n, p, q int) {
	apq := a[p*n+q]
	if apq == 0 {
		return
	}
	theta := (a[q*n+q] - a[p*n+p]) / (2 * apq)
	t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(t*t+1)
	s := t * c
	for i := range n {
		aip, aiq := a[i*n+p], a[i*n+q]
		a[i*n+p], a[i*n+q] = c*aip-s*aiq, s*aip+c*aiq
	}
	for i := range n {
		api, aqi := a[p*n+i], a[q*n+i]
		a[p*n+i], a[q*n+i] = c*api-s*aqi, s*api+c*aqi
	}
	a[p*n+q], a[q*n+p] = 0, 0
	for i := range n {
		vip, viq := v[i*n+p], v[i*n+q]
		v[i*n+p], v[i*n+q] = c*vip-s*viq, s*vip+c*viq
	}
}
