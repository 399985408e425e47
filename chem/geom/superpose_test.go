package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A set of points that was turned and moved is brought back.
func TestSuperpose(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for trial := range 200 {
		n := 1 + trial%12
		points := make([]float64, 3*n)
		for i := range points {
			points[i] = random.NormFloat64() * 5
			if trial%3 == 1 && i%3 == 2 {
				points[i] = 0 // in a plane
			}
			if trial%3 == 2 && i%3 > 0 {
				points[i] = 1 // in a line
			}
		}
		q := Quat{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.Unit()
		m, shift := q.Matrix(), Vec3{random.NormFloat64(), 7, -20}
		moved := make([]float64, 3*n)
		for i := range n {
			Put(moved, i, m.MulVec(At(points, i)).Add(shift))
		}
		s := Superpose(points, moved)
		if s.RMSD > 1e-6 {
			t.Errorf("%d points: got RMSD %g, want 0", n, s.RMSD)
		}
		for i := range n {
			if d := s.Apply(At(moved, i)).Sub(At(points, i)).Norm(); d > 1e-6 {
				t.Errorf("%d points: point %d is %g from its place", n, i, d)
			}
		}
	}
}

// The motion is the best one: no small turn or shift is better, a mirror image is not
// reached, and RMSD is what it says.
func TestSuperposeBest(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	deviation := func(a, b []float64, s *Superposition) float64 {
		sum := 0.0
		for i := range len(a) / 3 {
			sum += s.Apply(At(b, i)).Sub(At(a, i)).Norm2()
		}
		return math.Sqrt(sum / float64(len(a)/3))
	}
	for range 100 {
		a, b := make([]float64, 30), make([]float64, 30)
		for i := range a {
			a[i], b[i] = random.NormFloat64(), random.NormFloat64()
		}
		s := Superpose(a, b)
		best := deviation(a, b, &s)
		if math.Abs(best-s.RMSD) > 1e-9 {
			t.Errorf("got RMSD %g, want %g", s.RMSD, best)
		}
		for range 20 {
			other := s
			axis := Vec3{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
			other.Rotation = AxisAngle(axis, 0.3*random.NormFloat64()).Mul(s.Rotation)
			c := Centroid(b)
			other.Shift = s.Apply(c).Sub((&Superposition{Rotation: other.Rotation}).Apply(c))
			if got := deviation(a, b, &other); got < best-1e-9 {
				t.Errorf("got RMSD %g, but another rotation has %g", best, got)
			}
		}
	}
	hand := []float64{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3}
	mirror := append([]float64(nil), hand...)
	for i := 2; i < len(mirror); i += 3 {
		mirror[i] = -mirror[i]
	}
	if s := Superpose(hand, mirror); s.RMSD < 0.2 {
		t.Errorf("mirror image: got RMSD %g, want more than 0.2", s.RMSD)
	}
	if s := Superpose(nil, nil); s.RMSD != 0 || s.Rotation.W != 1 {
		t.Errorf("no points: got %+v", s)
	}
}

func TestSymmetric(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for n := 1; n < 8; n++ {
		a := make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				a[i*n+j] = random.NormFloat64()
				a[j*n+i] = a[i*n+j]
			}
		}
		d := append([]float64(nil), a...)
		v := Symmetric(d, n)
		for k := range n {
			for i := range n {
				got := 0.0
				for j := range n {
					got += a[i*n+j] * v[j*n+k]
				}
				if want := d[k*n+k] * v[i*n+k]; math.Abs(got-want) > 1e-9 {
					t.Errorf("n %d: component %d of A·v%d: got %g, want %g", n, i, k, got, want)
				}
			}
		}
	}
}
