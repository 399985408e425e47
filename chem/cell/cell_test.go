package cell

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

func mustNew(t testing.TB, v [9]float64) Cell {
	t.Helper()
	c, err := New(v)
	if err != nil {
		t.Fatalf("New(%v): got error %v", v, err)
	}
	return c
}

func TestNewRefuses(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name string
		v    [9]float64
		want string // part of the message
	}{
		{"left-handed", [9]float64{0, 10, 0, 10, 0, 0, 0, 0, 10}, "swap two vectors"},
		{"zero vector", [9]float64{10, 0, 0, 0, 0, 0, 0, 0, 10}, "cell vector b is zero"},
		{"coplanar", [9]float64{10, 0, 0, 0, 10, 0, 5, 5, 0}, "do not span a volume"},
		{"nearly coplanar", [9]float64{10, 0, 0, 0, 10, 0, 5, 5, 1e-6}, "do not span a volume"},
		{"NaN", [9]float64{10, 0, 0, 0, nan, 0, 0, 0, 10}, "cell vector b has length NaN"},
		{"infinite", [9]float64{10, 0, 0, 0, 10, 0, 0, 0, inf}, "cell vector c has length +Inf"},
		{"too long", [9]float64{2e7, 0, 0, 0, 10, 0, 0, 0, 10}, "at most 1e+07"},
		{"too short", [9]float64{10, 0, 0, 0, 10, 0, 0, 0, 9e-4}, "the cell repeats every 0.0009 Å: it must be at least 0.001 Å"},
		{"too short a sum", [9]float64{10, 0, 0, 10, 5e-4, 0, 0, 0, 10}, "the cell repeats every 0.0005 Å"},
		{"far too short", [9]float64{1e-100, 0, 0, 0, 1e-100, 0, 0, 0, 1e-100}, "the cell repeats every 1e-100 Å"},
	} {
		if _, err := New(c.v); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want one with %q", c.name, err, c.want)
		}
	}
	if _, err := New([9]float64{0, 10, 0, 10, 0, 0, 0, 0, 10}); !errors.Is(err, ErrLeftHanded) {
		t.Errorf("left-handed: got %v, want ErrLeftHanded", err)
	}
	if _, err := New([9]float64{1, 0, 0, 2, 0, 0, 0, 0, 3}); !errors.Is(err, ErrDegenerate) {
		t.Errorf("parallel: got %v, want ErrDegenerate", err)
	}
	left, err := NewEitherHand([9]float64{0, 10, 0, 10, 0, 0, 0, 0, 10})
	if err != nil || left.RightHanded() || left.Volume() != 1000 {
		t.Errorf("NewEitherHand: got %v, right-handed %v, volume %v; want a left-handed cell of 1000 Å³", err, left.RightHanded(), left.Volume())
	}
}

func TestFromParameters(t *testing.T) {
	for _, c := range []struct {
		name       string
		p          [6]float64
		volume     float64
		heights    [3]float64
		orthogonal bool
	}{
		{"cube", [6]float64{20, 20, 20, 90, 90, 90}, 8000, [3]float64{20, 20, 20}, true},
		{"orthorhombic", [6]float64{10, 20, 30, 90, 90, 90}, 6000, [3]float64{10, 20, 30}, true},
		{"hexagonal", [6]float64{10, 10, 15, 90, 90, 120}, 1500 * math.Sqrt(3) / 2, [3]float64{5 * math.Sqrt(3), 5 * math.Sqrt(3), 15}, false},
		{"primitive fcc", [6]float64{10, 10, 10, 60, 60, 60}, 1000 / math.Sqrt2, [3]float64{10 * math.Sqrt(2.0/3), 10 * math.Sqrt(2.0/3), 10 * math.Sqrt(2.0/3)}, false},
		{"monoclinic", [6]float64{8, 9, 10, 90, 100, 90}, 720 * math.Sin(100*math.Pi/180), [3]float64{8 * math.Sin(100*math.Pi/180), 9, 10 * math.Sin(100*math.Pi/180)}, false},
	} {
		x, err := FromParameters(c.p[0], c.p[1], c.p[2], c.p[3], c.p[4], c.p[5])
		if err != nil {
			t.Errorf("%s: got error %v", c.name, err)
			continue
		}
		if rel := x.Volume()/c.volume - 1; math.Abs(rel) > 1e-14 {
			t.Errorf("%s: got volume %v, want %v", c.name, x.Volume(), c.volume)
		}
		for i, h := range x.Heights() {
			if math.Abs(h-c.heights[i]) > 1e-13*c.heights[i]*10 {
				t.Errorf("%s: got height %d %v, want %v", c.name, i, h, c.heights[i])
			}
		}
		if x.Orthogonal() != c.orthogonal {
			t.Errorf("%s: got orthogonal %v, want %v", c.name, x.Orthogonal(), c.orthogonal)
		}
		lengths, angles := x.Parameters()
		for i := range 3 {
			if math.Abs(lengths[i]-c.p[i]) > 1e-13*c.p[i] || math.Abs(angles[i]-c.p[3+i]) > 1e-12 {
				t.Errorf("%s: got parameters %v %v, want %v", c.name, lengths, angles, c.p)
				break
			}
			if c.p[3+i] == 90 && c.orthogonal && angles[i] != 90 {
				t.Errorf("%s: got angle %v, want exactly 90", c.name, angles[i])
			}
		}
	}
}

