package pack

import (
	"errors"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
)

// A hundred thousand waters at twice their density are refused after a trial: the work that
// was done, in sweeps over atoms, is a small part of one look at all of them. What packs is not
// refused, up to the densities at which packing ends.
func TestCrowdedIsRefusedEarly(t *testing.T) {
	water := []float64{0, 0, 0, 0.757, 0.586, 0, -0.757, 0.586, 0}
	for _, c := range []struct {
		molecules int
		density   float64 // g/cm³
		refused   bool
	}{{100_000, 2, true}, {150_000, 2.1, true}, {12_000, 2.05, true}, {12_000, 1.9, false}, {12_000, 1.75, false}, {2_000, 2, false}} {
		if testing.Short() && !c.refused {
			continue
		}
		edge := math.Cbrt(float64(c.molecules) * 18.015 / 0.602214076 / c.density)
		box, err := cell.New([9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge})
		if err != nil {
			t.Fatal(err)
		}
		species := []Species{{Positions: water, Count: c.molecules}}
		opt := Options{Tolerance: 2, Seed: 3}
		shapes, free, err := prepare(box, species, opt)
		if err != nil {
			t.Fatal(err)
		}
		if err = tryCrowded(t.Context(), &box, shapes, species, free, opt); errors.Is(err, ErrTooDense) != c.refused {
			t.Errorf("%d waters at %g g/cm³: %v", c.molecules, c.density, err)
		}
	}
}
