package pack

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

var waterSites = []float64{0, -0.3906, 0, 0.7570, 0.1953, 0, -0.7570, 0.1953, 0}

// ballRegion is a ball, with places drawn at random.
func ballRegion(c cell.Cell, center geom.Vec3, radius float64, places int) *Region {
	g := &Region{Volume: 4.0 / 3 * math.Pi * radius * radius * radius}
	g.Outside = func(p geom.Vec3) (float64, geom.Vec3) {
		d := c.MinImage(center.Sub(p))
		if d.Norm() <= radius {
			return 0, geom.Vec3{}
		}
		return d.Norm() - radius, d.Unit()
	}
	r := rng.New(3)
	for len(g.Places) < 3*places {
		p := geom.Vec3{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1, Z: 2*r.Float64() - 1}
		if p.Norm() <= 1 {
			p = center.AddScaled(radius, p)
			g.Places = append(g.Places, p.X, p.Y, p.Z)
		}
	}
	return g
}

// TestRegion packs water into a ball across the faces of a skewed cell, at the density
// of the liquid: every center is in the ball, and the outer half of its volume has as
// many as the inner one.
func TestRegion(t *testing.T) {
	c, err := cell.FromParameters(32, 33, 34, 75, 100, 110)
	if err != nil {
		t.Fatal(err)
	}
	center := c.Cartesian(cell.Fractional{A: 0.02, B: 0.95, C: 0.5})
	const radius = 11
	g := ballRegion(c, center, radius, 4000)
	n := int(g.Volume * 0.0334)
	for seed := range 5 {
		r, err := Box(context.Background(), c, []Species{{Positions: waterSites, Count: n}}, Options{Tolerance: 2, Seed: uint64(seed), Region: g}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Converged || r.Outside != 0 || r.Closest < 2 {
			t.Fatalf("seed %d: converged %v, %d outside, closest %.3f Å", seed, r.Converged, r.Outside, r.Closest)
		}
		inner := 0
		for k := range n {
			d := c.MinImage(geom.Centroid(r.Positions[9*k : 9*k+9]).Sub(center)).Norm()
			if d > radius+outsideAllowed {
				t.Errorf("seed %d: molecule %d is %.4f Å from the center", seed, k, d)
			}
			if d < radius*math.Cbrt(0.5) {
				inner++
			}
		}
		if sigma := math.Sqrt(float64(n)) / 2; math.Abs(float64(inner)-float64(n)/2) > 4*sigma {
			t.Errorf("seed %d: %d of %d molecules in the inner half", seed, inner, n)
		}
	}
}

// TestRegionEven: in the middle of their shares, few molecules stay apart.
func TestRegionEven(t *testing.T) {
	c, err := cell.New([9]float64{40, 0, 0, 0, 40, 0, 0, 0, 40})
	if err != nil {
		t.Fatal(err)
	}
	g := &Region{Volume: c.Volume(), Even: true}
	r := rng.New(1)
	for range 20_000 {
		g.Places = append(g.Places, 40*r.Float64(), 40*r.Float64(), 40*r.Float64())
	}
	out, err := Box(context.Background(), c, []Species{{Positions: []float64{0, 0, 0}, Count: 50}}, Options{Tolerance: 2, Seed: 1, Region: g}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// 50 points at random are 2 Å apart at the closest, a lattice of them 12 Å.
	if out.Closest < 5 {
		t.Errorf("closest %.2f Å, want at least 5", out.Closest)
	}
}

func TestRegionRefusals(t *testing.T) {
	c, err := cell.New([9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20})
	if err != nil {
		t.Fatal(err)
	}
	species := []Species{{Positions: waterSites, Count: 10}}
	for name, g := range map[string]*Region{
		"no place":        {Volume: 8000},
		"no volume":       {Places: []float64{1, 2, 3}},
		"a place nowhere": {Volume: 8000, Places: []float64{1, math.NaN(), 3}},
	} {
		if err := Feasible(c, species, Options{Tolerance: 2, Region: g}); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// TestRegionOfOnePlace: molecules that all start at one place find others.
func TestRegionOfOnePlace(t *testing.T) {
	c, err := cell.New([9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20})
	if err != nil {
		t.Fatal(err)
	}
	out, err := Box(context.Background(), c, []Species{{Positions: waterSites, Count: 5}}, Options{Tolerance: 2, Region: &Region{Volume: 8000, Places: []float64{1, 2, 3}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !out.Converged {
		t.Errorf("closest %.2f Å", out.Closest)
	}
}

func TestChoose(t *testing.T) {
	r := rng.New(1)
	for range 300 {
		n := 2 + r.Intn(60)
		places := make([][3]float64, n)
		values := make([]float64, n)
		for i := range places {
			values[i] = float64(r.Intn(20))
			places[i][1] = values[i]
		}
		k := 1 + r.Intn(n-1)
		choose(places, k, 1)
		slices.Sort(values)
		for i, p := range places {
			if i < k && p[1] > values[k-1] || i >= k && p[1] < values[k] {
				t.Fatalf("%d of %d: %v stands at %d", k, n, p[1], i)
			}
		}
	}
}
