package freevolume_test

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/freevolume"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

var full = os.Getenv("MOLSMITH_FULL") != ""

func cube(t testing.TB, edge float64) cell.Cell {
	t.Helper()
	c, err := cell.New([9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// randomCell has angles from 60° to 120° and a volume of at least 0.3·a·b·c.
func randomCell(r *rng.Rand, least, most float64) cell.Cell {
	for {
		edge := func() float64 { return least + (most-least)*r.Float64() }
		angle := func() float64 { return 60 + 60*r.Float64() }
		a, b, c := edge(), edge(), edge()
		made, err := cell.FromParameters(a, b, c, angle(), angle(), angle())
		if err == nil && made.Volume() >= 0.3*a*b*c {
			return made
		}
	}
}

// atoms are random points, some of them outside the cell, with radii of elements.
func atoms(r *rng.Rand, c *cell.Cell, n int) (positions, radii []float64) {
	for range n {
		p := c.Cartesian(cell.Fractional{A: 3*r.Float64() - 1, B: 3*r.Float64() - 1, C: 3*r.Float64() - 1})
		positions = append(positions, p.X, p.Y, p.Z)
		radii = append(radii, [...]float64{1.2, 1.55, 1.7, 1.8, 2.27}[r.Intn(5)])
	}
	return positions, radii
}

func free(t testing.TB, c cell.Cell, positions, radii []float64) float64 {
	t.Helper()
	m, err := freevolume.New(context.Background(), c, positions, radii, freevolume.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m.Free()
}

func ball(r float64) float64 { return 4.0 / 3 * math.Pi * r * r * r }

func TestExactVolumes(t *testing.T) {
	const d = 1.5
	lens := math.Pi * (4*1.7 + d) * (2*1.7 - d) * (2*1.7 - d) / 12 // of two spheres of 1.7 Å
	thin, err := cell.FromParameters(3, 15, 20, 70, 80, 110)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		cell      cell.Cell
		positions []float64
		radii     []float64
		covered   float64
	}{
		{"no atom", cube(t, 10), nil, nil, 0},
		{"a radius of 0", cube(t, 10), []float64{1, 2, 3}, []float64{0}, 0},
		{"one atom", cube(t, 10), []float64{1, 2, 3}, []float64{1.7}, ball(1.7)},
		{"one atom far outside", cube(t, 10), []float64{1001, -2002, 3003}, []float64{1.7}, ball(1.7)},
		{"coincident atoms", cube(t, 10), []float64{1, 2, 3, 1, 2, 3, 11, 2, -7}, []float64{1.7, 1.2, 1.7}, ball(1.7)},
		{"two atoms", cube(t, 10), []float64{0, 0, 0, d, 0, 0}, []float64{1.7, 1.7}, 2*ball(1.7) - lens},
		{"across a face", cube(t, 10), []float64{0, 0, 0, 10 - d, 0, 0}, []float64{1.7, 1.7}, 2*ball(1.7) - lens},
		{"its own images", cube(t, 3), []float64{0, 0, 0}, []float64{1.7}, ball(1.7) - 3*math.Pi*(4*1.7+3)*(2*1.7-3)*(2*1.7-3)/12},
		{"everything", cube(t, 3), []float64{0, 0, 0}, []float64{2.7}, 27},
		{"a thin skewed cell", thin, []float64{0.3, 9, 4}, []float64{1.4}, ball(1.4)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, v := free(t, c.cell, c.positions, c.radii), c.cell.Volume()
			if want := v - c.covered; math.Abs(got-want) > 0.005*c.covered {
				t.Errorf("got %.4f Å³, want %.4f within half a percent of the atoms' volume", got, want)
			}
			if c.covered == 0 && got != v || c.covered >= v && got != 0 {
				t.Errorf("got %v of %v Å³, want all or nothing exactly", got, v)
			}
		})
	}
}

// TestAgainstRandomPoints compares with the definition: the part of random points that
// no sphere of the nearest images covers.
func TestAgainstRandomPoints(t *testing.T) {
	systems, samples := 12, 20_000
	if full {
		systems, samples = 100, 100_000
	}
	for seed := range systems {
		r := rng.New(uint64(seed))
		c := randomCell(&r, 8, 25)
		positions, radii := atoms(&r, &c, 1+r.Intn(int(c.Volume()/25)))
		got := free(t, c, positions, radii) / c.Volume()
		open := 0
		for range samples {
			p := c.Cartesian(cell.Fractional{A: r.Float64(), B: r.Float64(), C: r.Float64()})
			covered := false
			for i := 0; i < len(radii) && !covered; i++ {
				covered = c.MinImage(geom.At(positions, i).Sub(p)).Norm() < radii[i]
			}
			if !covered {
				open++
			}
		}
		want := float64(open) / float64(samples)
		if sigma := math.Sqrt(want*(1-want)/float64(samples)) + 1e-6; math.Abs(got-want) > 4*sigma {
			t.Errorf("seed %d: got %.4f of the cell, random points say %.4f ± %.4f", seed, got, want, sigma)
		}
	}
}

// TestTranslation moves systems as a whole and wraps some atoms: nothing changes but
// rounding. Another first atom changes where the samples lie, and little else.
func TestTranslation(t *testing.T) {
	for seed := range 5 {
		r := rng.New(uint64(seed))
		c := randomCell(&r, 10, 30)
		positions, radii := atoms(&r, &c, int(c.Volume()/20))
		want := free(t, c, positions, radii)
		for range 10 {
			move := r.Direction().Scale(100 * r.Float64())
			moved := make([]float64, len(positions))
			for i := range radii {
				p := geom.At(positions, i).Add(move)
				if r.Intn(2) == 0 {
					p = c.Wrap(p)
				}
				geom.Put(moved, i, p)
			}
			if got := free(t, c, moved, radii); math.Abs(got/want-1) > 1e-4 {
				t.Errorf("seed %d: moved by %v, got %.5f Å³, want %.5f", seed, move, got, want)
			}
		}
		last := len(radii) - 1
		first, other := geom.At(positions, 0), geom.At(positions, last)
		geom.Put(positions, 0, other)
		geom.Put(positions, last, first)
		radii[0], radii[last] = radii[last], radii[0]
		if got := free(t, c, positions, radii); math.Abs(got/want-1) > 0.003 {
			t.Errorf("seed %d: with another first atom, got %.4f Å³, want %.4f within 0.3 %%", seed, got, want)
		}
	}
}

// TestVectors: the free volume belongs to the lattice, not to the vectors that span it.
func TestVectors(t *testing.T) {
	r := rng.New(7)
	positions, radii := atoms(&r, ptr(cube(t, 12)), 60)
	want := free(t, cube(t, 12), positions, radii)
	skewed, err := cell.New([9]float64{12, 0, 0, 60, 12, 0, -36, 48, 12})
	if err != nil {
		t.Fatal(err)
	}
	if got := free(t, skewed, positions, radii); math.Abs(got/want-1) > 0.003 {
		t.Errorf("by skewed vectors: got %.3f Å³, want %.3f", got, want)
	}
}

func ptr[T any](v T) *T { return &v }

func TestRegions(t *testing.T) {
	for seed := range 6 {
		r := rng.New(uint64(seed))
		c := randomCell(&r, 15, 25)
		v := c.Volume()
		p := c.Cartesian(cell.Fractional{A: 2 * r.Float64(), B: r.Float64(), C: -r.Float64()})
		at := []float64{p.X, p.Y, p.Z}
		m, err := freevolume.New(context.Background(), c, at, []float64{1.7}, freevolume.Options{Reach: 4})
		if err != nil {
			t.Fatal(err)
		}
		near, err := m.Within(context.Background(), at, 4)
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, got, want, within float64) {
			t.Helper()
			if math.Abs(got-want) > within {
				t.Errorf("seed %d, %s: got %.3f Å³, want %.3f", seed, what, got, want)
			}
		}
		check("within 4 Å", m.Volume(near), ball(4), 0.005*ball(4))
		check("free within 4 Å", m.FreeIn(near), ball(4)-ball(1.7), 0.005*ball(4))
		for axis := range 3 {
			from := 2*r.Float64() - 1
			check("a slab", m.Volume(m.Slab(axis, from, from+0.3)), 0.3*v, 0.003*v)
			check("the rest", m.Volume(m.Slab(axis, from+0.3, from+1)), 0.7*v, 0.003*v)
			if got := m.FreeIn(m.Slab(axis, from, from+1)); got != m.Free() {
				t.Errorf("a slab of the whole cell: got %v Å³, want %v", got, m.Free())
			}
			if got := m.Volume(m.Slab(axis, from, from)); got != 0 {
				t.Errorf("an empty slab: got %v Å³", got)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name             string
		cell             cell.Cell
		positions, radii []float64
		says             string
	}{
		{"a coordinate too few", cube(t, 10), []float64{1, 2}, []float64{1}, "2 coordinates"},
		{"no number", cube(t, 10), []float64{1, math.NaN(), 2}, []float64{1}, "atom 1"},
		{"too far", cube(t, 10), []float64{0, 0, 0, 1, 1e300, 2}, []float64{1, 1}, "atom 2"},
		{"a negative radius", cube(t, 10), []float64{0, 0, 0}, []float64{-1}, "radius of -1"},
		{"a huge radius", cube(t, 10), []float64{0, 0, 0}, []float64{2000}, "to 100"},
		{"too thin", cube(t, 0.01), []float64{0, 0, 0}, []float64{1.7}, "0.01 Å thin"},
	} {
		_, err := freevolume.New(context.Background(), c.cell, c.positions, c.radii, freevolume.Options{})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.says)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := freevolume.New(ctx, cube(t, 10), []float64{0, 0, 0}, []float64{1}, freevolume.Options{}); err != context.Canceled {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

// TestBits holds the samples: native and js/wasm count alike, and a change of them
// changes what tools return.
func TestBits(t *testing.T) {
	r := rng.New(1)
	c := randomCell(&r, 15, 25)
	positions, radii := atoms(&r, &c, 200)
	if got, want := math.Float64bits(free(t, c, positions, radii)), uint64(0x409cdb194347b149); got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}

func BenchmarkNew(b *testing.B) {
	for _, n := range []int{5_000, 50_000, 500_000} {
		c := cube(b, math.Cbrt(float64(n)*10))
		r := rng.New(1)
		positions, radii := atoms(&r, &c, n)
		b.Run(map[int]string{5_000: "5k", 50_000: "50k", 500_000: "500k"}[n], func(b *testing.B) {
			for b.Loop() {
				free(b, c, positions, radii)
			}
		})
	}
}
