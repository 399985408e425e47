package pack

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// centers returns the centroids of the molecules of one species.
func centers(s Species, positions []float64) []geom.Vec3 {
	n := len(s.Positions)
	out := make([]geom.Vec3, s.Count)
	for i := range out {
		out[i] = geom.Centroid(positions[n*i : n*(i+1)])
	}
	return out
}

// TestUniform checks that a packed liquid is even: octant counts within four
// standard deviations of a Poisson count, and layers one tolerance thick at each
// face with at least 90 % of the mean density, counted by atoms and molecules.
func TestUniform(t *testing.T) {
	for _, c := range []struct {
		density float64
		part    part
	}{
		{1.0, part{"water", 500}}, {1.0, part{"water", 1000}}, {0.785, part{"ethanol", 500}}, {0.874, part{"benzene", 400}},
	} {
		species, volume := mixture(t, c.density, c.part)
		box := cube(t, volume)
		for seed := range uint64(6) {
			r := mustPack(t, box, species, Options{Tolerance: 2, Seed: seed})
			middle := centers(species[0], r.Positions)
			var octants [8]float64
			layersOf := func(count int, at func(i int) geom.Vec3) (least float64) {
				var layers [6]float64
				for i := range count {
					f := box.Fractional(at(i))
					for k, x := range [3]float64{f.A, f.B, f.C} {
						x -= math.Floor(x)
						x *= box.Heights()[k]
						if x < 2 {
							layers[k]++
						}
						if x >= box.Heights()[k]-2 {
							layers[3+k]++
						}
					}
				}
				mean := float64(count) * 2 / box.Heights()[0]
				least = math.Inf(1)
				for _, l := range layers {
					least = min(least, l/mean)
				}
				return least
			}
			for _, m := range middle {
				f := box.Fractional(m)
				k := 0
				for axis, x := range [3]float64{f.A, f.B, f.C} {
					if x >= 0.5 {
						k |= 1 << axis
					}
				}
				octants[k]++
			}
			mean := float64(len(middle)) / 8
			for k, n := range octants {
				if math.Abs(n-mean) > 4*math.Sqrt(mean) {
					t.Errorf("%v, seed %d: got %v molecules in octant %d, want %v ± %.1f", c.part, seed, n, k, mean, 4*math.Sqrt(mean))
				}
			}
			if least := layersOf(len(r.Positions)/3, func(i int) geom.Vec3 { return geom.At(r.Positions, i) }); least < 0.9 {
				t.Errorf("%v, seed %d: got a face layer with %.2f of the mean atom density, want at least 0.9", c.part, seed, least)
			}
			if least := layersOf(len(middle), func(i int) geom.Vec3 { return middle[i] }); least < 0.88 {
				t.Errorf("%v, seed %d: got a face layer with %.2f of the mean molecule density, want at least 0.88", c.part, seed, least)
			}
		}
	}
}

// TestNoLattice looks for what is left of a lattice in the centers: the structure
// factor |Σ exp(ik·r)|²/N of a liquid is of order 1, with exponential scatter;
// that of a lattice peaks at N. The counts are powers of two, which halving
// would put on lattices.
func TestNoLattice(t *testing.T) {
	for _, n := range []int{512, 4096} {
		species, volume := mixture(t, 1, part{"water", n})
		box := cube(t, volume)
		edge := box.Heights()[0]
		r := mustPack(t, box, species, Options{Tolerance: 2, Seed: 3})
		middle := centers(species[0], r.Positions)
		for _, direction := range []geom.Vec3{{X: 1}, {Y: 1}, {Z: 1}, {X: 1, Y: 1}, {X: 1, Y: 1, Z: 1}} {
			for q := 1; q <= 40; q++ {
				k := direction.Scale(2 * math.Pi * float64(q) / edge)
				re, im := 0.0, 0.0
				for _, p := range middle {
					sin, cos := math.Sincos(k.Dot(p))
					re, im = re+cos, im+sin
				}
				// The liquid's own peak is near 2: 20 is ten times that.
				if s := (re*re + im*im) / float64(n); s > 20 {
					t.Errorf("%d waters: got structure factor %.1f at %d along %v, want below 20", n, s, q, direction)
				}
			}
		}
	}
}

