package crystal

import (
	"context"
	"encoding/json"
	"math"
	"sort"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// TestSpglib finds the symmetry of crystals in cells of any shape, turned and moved, some
// with strain, displaced or exchanged atoms or noise, and compares with spglib.
func TestSpglib(t *testing.T) {
	text, err := oracle.Unpacked("testdata/spglib.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		var r struct {
			Label                               string
			Cell                                [9]float64
			Numbers                             []int
			Positions                           []float64
			Tolerance                           float64
			Number                              int
			Hall, Point                         string
			Operations, Primitive, Conventional int
			Equivalent                          int
			Standard, Niggli                    [6]float64
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		rows++
		s := &structure.Structure{Cell: &r.Cell, Positions: r.Positions}
		for _, z := range r.Numbers {
			s.Elements = append(s.Elements, uint8(z))
		}
		y, err := FindSymmetry(context.Background(), s, r.Tolerance)
		if err != nil {
			t.Errorf("%s: %v", r.Label, err)
			continue
		}
		if y.Setting.Number != r.Number || !sameGroup(t, y.Setting.Hall, r.Hall) || y.Point != r.Point || y.PrimitiveAtoms != r.Primitive || y.ConventionalAtoms != r.Conventional {
			t.Errorf("%s: got %d %s %s, %d and %d atoms, tolerance %g; want %d %s %s, %d and %d", r.Label, y.Setting.Number, y.Setting.Hall, y.Point, y.PrimitiveAtoms, y.ConventionalAtoms, y.Tolerance,
				r.Number, r.Hall, r.Point, r.Primitive, r.Conventional)
			continue
		}
		orbits := 0
		for i, k := range y.Equivalent {
			if int(k) == i {
				orbits++
			}
		}
		if orbits != r.Equivalent {
			t.Errorf("%s: %d orbits, want %d", r.Label, orbits, r.Equivalent)
		}
		near := func(what string, c *cell.Cell, want [6]float64) {
			l, a := c.Parameters()
			if l, r := math.Abs(want[3]-90), math.Abs(want[4]-90); l < 1e-3 && r < 1e-3 && y.Setting.Number < 3 {
				want[5] = max(want[5], 180-want[5]) // a right angle is not acute: then none is
			}
			for k := range 3 {
				if math.Abs(l[k]-want[k]) > 2e-3 || math.Abs(a[k]-want[3+k]) > 2e-2 {
					t.Errorf("%s, %s: got %.4f %.4f, want %.4f", r.Label, what, l, a, want)
					return
				}
			}
		}
		near("Niggli cell", &y.lattice.cell, r.Niggli)
		standard, err := y.Standardized(false)
		if err != nil {
			t.Errorf("%s: %v", r.Label, err)
			continue
		}
		c := mustCell(t, standard.Structure)
		near("standard cell", c, r.Standard)
		checkStandard(t, r.Label, y)
	}
	if rows < 150 {
		t.Errorf("got %d rows", rows)
	}
}

// sameGroup says whether two Hall symbols, of different versions of the table, have the same
// operations.
func sameGroup(t *testing.T, a, b string) bool {
	if a == b {
		return true
	}
	p, err := symm.ParseHall(a)
	if err != nil {
		t.Fatal(err)
	}
	q, err := symm.ParseHall(b)
	if err != nil {
		t.Fatal(err)
	}
	words := func(list []symm.Operation) string {
		var w []string
		for _, o := range list {
			w = append(w, o.String())
		}
		sort.Strings(w)
		return strings.Join(w, " ")
	}
	return words(p) == words(q)
}

// checkStandard holds the cells of a symmetry to their word.
func checkStandard(t *testing.T, label string, y *Symmetry) {
	t.Helper()
	ctx := context.Background()
	standard, err := y.Standardized(false)
	if err != nil {
		t.Fatalf("%s: %v", label, err)
	}
	c := mustCell(t, standard.Structure)
	for _, o := range y.Setting.Operations() {
		if !maps(c, standard.Structure, &o, 1e-6) {
			t.Errorf("%s: %s does not map the standard crystal onto itself", label, o)
			return
		}
	}
	// The asymmetric unit makes the same crystal.
	unit, err := y.AsymmetricUnit()
	if err != nil {
		t.Fatalf("%s: %v", label, err)
	}
	lattice := *mustCell(t, unit)
	var sites []Site
	for i, z := range unit.Elements {
		sites = append(sites, Site{Element: z, Position: lattice.Fractional(geom.At(unit.Positions, i))})
	}
	whole, err := FromGroup(&y.Setting, &lattice, sites)
	if i, _, _ := nearestPair(c, standard.Structure.Positions, closest); i >= 0 {
		// A random crystal with atoms on top of each other, which FromGroup refuses.
	} else if err != nil {
		t.Errorf("%s: %v", label, err)
	} else if whole.Structure.Len() != standard.Structure.Len() {
		t.Errorf("%s: %d sites make %d atoms of %d", label, len(sites), whole.Structure.Len(), standard.Structure.Len())
	} else {
		for i := range standard.Structure.Len() {
			best := math.Inf(1)
			for j := range whole.Structure.Len() {
				if whole.Structure.Elements[j] == standard.Structure.Elements[i] {
					best = min(best, c.Distance(geom.At(standard.Structure.Positions, i), geom.At(whole.Structure.Positions, j)))
				}
			}
			if best > 1e-6 {
				t.Errorf("%s: atom %d of the standard cell is %g Å from any of the asymmetric unit's", label, i, best)
				break
			}
		}
	}
	primitive, err := y.Standardized(true)
	if err != nil {
		t.Fatalf("%s: %v", label, err)
	}
	for name, b := range map[string]*Built{"standard": standard, "standard primitive": primitive} {
		again, err := FindSymmetry(ctx, b.Structure, y.Tolerance)
		if err != nil || again.Setting.Number != y.Setting.Number || again.PrimitiveAtoms != y.PrimitiveAtoms {
			t.Errorf("%s, %s: %v, another symmetry", label, name, err)
			continue
		}
		if name == "standard" && (again.Given == nil || again.Given.Hall != y.Setting.Hall) {
			t.Errorf("%s: the standard cell is given as %+v", label, again.Given)
		}
		// Turn and Shift lead there, but for the idealization.
		frame := mustCell(t, b.Structure)
		source := mustCell(t, y.source)
		for i, k := range b.Origin {
			m := b.Image[i]
			p := geom.At(y.source.Positions, int(k)).Add(source.Shift(int(m[0]), int(m[1]), int(m[2]))).Add(b.Shift)
			if d := frame.Distance(b.Turn.MulVec(p), geom.At(b.Structure.Positions, i)); d > 5*y.Tolerance+1e-4 {
				t.Errorf("%s, %s: atom %d is %g Å from its origin", label, name, i, d)
				break
			}
		}
	}
	density, _ := y.source.Density()
	for name, make := range map[string]func() (*Built, error){"primitive": y.Primitive, "conventional": y.Conventional} {
		b, err := make()
		if err != nil {
			t.Errorf("%s, %s: %v", label, name, err)
			continue
		}
		checkBuilt(t, y.source, b)
		want := map[string]int{"primitive": y.PrimitiveAtoms, "conventional": y.ConventionalAtoms}[name]
		if d, _ := b.Structure.Density(); math.Abs(d/density-1) > 1e-4 || b.Structure.Len() != want {
			t.Errorf("%s, %s: %d atoms, want %d; %g g/cm³, want %g", label, name, b.Structure.Len(), want, d, density)
		}
	}
}
