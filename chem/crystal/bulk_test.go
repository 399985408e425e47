package crystal

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

func example(t testing.TB, p *Prototype, k int, shape Shape) *structure.Structure {
	t.Helper()
	e := p.Examples[k]
	b := Bulk{Prototype: p.Name, A: e.A, C: e.C, U: e.U, Shape: shape}
	for _, symbol := range e.Elements {
		z, ok := elem.Number(symbol)
		if !ok {
			t.Fatal(symbol)
		}
		b.Elements = append(b.Elements, z)
	}
	s, err := b.Build()
	if err != nil {
		t.Fatalf("%s: %v", b.Name(), err)
	}
	return s
}

func mustCell(t testing.TB, s *structure.Structure) *cell.Cell {
	t.Helper()
	c, err := cell.NewEitherHand(*s.Cell)
	if err != nil {
		t.Fatal(err)
	}
	return &c
}

// TestPrototypes: densities (g/cm³) from handbooks, atoms of the cells, and the same
// density in every cell of a prototype.
func TestPrototypes(t *testing.T) {
	want := map[string]struct {
		density float64
		atoms   int
	}{
		"Cu-fcc": {8.96, 4}, "Fe-bcc": {7.87, 2}, "Mg-hcp": {1.74, 2}, "Si-diamond": {2.33, 8}, "GaAs-zincblende": {5.32, 8},
		"NaCl-rocksalt": {2.16, 8}, "CsCl-cesiumchloride": {3.99, 2}, "CaF-fluorite": {3.18, 12}, "ZnO-wurtzite": {5.61, 4},
		"SrTiO-perovskite": {5.12, 5}, "C-graphite": {2.26, 4}, "TiO-rutile": {4.25, 6}, "TiO-anatase": {3.89, 12},
		"MgAlO-spinel": {3.58, 56}, "AlO-corundum": {3.99, 30},
	}
	seen := 0
	for i := range Prototypes() {
		p := &Prototypes()[i]
		for k, e := range p.Examples {
			whole := example(t, p, k, Conventional)
			d, _ := whole.Density()
			name := strings.Join(e.Elements, "") + "-" + p.Name
			if w, ok := want[name]; ok && k == 0 {
				seen++
				if math.Abs(d/w.density-1) > 0.02 || whole.Len() != w.atoms {
					t.Errorf("%s: got %d atoms, %.3f g/cm³, want %d, %.2f", name, whole.Len(), d, w.atoms, w.density)
				}
			}
			for _, shape := range p.Shapes {
				s := example(t, p, k, shape)
				if other, _ := s.Density(); math.Abs(other/d-1) > 1e-9 {
					t.Errorf("%s, %s: %.4f g/cm³, conventional %.4f", name, shape, other, d)
				}
				if _, _, near := nearestPair(mustCell(t, s), s.Positions, 1.2); near < 1.2 && near > 0 {
					t.Errorf("%s, %s: atoms %.2f Å apart", name, shape, near)
				}
				if err := s.Validate(); err != nil || s.Bonds != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d examples checked", seen, len(want))
	}
}

func TestBulkRefusals(t *testing.T) {
	for want, b := range map[string]Bulk{
		`there is no prototype "bct"`:                                            {Prototype: "bct"},
		"rocksalt has 2 elements (A, B), not 1":                                  {Prototype: "rocksalt", Elements: []uint8{11}, A: 5},
		"element B is not known":                                                 {Prototype: "rocksalt", Elements: []uint8{11, 0}, A: 5},
		"the lattice constant a is 0 Å: it must be above 0 and at most 1000 Å":   {Prototype: "fcc", Elements: []uint8{29}},
		"the lattice constant a is NaN Å: it must be above 0 and at most 1000 Å": {Prototype: "fcc", Elements: []uint8{29}, A: math.NaN()},
		"the lattice constant c is -2 Å: it must be above 0 and at most 1000 Å":  {Prototype: "hcp", Elements: []uint8{29}, A: 2, C: -2},
		"fcc is cubic: c is a":                                                   {Prototype: "fcc", Elements: []uint8{29}, A: 2, C: 3},
		"fcc has no free coordinate u":                                           {Prototype: "fcc", Elements: []uint8{29}, A: 2, U: 0.2},
		"the free coordinate u is 1.5: it must lie between":                      {Prototype: "wurtzite", Elements: []uint8{30, 8}, A: 3, U: 1.5},
		"wurtzite has no primitive cell":                                         {Prototype: "wurtzite", Elements: []uint8{30, 8}, A: 3, Shape: Primitive},
	} {
		if _, err := b.Build(); err == nil || !strings.HasPrefix(err.Error(), want) || !errors.Is(err, ErrRequest) {
			t.Errorf("%+v: got %v, want %s", b, err, want)
		}
	}
}

// fitting returns a cell that the setting allows, of low symmetry otherwise.
func fitting(t testing.TB, s *symm.Setting) cell.Cell {
	t.Helper()
	a, b, c, alpha, beta, gamma := 22.0, 26.0, 34.0, 90.0, 90.0, 90.0
	switch symm.System(s.Number) {
	case "triclinic":
		alpha, beta, gamma = 81, 97, 106
	case "monoclinic":
		switch strings.Trim(s.Choice, "-123") {
		case "a":
			alpha = 103
		case "c":
			gamma = 103
		default:
			beta = 103
		}
	case "tetragonal":
		b = a
	case "trigonal", "hexagonal":
		b, gamma = a, 120
		if s.Choice == "R" {
			c, alpha, beta, gamma = a, 77, 77, 77
		}
	case "cubic":
		b, c = a, a
	}
	lattice, err := cell.FromParameters(a, b, c, alpha, beta, gamma)
	if err != nil {
		t.Fatal(err)
	}
	return lattice
}

// TestGroups builds a general position in all 530 settings: its multiplicity is the order of
// the group, every operation of which maps the crystal onto itself.
func TestGroups(t *testing.T) {
	settings := symm.Settings(0)
	if len(settings) != 530 {
		t.Fatalf("%d settings", len(settings))
	}
	last := 0
	for i := range settings {
		s := &settings[i]
		last = max(last, s.Number)
		c := fitting(t, s)
		got, err := FromGroup(s, &c, []Site{{Element: 6, Position: cell.Fractional{A: 0.07, B: 0.22, C: 0.3391}}})
		if err != nil {
			t.Errorf("%s (%s): %v", s.Name, s.Hall, err)
			continue
		}
		group := s.Operations()
		if got.Multiplicities[0] != len(group) || got.General != len(group) || got.Structure.Len() != len(group) {
			t.Errorf("%s: multiplicity %d, want %d", s.Name, got.Multiplicities[0], len(group))
		}
		for k := range group {
			if !maps(&c, got.Structure, &group[k], 1e-6) {
				t.Errorf("%s: %s does not map the crystal onto itself", s.Name, group[k])
			}
		}
	}
	if last != 230 {
		t.Errorf("the last group is %d", last)
	}
}

// maps says whether an operation brings every atom onto one of its element.
func maps(c *cell.Cell, s *structure.Structure, o *symm.Operation, within float64) bool {
	for i := range s.Len() {
		p := c.Cartesian(o.Apply(c.Fractional(geom.At(s.Positions, i))))
		found := false
		for j := 0; j < s.Len() && !found; j++ {
			found = s.Elements[i] == s.Elements[j] && c.Distance(p, geom.At(s.Positions, j)) < within
		}
		if !found {
			return false
		}
	}
	return true
}

func TestGroupRefusals(t *testing.T) {
	sodium := Site{Element: 11, Position: cell.Fractional{}}
	build := func(number int, a, b, c, alpha, beta, gamma float64, sites ...Site) error {
		lattice, err := cell.FromParameters(a, b, c, alpha, beta, gamma)
		if err != nil {
			t.Fatal(err)
		}
		setting := symm.Settings(number)[0]
		_, err = FromGroup(&setting, &lattice, sites)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{build(225, 5, 5, 6, 90, 90, 90, sodium), "the group Fm-3m (225) is cubic and needs a = b = c, α = β = γ = 90°; the cell has 5, 5, 6 Å and 90°, 90°, 90°"},
		{build(194, 5, 5, 6, 90, 90, 90, sodium), "the group P63/mmc (194) is hexagonal and needs a = b, α = β = 90°, γ = 120°; the cell"},
		{build(14, 5, 6, 7, 90, 90, 95, sodium), "the group P21/c (14) is monoclinic and needs α = γ = 90°; the cell"},
		{build(1, 5, 5, 6, 80, 90, 90), "the asymmetric unit has no sites"},
		{build(1, 5, 5, 6, 80, 90, 90, Site{}), "site 1 has no element"},
		{build(1, 5, 5, 6, 80, 90, 90, Site{Element: 1, Position: cell.Fractional{A: math.NaN()}}), "site 1: coordinates must be numbers"},
		{build(225, 5, 5, 5, 90, 90, 90, sodium, Site{Element: 17, Position: cell.Fractional{A: 0.51, B: 0.5}}), "sites 1 (Na) and 2 (Cl) are 0.05 Å apart: two atoms on one place"},
		{build(225, 5, 5, 5, 90, 90, 90, Site{Element: 11, Position: cell.Fractional{A: 0.02}}), "site 1 (Na) is 0.14 Å from its own image"},
	} {
		if c.err == nil || !strings.HasPrefix(c.err.Error(), c.want) {
			t.Errorf("got %v, want %s", c.err, c.want)
		}
	}
	// Three or four digits of a file are near enough.
	if err := build(225, 5.001, 5, 5, 90, 90.02, 90, sodium); err != nil {
		t.Error(err)
	}
}

func TestIce(t *testing.T) {
	for _, repeat := range [][3]int{{1, 1, 1}, {2, 1, 1}, {3, 2, 2}} {
		o := Ice{Repeat: repeat, Seed: 7}
		s, dipole, err := o.Build()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		n := 8 * repeat[0] * repeat[1] * repeat[2]
		density, _ := s.Density()
		if s.Len() != 3*n || len(s.Bonds) != 2*n || math.Abs(density-0.917) > 0.001 || dipole > 0.2 {
			t.Errorf("%v: %d atoms, %d bonds, %.4f g/cm³, dipole %.3f", repeat, s.Len(), len(s.Bonds), density, dipole)
		}
		// Every oxygen has two hydrogens of its own and two of its neighbors.
		c := mustCell(t, s)
		for i := 0; i < s.Len(); i += 3 {
			own, others := 0, 0
			for j := range s.Len() {
				if s.Elements[j] != 1 {
					continue
				}
				switch d := c.Distance(geom.At(s.Positions, i), geom.At(s.Positions, j)); {
				case math.Abs(d-iceOH) < 1e-9:
					own++
				case d < 2:
					others++
				}
			}
			if own != 2 || others != 2 {
				t.Fatalf("%v: oxygen %d has %d hydrogens and %d neighbors' ones", repeat, i, own, others)
			}
		}
		again, _, _ := o.Build()
		for i := range s.Positions {
			if s.Positions[i] != again.Positions[i] {
				t.Fatal("another crystal with the same seed")
			}
		}
	}
	if _, _, err := (&Ice{Repeat: [3]int{0, 1, 1}}).Build(); err == nil || err.Error() != "repeat 1 is 0: it must be 1 or more" {
		t.Error(err)
	}
	if _, _, err := (&Ice{Repeat: [3]int{100, 100, 100}}).Build(); !errors.Is(err, ErrTooManyAtoms) {
		t.Error(err)
	}
}

func ExampleBulk() {
	b := Bulk{Prototype: "rocksalt", Elements: []uint8{11, 17}, A: 5.64}
	s, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	density, _ := s.Density()
	fmt.Printf("%s: %s, %.2f g/cm³\n", b.Name(), s.Formula(), density)
	// Output: NaCl-rocksalt: Cl4Na4, 2.16 g/cm³
}

func ExampleFromGroup() {
	lattice, _ := cell.FromParameters(4.5937, 4.5937, 2.9587, 90, 90, 90)
	rutile, _, _ := symm.ByName("P 42/m n m", symm.Shape{})
	got, err := FromGroup(&rutile, &lattice, []Site{
		{Element: 22},
		{Element: 8, Position: cell.Fractional{A: 0.3053, B: 0.3053}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(got.Structure.Formula(), got.Multiplicities, "of", got.General)
	// Output: O4Ti2 [2 4] of 16
}

// generic returns sites on general positions.
func generic() []Site {
	return []Site{
		{Element: 6, Position: cell.Fractional{A: 0.07, B: 0.22, C: 0.3391}},
		{Element: 8, Position: cell.Fractional{A: 0.1307, B: 0.3511, C: 0.4603}},
	}
}
