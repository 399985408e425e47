package crystal

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// threefold checks that every atom of a honeycomb has so many neighbors at a distance, and
// that the bonds are they.
func threefold(t *testing.T, what string, s *structure.Structure, bond, within float64, want func(i int) int) {
	t.Helper()
	c := mustCell(t, s)
	degree := make([]int, s.Len())
	for _, b := range s.Bonds {
		degree[b[0]]++
		degree[b[1]]++
	}
	for i := range s.Len() {
		if s.Elements[i] == 1 {
			continue
		}
		n := 0
		for j := range s.Len() {
			if s.Elements[j] == 1 || i == j {
				continue
			}
			d := c.Distance(geom.At(s.Positions, i), geom.At(s.Positions, j))
			if d < bond*(1-within) {
				t.Fatalf("%s: atoms %d and %d are %.3f Å apart", what, i, j, d)
			}
			if d < bond*1.1 {
				n++
			}
		}
		if n != want(i) {
			t.Fatalf("%s: atom %d has %d neighbors, want %d", what, i, n, want(i))
		}
		if s.Bonds != nil && degree[i] != 3 {
			t.Fatalf("%s: atom %d has %d bonds", what, i, degree[i])
		}
	}
}

func TestNanotube(t *testing.T) {
	for _, c := range []struct {
		n, m, atoms int
		period      float64 // of ASE 3.29.0
	}{{5, 5, 20, 2.459512}, {10, 0, 40, 4.26}, {6, 3, 84, 11.270901}, {4, 2, 56, 11.270901}, {7, 1, 76, 10.720765}} {
		o := Nanotube{N: c.n, M: c.m, Length: 2, Bonds: true}
		s, err := o.Build()
		if err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("(%d, %d)", c.n, c.m)
		if s.Len() != 2*c.atoms {
			t.Errorf("%s: %d atoms, want %d", what, s.Len(), 2*c.atoms)
		}
		if math.Abs(s.Cell[8]-2*c.period) > 1e-5 {
			t.Errorf("%s: %g Å, want %g", what, s.Cell[8], 2*c.period)
		}
		for i := range s.Len() {
			x, y := s.Positions[3*i]-s.Cell[0]/2, s.Positions[3*i+1]-s.Cell[0]/2
			if r := math.Sqrt(x*x + y*y); math.Abs(r-o.Radius()) > 1e-9 {
				t.Fatalf("%s: atom %d at %g Å from the axis, want %g", what, i, r, o.Radius())
			}
		}
		threefold(t, what, s, 1.42, 0.04, func(int) int { return 3 })
	}
	boron := Nanotube{N: 8, M: 0, Length: 1, Elements: [2]uint8{5, 7}, Bond: 1.446, Bonds: true}
	s, err := boron.Build()
	if err != nil || s.Formula() != "B16N16" {
		t.Error(err, s.Formula())
	}
	for _, b := range s.Bonds {
		if s.Elements[b[0]] == s.Elements[b[1]] {
			t.Error("two equal neighbors")
		}
	}
	for want, o := range map[string]Nanotube{
		"the tube (0, 0): give indices from 0 to 100, not both 0":          {Length: 1},
		"the tube (-1, 2): give indices":                                   {N: -1, M: 2, Length: 1},
		"0 repeats: give 1 to 10000":                                       {N: 5, M: 5},
		"the tube (1, 1) has a radius of 0.68 Å: less than 1 Å is no tube": {N: 1, M: 1, Length: 1},
		"the bond length is 9 Å: give 0.5 to 5":                            {N: 5, M: 5, Length: 1, Bond: 9},
		"the vacuum is -1 Å: give 0 to 1000":                               {N: 5, M: 5, Length: 1, Vacuum: -1},
		"118804000 atoms are more than 1000000: make it smaller":           {N: 100, M: 99, Length: 1000},
		"6000 repeats: the tube (5, 0) takes up to 5000":                   {N: 5, M: 0, Length: 6000},
		"element B is not known":                                           {N: 5, M: 5, Length: 1, Elements: [2]uint8{6, 200}},
	} {
		if _, err := o.Build(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestRibbon(t *testing.T) {
	for _, armchair := range []bool{true, false} {
		for _, width := range []int{2, 3, 7, 8} {
			o := Ribbon{Armchair: armchair, Width: width, Length: 2, Hydrogen: true, Bonds: true}
			s, err := o.Build()
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("armchair %v, width %d", armchair, width)
			hydrogens := map[bool]int{true: 8, false: 4}[armchair]
			if s.Len() != 4*width+hydrogens {
				t.Errorf("%s: %s", what, s.Formula())
			}
			bonds := make([]int, s.Len())
			for _, b := range s.Bonds {
				if s.Elements[b[1]] == 1 {
					bonds[b[0]]++
				}
			}
			threefold(t, what, s, 1.42, 1e-6, func(i int) int { return 3 - bonds[i] })
			c := mustCell(t, s)
			for _, b := range s.Bonds {
				want := 1.42
				if s.Elements[b[1]] == 1 {
					want = 1.09
				}
				if d := c.Distance(geom.At(s.Positions, int(b[0])), geom.At(s.Positions, int(b[1]))); math.Abs(d-want) > 1e-9 {
					t.Fatalf("%s: a bond of %g Å", what, d)
				}
			}
			if _, _, d := nearestPair(c, s.Positions, 1.05); d > 0 && d < 1.05 {
				t.Errorf("%s: atoms %g Å apart", what, d)
			}
		}
	}
	for want, o := range map[string]Ribbon{
		"the ribbon is 1 lines wide: give 2 to 10000": {Armchair: true, Width: 1, Length: 1},
		"0 repeats: give 1 to 10000":                  {Width: 3},
		"200000000 atoms are more":                    {Width: 10000, Length: 10000},
	} {
		if _, err := o.Build(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func ExampleNanotube() {
	o := Nanotube{N: 6, M: 6, Length: 1}
	s, err := o.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, radius %.2f Å, period %.2f Å\n", s.Formula(), o.Radius(), s.Cell[8])
	// Output: C24, radius 4.07 Å, period 2.46 Å
}
