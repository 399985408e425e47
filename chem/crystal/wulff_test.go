package crystal

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestWulff(t *testing.T) {
	copper := prototype(t, "fcc", Conventional)
	iron := prototype(t, "bcc", Conventional)
	half := [3]float64{0.5, 0.5, 0.5}
	for _, c := range []struct {
		what  string
		o     Particle
		iron  bool
		atoms int
		faces string
	}{
		// Magic numbers of cuboctahedra, octahedra around an atom and a hole, cubes and
		// rhombic dodecahedra.
		{"cuboctahedron", Particle{Facets: []Facet{{[3]int{1, 1, 1}, 1}, {[3]int{1, 0, 0}, math.Sqrt(3) / 2}}, Atoms: 55}, false, 55, "8 0.37, 6 0.63"},
		{"cuboctahedron", Particle{Facets: []Facet{{[3]int{1, 1, 1}, 1}, {[3]int{1, 0, 0}, math.Sqrt(3) / 2}}, Atoms: 330}, false, 309, "8 0.37, 6 0.63"},
		{"octahedron", Particle{Facets: []Facet{{[3]int{1, 1, 1}, 1}}, Atoms: 80}, false, 85, "8 1.00"},
		{"octahedron", Particle{Facets: []Facet{{[3]int{1, 1, 1}, 1}, {[3]int{1, 0, 0}, 5}}, Atoms: 44, Center: half}, false, 44, "8 1.00, 0 0.00"},
		{"cube", Particle{Facets: []Facet{{[3]int{0, 0, 1}, 2}}, Atoms: 63}, false, 63, "6 1.00"},
		{"dodecahedron", Particle{Facets: []Facet{{[3]int{1, 1, 0}, 1}}, Atoms: 65}, true, 65, "12 1.00"},
	} {
		s := copper
		if c.iron {
			s = iron
		}
		got, err := c.o.Build(context.Background(), s, 0)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		var words []string
		for _, f := range got.Faces {
			words = append(words, fmt.Sprintf("%d %.2f", f.Count, f.Part))
		}
		if got.Structure.Len() != c.atoms || strings.Join(words, ", ") != c.faces {
			t.Errorf("%s: %d atoms, %s; want %d, %s", c.what, got.Structure.Len(), strings.Join(words, ", "), c.atoms, c.faces)
		}
		checkBuilt(t, s, &got.Built)
		// As many atoms on one side as on the other.
		var sum [3]float64
		for i, x := range got.Structure.Positions {
			sum[i%3] += x - got.Structure.Cell[4*(i%3)]/2
		}
		for _, x := range sum {
			if math.Abs(x) > 1e-6 {
				t.Errorf("%s: the particle is lopsided by %v", c.what, sum)
				break
			}
		}
	}
	// Half of a polar crystal's faces: the tetrahedron of zinc blende.
	zinc := prototype(t, "zincblende", Conventional)
	tetrahedron := Particle{Facets: []Facet{{[3]int{1, 1, 1}, 1}}, Atoms: 100}
	if got, err := tetrahedron.Build(context.Background(), zinc, 0); err != nil || got.Faces[0].Count != 4 {
		t.Errorf("%+v, %v", got, err)
	}
	bonded(t, zinc, 2.6)
	if got, err := tetrahedron.Build(context.Background(), zinc, 0); err != nil || len(got.Structure.Bonds) < got.Structure.Len() {
		t.Errorf("%v", err)
	} else {
		for _, b := range got.Structure.Bonds {
			c := mustCell(t, got.Structure)
			x := got.Structure.Positions
			d := c.Distance(vec(x, b[0]), vec(x, b[1]))
			if math.Abs(d-5.65*math.Sqrt(3)/4) > 1e-9 {
				t.Fatalf("a bond of %g Å", d)
			}
		}
	}
	for want, o := range map[string]Particle{
		"give one facet or more":                           {Atoms: 10},
		"0 atoms: give 1 or more":                          {Facets: []Facet{{[3]int{1, 0, 0}, 1}}},
		"facet 1: the Miller indices are 0 0 0":            {Facets: []Facet{{[3]int{}, 1}}, Atoms: 10},
		"facet 1: the surface energy is 0: it must be":     {Facets: []Facet{{[3]int{1, 0, 0}, 0}}, Atoms: 10},
		"facet 1: the Miller index 30 is beyond ±20":       {Facets: []Facet{{[3]int{30, 0, 0}, 1}}, Atoms: 10},
		"4000000 atoms are more than 1000000":              {Facets: []Facet{{[3]int{1, 0, 0}, 1}}, Atoms: 1000000},
		"the center must be numbers in units of the cell ": {Facets: []Facet{{[3]int{1, 0, 0}, 1}}, Atoms: 10, Center: [3]float64{math.NaN()}},
	} {
		if _, err := o.Build(context.Background(), copper, 0); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	magnesium := prototype(t, "hcp", Conventional)
	open := Particle{Facets: []Facet{{[3]int{0, 0, 1}, 1}}, Atoms: 100}
	if _, err := open.Build(context.Background(), magnesium, 0); err == nil || !strings.HasPrefix(err.Error(), "the facets do not close a body") {
		t.Error(err)
	}
}
