package pack

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// TestSlabs packs layers into a straight and an oblique cell, around a fixed atom
// too, and looks at every atom of every layer.
func TestSlabs(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts []part
		slabs []Slab
		cell  [9]float64
		fixed []float64
	}{
		{"water and hexane", []part{{"water", 300}, {"hexane", 41}}, []Slab{{0, 0.5}, {0.5, 1}}, [9]float64{21, 0, 0, 0, 21, 0, 0, 0, 41}, nil},
		{"oblique", []part{{"water", 250}, {"benzene", 45}}, []Slab{{0, 0.5}, {0.5, 1}}, [9]float64{21, 0, 0, 6, 20, 0, -7, 5, 40}, nil},
		{"very oblique", []part{{"water", 250}, {"benzene", 45}}, []Slab{{0, 0.5}, {0.5, 1}}, [9]float64{21, 0, 0, 6, 20, 0, 35, 25, 40}, nil},
		{"three layers, a mixture in one", []part{{"water", 120}, {"ethanol", 30}, {"methanol", 20}, {"octane", 24}}, []Slab{{0.25, 0.6}, {0, 0.25}, {0.25, 0.6}, {0.6, 1}}, [9]float64{18, 0, 0, 0, 18, 0, 0, 0, 45}, nil},
		{"a solute across the interface", []part{{"water", 240}, {"hexane", 32}}, []Slab{{0, 0.5}, {0.5, 1}}, [9]float64{20, 0, 0, 0, 20, 0, 0, 0, 40}, []float64{10, 10, 20, 10, 10, 18.5, 10, 10, 21.5, -3, 44, 39}},
		{"one kind anywhere", []part{{"water", 200}, {"hexane", 28}, {"sodium-ion", 10}}, []Slab{{0, 0.5}, {0.5, 1}, {}}, [9]float64{19, 0, 0, 0, 19, 0, 0, 0, 38}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			box, err := cell.New(c.cell)
			if err != nil {
				t.Fatal(err)
			}
			species, _ := mixture(t, 1, c.parts...)
			for k := range species {
				species[k].Slab = c.slabs[k]
			}
			seeds := uint64(1)
			if everySeed {
				seeds = 100
			}
			for seed := range seeds {
				opt := Options{Tolerance: 2, Seed: seed, Fixed: c.fixed}
				r := mustPack(t, box, species, opt)
				checkResult(t, &box, species, opt, r, 2)
				if !r.Converged || r.Outside != 0 {
					t.Errorf("seed %d: got closest distance %v, %d molecules outside", seed, r.Closest, r.Outside)
				}
				at := 0
				for k, s := range species {
					for copies := range s.Count {
						own := r.Positions[3*at : 3*at+len(s.Positions)]
						at += len(s.Positions) / 3
						if s.Slab == (Slab{}) {
							continue
						}
						low, high := extent(&box, own)
						for low < s.Slab.Low-1e-5 {
							low, high = low+1, high+1
						}
						for high > s.Slab.High+1e-5 {
							low, high = low-1, high-1
						}
						if low < s.Slab.Low-1e-5 {
							t.Fatalf("seed %d, species %d, copy %d: fractional c from %v to %v is outside %v", seed, k, copies, low, high, s.Slab)
						}
					}
				}
			}
		})
	}
}

// extent returns the lowest and highest fractional c of some atoms.
func extent(c *cell.Cell, positions []float64) (low, high float64) {
	for i := range len(positions) / 3 {
		f := c.Fractional(geom.At(positions, i)).C
		if i == 0 || f < low {
			low = f
		}
		if i == 0 || f > high {
			high = f
		}
	}
	return low, high
}

// TestSlabsFillTheirLayers: the same number of molecules per volume at the walls as
// in the middle, so that no layer leaves a gap.
func TestSlabsFillTheirLayers(t *testing.T) {
	species, _ := mixture(t, 1, part{"water", 2000}, part{"water", 1000})
	species[0].Slab, species[1].Slab = Slab{0, 2. / 3}, Slab{2. / 3, 1}
	edge := 3000 * 18.015 / 0.602214076 / (40 * 40)
	box, err := cell.New([9]float64{40, 0, 0, 0, 40, 0, 0, 0, edge})
	if err != nil {
		t.Fatal(err)
	}
	r := mustPack(t, box, species, Options{Tolerance: 2, Seed: 4})
	const bins = 24
	var count [bins]int
	for i := range len(r.Positions) / 3 {
		count[binOf(&box, geom.At(r.Positions, i), 2, bins)]++
	}
	mean := len(r.Positions) / 3 / bins
	for k, n := range count {
		if 10*n < 7*mean || 10*n > 13*mean {
			t.Errorf("layer %d of %d: got %d atoms, want %d ± 30 %%", k, bins, n, mean)
		}
	}
}

func TestSlabsAreSameBytes(t *testing.T) {
	species, _ := mixture(t, 1, part{"water", 300}, part{"hexane", 41})
	species[0].Slab, species[1].Slab = Slab{0, 0.5}, Slab{0.5, 1}
	box, err := cell.New([9]float64{21, 0, 0, 4, 21, 0, 0, 0, 41})
	if err != nil {
		t.Fatal(err)
	}
	const want = "6b46793667d21850"
	for _, workers := range []int{1, 2, 3} {
		if got := digest(mustPack(t, box, species, Options{Tolerance: 2, Seed: 9, Workers: workers}).Positions); got != want {
			t.Errorf("%d workers: got digest %s, want %s", workers, got, want)
		}
	}
}

func TestSlabRefusals(t *testing.T) {
	box := cube(t, 30*30*30)
	for _, c := range []struct {
		slab   Slab
		id     string
		count  int
		reason error
		want   string
	}{
		{Slab{-0.1, 0.5}, "water", 10, ErrRequest, "from -0.1 to 0.5"},
		{Slab{0.5, 0.5}, "water", 10, ErrRequest, "from 0.5 to 0.5"},
		{Slab{0.5, 1.5}, "water", 10, ErrRequest, "between 0 and 1"},
		{Slab{0, 0.1}, "water", 10, ErrTooThin, "3.0 Å thick, less than twice"},
		{Slab{0, 0.18}, "c60", 2, ErrTooThin, "5.4 Å thick, less than a molecule in it"},
		{Slab{0, 0.2}, "water", 600, ErrTooDense, "molecules of a layer cannot fit"},
	} {
		s, _ := molecules(t, c.id, c.count)
		s.Slab = c.slab
		err := Feasible(box, []Species{s}, Options{Tolerance: 2})
		if !errors.Is(err, c.reason) || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%v of %s: got error %v, want %q that is %v", c.slab, c.id, err, c.want, c.reason)
		}
	}
}