func TestFromParametersRightAnglesAreExact(t *testing.T) {
	c, err := FromParameters(12.3, 4.56, 78.9, 90, 90, 90)
	if want := [9]float64{12.3, 0, 0, 0, 4.56, 0, 0, 0, 78.9}; err != nil || c.Vectors() != want {
		t.Errorf("got %v (error %v), want %v", c.Vectors(), err, want)
	}
}

func TestFromParametersRefuses(t *testing.T) {
	for _, c := range []struct {
		p    [6]float64
		want string
	}{
		{[6]float64{0, 1, 1, 90, 90, 90}, "cell edge a is 0 Å"},
		{[6]float64{1, -2, 1, 90, 90, 90}, "cell edge b is -2 Å"},
		{[6]float64{1, 1, math.NaN(), 90, 90, 90}, "cell edge c is NaN Å"},
		{[6]float64{1, 1, 1, 180, 90, 90}, "cell angle alpha is 180°"},
		{[6]float64{1, 1, 1, 90, math.NaN(), 90}, "cell angle beta is NaN°"},
		{[6]float64{1, 1, 1, 90, 90, 0}, "cell angle gamma is 0°"},
		{[6]float64{1, 1, 1, 120, 120, 120}, "no cell has the angles 120°, 120°, 120°"},
		{[6]float64{1, 1, 1, 30, 40, 80}, "no cell has the angles"},
	} {
		if _, err := FromParameters(c.p[0], c.p[1], c.p[2], c.p[3], c.p[4], c.p[5]); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got error %v, want one with %q", c.p, err, c.want)
		}
	}
}

func TestFractionalAndWrap(t *testing.T) {
	c := mustNew(t, [9]float64{10, 0, 0, 3, 9, 0, -2, 4, 8})
	r := rng.New(1)
	for range 2000 {
		p := geom.Vec3{X: 200*r.Float64() - 100, Y: 200*r.Float64() - 100, Z: 200*r.Float64() - 100}
		if back := c.Cartesian(c.Fractional(p)); back.Sub(p).Norm() > 1e-12 {
			t.Fatalf("Cartesian(Fractional(%v)): got %v", p, back)
		}
		w := c.Wrap(p)
		f := c.Fractional(w)
		for _, x := range [3]float64{f.A, f.B, f.C} {
			if x < 0 || x >= 1 {
				t.Fatalf("Wrap(%v): got fractional %v, want [0, 1)", p, f)
			}
		}
		if d := c.MinImage(w.Sub(p)).Norm(); d > 1e-12 {
			t.Fatalf("Wrap(%v): got a point %v Å from an image", p, d)
		}
		if again := c.Wrap(w); again != w {
			t.Fatalf("Wrap twice: got %v, then %v", w, again)
		}
	}
	for _, p := range []geom.Vec3{{X: -1e-17}, {X: -1e-300, Y: 1}, {X: 10}, {X: 13, Y: 9}} {
		f := c.Fractional(c.Wrap(p))
		if f.A < 0 || f.A >= 1 || f.B < 0 || f.B >= 1 || f.C < 0 || f.C >= 1 {
			t.Errorf("Wrap(%v): got fractional %v, want [0, 1)", p, f)
		}
	}
	if got, want := c.Shift(1, -1, 2), (geom.Vec3{X: 3, Y: -1, Z: 16}); got != want {
		t.Errorf("Shift: got %v, want %v", got, want)
	}
}
