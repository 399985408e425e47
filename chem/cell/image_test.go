package cell

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// bruteMinImage searches all images within ±n cells of d.
func bruteMinImage(c *Cell, d geom.Vec3, n int) float64 {
	best := math.Inf(1)
	for i := -n; i <= n; i++ {
		for j := -n; j <= n; j++ {
			for k := -n; k <= n; k++ {
				best = min(best, d.Add(c.Shift(i, j, k)).Norm2())
			}
		}
	}
	return math.Sqrt(best)
}

// randomCell returns a cell with edges of 5–30 Å, angles of lowest–180−lowest
// degrees and a volume of at least shape·abc.
func randomCell(t testing.TB, r *rng.Rand, lowest, shape float64) Cell {
	t.Helper()
	for {
		angle := func() float64 { return lowest + (180-2*lowest)*r.Float64() }
		a, b, d := 5+25*r.Float64(), 5+25*r.Float64(), 5+25*r.Float64()
		c, err := FromParameters(a, b, d, angle(), angle(), angle())
		if err == nil && c.Volume() >= shape*a*b*d {
			return c
		}
	}
}

func TestMinImageAgainstBruteForce(t *testing.T) {
	r := rng.New(42)
	check := func(c Cell, reach int) {
		t.Helper()
		for range 40 {
			// A vector anywhere in the central cell or the next ones.
			f := Fractional{3*r.Float64() - 1.5, 3*r.Float64() - 1.5, 3*r.Float64() - 1.5}
			d := c.Cartesian(f)
			got, want := c.MinImage(d), bruteMinImage(&c, d, reach)
			if math.Abs(got.Norm()-want) > 1e-10 {
				t.Fatalf("cell %v, vector %v: got length %v, want %v", c.Vectors(), d, got.Norm(), want)
			}
			n := c.Fractional(got.Sub(d))
			for _, x := range [3]float64{n.A, n.B, n.C} {
				if math.Abs(x-math.Round(x)) > 1e-9 {
					t.Fatalf("cell %v, vector %v: got %v, not an image", c.Vectors(), d, got)
				}
			}
		}
	}
	for range 200 {
		check(randomCell(t, &r, 60, 0.3), 4)
	}
	for range 60 { // strongly skewed
		check(randomCell(t, &r, 20, 0.05), 8)
	}
	for _, v := range [][9]float64{
		{10, 0, 0, 0, 10, 0, 0, 0, 10},
		{-10, 0, 0, 0, -7, 0, 0, 0, 3},
		{10, 0, 0, 5, 5 * math.Sqrt(3), 0, 0, 0, 4},
		{0, 5, 5, 5, 0, 5, 5, 5, 0},    // primitive fcc
		{-5, 5, 5, 5, -5, 5, 5, 5, -5}, // primitive bcc
		{10, 0, 0, 9.9, 3, 0, 19.5, 5.7, 2},
	} {
		check(mustNew(t, v), 9)
	}
}

// TestSheared describes a cubic lattice by ever more skewed vectors; the images
// are those of the cube.
func TestSheared(t *testing.T) {
	cube := mustNew(t, [9]float64{7, 0, 0, 0, 7, 0, 0, 0, 7})
	r := rng.New(3)
	for _, n := range []float64{1, 3, 10, 60} {
		c := mustNew(t, [9]float64{7, 0, 0, 7 * n, 7, 0, -7 * n, 7 * (n - 1), 7})
		if got := c.ShortestVector(); math.Abs(got-7) > 1e-9 {
			t.Errorf("shear %v: got shortest vector %v, want 7", n, got)
		}
		for range 200 {
			d := geom.Vec3{X: 40*r.Float64() - 20, Y: 40*r.Float64() - 20, Z: 40*r.Float64() - 20}
			if got, want := c.MinImage(d).Norm(), cube.MinImage(d).Norm(); math.Abs(got-want) > 1e-9 {
				t.Fatalf("shear %v, vector %v: got %v, want %v", n, d, got, want)
			}
		}
	}
}

func TestShortestVector(t *testing.T) {
	for _, c := range []struct {
		name string
		v    [9]float64
		want float64
	}{
		{"brick", [9]float64{10, 0, 0, 0, 8, 0, 0, 0, 12}, 8},
		{"primitive bcc", [9]float64{-5, 5, 5, 5, -5, 5, 5, 5, -5}, 5 * math.Sqrt(3)},
		{"difference of two edges", [9]float64{10, 0, 0, 9, 3, 0, 0, 0, 20}, math.Sqrt(10)},
		{"sum of three edges", [9]float64{10, 0, 0, -5, 8, 0, -5, -7, 3}, math.Sqrt(10)},
	} {
		x := mustNew(t, c.v)
		if got := x.ShortestVector(); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestReduced(t *testing.T) {
	r := rng.New(8)
	for range 100 {
		c := randomCell(t, &r, 25, 0.05)
		d := c.Reduced()
		if !d.RightHanded() || math.Abs(d.Volume()/c.Volume()-1) > 1e-10 {
			t.Fatalf("cell %v: got reduced volume %v (right-handed %v), want %v", c.Vectors(), d.Volume(), d.RightHanded(), c.Volume())
		}
		for i := range 3 {
			f := c.Fractional(d.Vector(i))
			for _, x := range [3]float64{f.A, f.B, f.C} {
				if math.Abs(x-math.Round(x)) > 1e-9 {
					t.Fatalf("cell %v: got reduced vector %v, not of the lattice", c.Vectors(), d.Vector(i))
				}
			}
			for j := range i {
				// No vector gets shorter by another.
				if u, v := d.Vector(i), d.Vector(j); 2*math.Abs(u.Dot(v)) > v.Norm2()*(1+1e-9) {
					t.Fatalf("cell %v: got vectors %v and %v, not reduced", c.Vectors(), u, v)
				}
			}
		}
	}
	brick := mustNew(t, [9]float64{8, 0, 0, 0, 9, 0, 0, 0, 10})
	if d := brick.Reduced(); d.Vectors() != brick.Vectors() {
		t.Errorf("brick: got %v, want the same vectors", d.Vectors())
	}
}

func TestDistance(t *testing.T) {
	c := mustNew(t, [9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10})
	if got := c.Distance(geom.Vec3{X: 0.5}, geom.Vec3{X: 9.5}); math.Abs(got-1) > 1e-14 {
		t.Errorf("across the face: got %v, want 1", got)
	}
}

func BenchmarkMinImageTriclinic(b *testing.B) {
	c, err := FromParameters(20, 22, 25, 75, 80, 70)
	if err != nil {
		b.Fatal(err)
	}
	r := rng.New(1)
	var d [1024]geom.Vec3
	for i := range d {
		d[i] = c.Cartesian(Fractional{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1})
	}
	var sum float64
	for i := 0; b.Loop(); i++ {
		sum += c.MinImage(d[i&1023]).X
	}
	_ = sum
}
