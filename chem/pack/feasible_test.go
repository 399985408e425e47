package pack

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
)

func TestRefusals(t *testing.T) {
	box := func(edge float64) cell.Cell { return cube(t, edge*edge*edge) }
	thin, err := cell.New([9]float64{20, 0, 0, 0, 20, 0, 19, 0, 3})
	if err != nil {
		t.Fatal(err)
	}
	left, err := cell.NewEitherHand([9]float64{0, 20, 0, 20, 0, 0, 0, 0, 20})
	if err != nil {
		t.Fatal(err)
	}
	atom := []float64{0, 0, 0}
	water := []float64{0, -0.3906, 0, 0.7570, 0.1953, 0, -0.7570, 0.1953, 0}
	for _, c := range []struct {
		name    string
		cell    cell.Cell
		species []Species
		opt     Options
		reason  error
		want    string
	}{
		{"no species", box(20), nil, Options{Tolerance: 2}, ErrRequest, "nothing to pack"},
		{"no atoms", box(20), []Species{{Count: 1}}, Options{Tolerance: 2}, ErrRequest, "species 1 has 0 coordinates"},
		{"two coordinates", box(20), []Species{{Positions: []float64{1, 2}, Count: 1}}, Options{Tolerance: 2}, ErrRequest, "species 1 has 2 coordinates"},
		{"count 0", box(20), []Species{{Positions: atom}}, Options{Tolerance: 2}, ErrRequest, "species 1 has the count 0"},
		{"count −1", box(20), []Species{{Positions: atom, Count: 1}, {Positions: atom, Count: -1}}, Options{Tolerance: 2}, ErrRequest, "species 2 has the count -1"},
		{"count 10⁹", box(2e4), []Species{{Positions: water, Count: 1e9}}, Options{Tolerance: 2}, ErrTooManyAtoms, "more than 500000 atoms"},
		{"too many atoms together", box(2e4), []Species{{Positions: water, Count: 100000}, {Positions: water, Count: 66667}}, Options{Tolerance: 2}, ErrTooManyAtoms, "more than 500000 atoms"},
		{"NaN coordinate", box(20), []Species{{Positions: []float64{0, math.NaN(), 0}, Count: 1}}, Options{Tolerance: 2}, ErrRequest, "atom 1 of species 1 has the coordinate NaN"},
		{"bond out of range", box(20), []Species{{Positions: water, Count: 1, Bonds: [][2]int{{0, 3}}}}, Options{Tolerance: 2}, ErrRequest, "species 1: bond 1 joins atoms 1 and 4; the molecule has 3 atoms"},
		{"bond given twice", box(20), []Species{{Positions: water, Count: 1, Bonds: [][2]int{{0, 1}, {1, 0}}}}, Options{Tolerance: 2}, ErrRequest, "species 1: bonds 1 and 2 both join atoms 1 and 2"},
		{"tolerance 0", box(20), []Species{{Positions: atom, Count: 1}}, Options{}, ErrRequest, "the tolerance is 0 Å"},
		{"tolerance 0.04", box(20), []Species{{Positions: atom, Count: 1}}, Options{Tolerance: 0.04}, ErrRequest, "the tolerance is 0.04 Å"},
		{"tolerance NaN", box(20), []Species{{Positions: atom, Count: 1}}, Options{Tolerance: math.NaN()}, ErrRequest, "the tolerance is NaN Å"},
		{"thin box", box(3.1), []Species{{Positions: water, Count: 1}}, Options{Tolerance: 2}, ErrTooThin, "the box is 3.1 Å thin"},
		{"thin oblique box", thin, []Species{{Positions: water, Count: 1}}, Options{Tolerance: 2}, ErrTooThin, "the box is 3.2 Å thin"},
		{"left-handed cell", left, []Species{{Positions: water, Count: 1}}, Options{Tolerance: 2}, ErrRequest, "right-handed"},
		{"zero cell", cell.Cell{}, []Species{{Positions: water, Count: 1}}, Options{Tolerance: 2}, ErrRequest, "right-handed"},
		{"50 g/cm³ water", box(10), []Species{{Positions: water, Count: 1671}}, Options{Tolerance: 2}, ErrTooDense, "at most 70 % is possible"},
		{"NaN fixed", box(20), []Species{{Positions: water, Count: 1}}, Options{Tolerance: 2, Fixed: []float64{0, 0, math.Inf(1)}}, ErrRequest, "fixed atom 1 has the coordinate +Inf"},
		{"fixed without z", box(20), []Species{{Positions: water, Count: 1}}, Options{Tolerance: 2, Fixed: []float64{0, 0}}, ErrRequest, "2 coordinates of fixed atoms"},
	} {
		err := Feasible(c.cell, c.species, c.opt)
		if err == nil || !errors.Is(err, c.reason) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got error %v, want one line with %q that is %v", c.name, err, c.want, c.reason)
		}
		if r, boxErr := Box(context.Background(), c.cell, c.species, c.opt, nil); r != nil || boxErr == nil || boxErr.Error() != err.Error() {
			t.Errorf("%s: Box: got error %v, want the one of Feasible", c.name, boxErr)
		}
	}
	if err := Feasible(box(20), []Species{{Positions: water, Count: 200}}, Options{Tolerance: 2}); err != nil {
		t.Errorf("200 waters in 20 Å: got error %v", err)
	}
}

func TestUnionVolume(t *testing.T) {
	// Two spheres of radius r at distance d share π(2r−d)²(d+4r)/12.
	pair := func(d, r float64) float64 {
		sphere := 4.0 / 3 * math.Pi * r * r * r
		if d >= 2*r {
			return 2 * sphere
		}
		return 2*sphere - math.Pi*(2*r-d)*(2*r-d)*(d+4*r)/12
	}
	for _, c := range []struct {
		name   string
		points []float64
		r      float64
		want   float64
	}{
		{"one", []float64{1, 2, 3}, 1.5, 4.0 / 3 * math.Pi * 1.5 * 1.5 * 1.5},
		{"twice the same", []float64{1, 2, 3, 1, 2, 3}, 1, 4.0 / 3 * math.Pi},
		{"apart", []float64{0, 0, 0, 0, 0, 3}, 1, pair(3, 1)},
		{"overlapping along x", []float64{0, 0, 0, 1, 0, 0}, 1, pair(1, 1)},
		{"overlapping obliquely", []float64{0, 0, 0, 0.6, 0.6, 0.5}, 1.2, pair(math.Sqrt(0.97), 1.2)},
		{"water, by numeric quadrature", []float64{0, -0.3906, 0, 0.7570, 0.1953, 0, -0.7570, 0.1953, 0}, 1, 9.59},
	} {
		if got := unionVolume(c.points, c.r); math.Abs(got/c.want-1) > 0.02 {
			t.Errorf("%s: got %v Å³, want %v within 2 %%", c.name, got, c.want)
		}
	}
}