// TestLiquidStructure checks the radial distribution of centers: nothing inside
// the contact, a peak above 2 just outside, one far away.
func TestLiquidStructure(t *testing.T) {
	species, volume := mixture(t, 1, part{"water", 1000})
	box := cube(t, volume)
	r := mustPack(t, box, species, Options{Tolerance: 2, Seed: 8})
	middle := centers(species[0], r.Positions)
	const width = 0.5
	var pairs [24]float64
	for i := range middle {
		for j := range i {
			if b := int(box.Distance(middle[i], middle[j]) / width); b < len(pairs) {
				pairs[b] += 2
			}
		}
	}
	g := func(lo, hi float64) float64 {
		sum := 0.0
		for b := int(lo / width); b < int(hi/width); b++ {
			sum += pairs[b]
		}
		shell := 4.0 / 3 * math.Pi * (hi*hi*hi - lo*lo*lo)
		return sum / 1000 / (shell * 1000 / volume)
	}
	if got := g(0, 2); got != 0 {
		t.Errorf("g(r < 2 Å): got %v, want 0", got)
	}
	if got := g(2.5, 3); got < 1.5 {
		t.Errorf("g(2.5–3 Å): got %.2f, want a peak above 1.5", got)
	}
	if got := g(8, 12); math.Abs(got-1) > 0.03 {
		t.Errorf("g(8–12 Å): got %.3f, want 1", got)
	}
}

// TestIsotropic checks that orientations have no preferred direction: the mean
// of a molecule-fixed vector, and of the products of its components.
func TestIsotropic(t *testing.T) {
	species, volume := mixture(t, 0.785, part{"ethanol", 800})
	box := cube(t, volume)
	r := mustPack(t, box, species, Options{Tolerance: 2, Seed: 2})
	n := len(species[0].Positions)
	var mean geom.Vec3
	var square geom.Mat3
	for i := range 800 {
		own := r.Positions[n*i : n*(i+1)]
		v := geom.At(own, 0).Sub(geom.At(own, 2)).Unit()
		mean = mean.Add(v.Scale(1.0 / 800))
		u := [3]float64{v.X, v.Y, v.Z}
		for k := range square {
			square[k] += u[k/3] * u[k%3] / 800
		}
	}
	// Standard deviations: 1/√(3·800) = 0.020 for the mean, at most
	// √(4/45/800) = 0.011 for the products.
	for _, x := range []float64{mean.X, mean.Y, mean.Z} {
		if math.Abs(x) > 4*0.020 {
			t.Errorf("mean orientation: got %v, want zero within 0.08", mean)
			break
		}
	}
	for k, x := range square {
		want := 0.0
		if k%4 == 0 {
			want = 1.0 / 3
		}
		if math.Abs(x-want) > 4*0.011 {
			t.Errorf("mean product %d of the orientation: got %.3f, want %.3f within 0.044", k, x, want)
		}
	}
}

// TestScatter checks that every molecule gets a place in the cell, and that large
// ones get more room: the nearest other center is farther away.
func TestScatter(t *testing.T) {
	c, err := cell.New([9]float64{30, 0, 0, 5, 28, 0, -4, 3, 26})
	if err != nil {
		t.Fatal(err)
	}
	small, large := &shape{volume: 10, embryo: 1}, &shape{volume: 90, embryo: 1}
	molecules := make([]molecule, 137)
	for i := range molecules {
		molecules[i].shape = small
		if i%5 == 0 {
			molecules[i].shape = large
		}
		molecules[i].output = int32(i)
	}
	placed := scatter(wholeCell(&c), molecules, nil, 9, 0)
	seen := make(map[int32]bool)
	for _, m := range placed {
		seen[m.output] = true
		f := c.Fractional(m.center)
		for _, x := range [3]float64{f.A, f.B, f.C} {
			if x < -1e-12 || x > 1+1e-12 {
				t.Errorf("molecule %d: got fractional %v, want it in the cell", m.output, f)
			}
		}
	}
	if len(seen) != 137 {
		t.Errorf("got %d different molecules, want 137", len(seen))
	}
	room := func(of *shape) float64 {
		sum, n := 0.0, 0.0
		for i := range placed {
			if placed[i].shape != of {
				continue
			}
			nearest := math.Inf(1)
			for j := range placed {
				if j != i {
					nearest = min(nearest, c.Distance(placed[i].center, placed[j].center))
				}
			}
			sum, n = sum+nearest, n+1
		}
		return sum / n
	}
	if got := room(large) / room(small); got < 1.2 {
		t.Errorf("nearest neighbor of large against small molecules: got a ratio of %.2f, want at least 1.2", got)
	}
}
