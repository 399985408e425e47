package structure

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// waterAndSodium is two waters and a sodium ion with every channel filled.
func waterAndSodium() *Structure {
	return &Structure{
		Elements:      []uint8{8, 1, 1, 11, 8, 1, 1},
		Positions:     []float64{0, 0, 0, 0.96, 0, 0, -0.24, 0.93, 0, 5, 5, 5, 3, 0, 0, 3.96, 0, 0, 2.76, 0.93, 0},
		Cell:          &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10},
		Bonds:         [][2]uint32{{0, 1}, {0, 2}, {4, 5}, {4, 6}},
		BondOrders:    []uint8{1, 1, 1, 1},
		Molecules:     []int32{0, 0, 0, 1, 2, 2, 2},
		ResidueNames:  []string{"WAT", "WAT", "WAT", "NA", "WAT", "WAT", "WAT"},
		ResidueIDs:    []int32{1, 1, 1, 2, 3, 3, 3},
		AtomNames:     []string{"O1", "H1", "H2", "NA", "O1", "H1", "H2"},
		ChainIDs:      []string{"A", "A", "A", "B", "A", "A", "A"},
		FormalCharges: []int32{0, 0, 0, 1, 0, 0, 0},
		Scalars:       []Channel{{"q", []float64{-0.8, 0.4, 0.4, 1, -0.8, 0.4, 0.4}}},
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Structure)
		want  string
	}{
		{"good", func(s *Structure) {}, ""},
		{"empty", func(s *Structure) { *s = Structure{} }, ""},
		{"positions", func(s *Structure) { s.Positions = s.Positions[1:] }, "7 atoms need 21 position numbers; there are 20"},
		{"element 0", func(s *Structure) { s.Elements[2] = 0 }, "atom 3 has atomic number 0; it must be from 1 to 118"},
		{"element 119", func(s *Structure) { s.Elements[0] = 119 }, "atom 1 has atomic number 119"},
		{"NaN", func(s *Structure) { s.Positions[5] = math.NaN() }, "atom 2 has a position that is not a finite number"},
		{"infinite", func(s *Structure) { s.Positions[20] = math.Inf(-1) }, "atom 7 has a position"},
		{"cell", func(s *Structure) { s.Cell[4] = math.Inf(1) }, "the cell holds a number that is not finite"},
		{"bond range", func(s *Structure) { s.Bonds[1] = [2]uint32{0, 7} }, "bond 2 joins atoms 1 and 8; there are 7 atoms"},
		{"bond range, huge", func(s *Structure) { s.Bonds[1] = [2]uint32{math.MaxUint32, 1} }, "bond 2 joins atoms 4294967296 and 2"},
		{"self bond", func(s *Structure) { s.Bonds[0] = [2]uint32{3, 3} }, "bond 1 joins atom 4 to itself"},
		{"orders length", func(s *Structure) { s.BondOrders = s.BondOrders[:3] }, "4 bonds need as many bond orders; there are 3"},
		{"order 0", func(s *Structure) { s.BondOrders[3] = 0 }, "bond 4 has order 0"},
		{"order 5", func(s *Structure) { s.BondOrders[3] = 5 }, "bond 4 has order 5"},
		{"molecules", func(s *Structure) { s.Molecules = s.Molecules[:6] }, "7 atoms need as many molecule indices; there are 6"},
		{"empty channel", func(s *Structure) { s.AtomNames = []string{} }, "7 atoms need as many atom names; there are 0"},
		{"residue names", func(s *Structure) { s.ResidueNames = s.ResidueNames[:1] }, "7 atoms need as many residue names; there are 1"},
		{"residue numbers", func(s *Structure) { s.ResidueIDs = s.ResidueIDs[:1] }, "7 atoms need as many residue numbers; there are 1"},
		{"chains", func(s *Structure) { s.ChainIDs = append(s.ChainIDs, "A") }, "7 atoms need as many chain ids; there are 8"},
		{"charges", func(s *Structure) { s.FormalCharges = s.FormalCharges[:2] }, "7 atoms need as many formal charges; there are 2"},
		{"molecule index", func(s *Structure) { s.Molecules[3] = -1 }, "atom 4 has molecule index -1"},
		{"blank chain", func(s *Structure) { s.ChainIDs[0] = "" }, `atom 1 has chain id ""; it must be one character`},
		{"long chain", func(s *Structure) { s.ChainIDs[0] = "AB" }, `atom 1 has chain id "AB"`},
		{"scalar length", func(s *Structure) { s.Scalars[0].Values = nil }, `7 atoms need as many values of "q"; there are 0`},
		{"scalar NaN", func(s *Structure) { s.Scalars[0].Values[1] = math.NaN() }, `the value of "q" of atom 2 is not a finite number`},
	}
	for _, c := range tests {
		s := waterAndSodium()
		c.spoil(s)
		got := ""
		if err := s.Validate(); err != nil {
			got = err.Error()
		}
		if (c.want == "") != (got == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestCloneIsDeep(t *testing.T) {
	s := waterAndSodium()
	c := s.Clone()
	if !reflect.DeepEqual(s, c) {
		t.Fatalf("got %+v, want %+v", c, s)
	}
	c.Elements[0], c.Positions[0], c.Cell[0], c.Bonds[0][0] = 7, 9, 9, 3
	c.BondOrders[0], c.Molecules[0], c.ResidueNames[0], c.ResidueIDs[0] = 2, 9, "X", 9
	c.AtomNames[0], c.ChainIDs[0], c.FormalCharges[0], c.Scalars[0].Values[0] = "X", "X", 9, 9
	if !reflect.DeepEqual(s, waterAndSodium()) {
		t.Error("a change of the clone changed the original")
	}
	if !reflect.DeepEqual((&Structure{}).Clone(), &Structure{}) {
		t.Error("the clone of an empty structure has arrays")
	}
}

func TestTotals(t *testing.T) {
	s := waterAndSodium()
	if got := s.Formula(); got != "H4NaO2" {
		t.Errorf("formula: got %s, want H4NaO2", got)
	}
	if got := s.Mass(); math.Abs(got-59.02) > 1e-9 {
		t.Errorf("mass: got %g, want 59.02", got)
	}
	if got := s.Charge(); got != 1 {
		t.Errorf("charge: got %d, want 1", got)
	}
	// 59.02 u in 1000 Å³.
	if got, ok := s.Density(); !ok || math.Abs(got-0.0980050157) > 1e-9 {
		t.Errorf("density: got %.10f, want 0.0980050157", got)
	}
	s.Cell[8] = -10
	if got, ok := s.Density(); !ok || got < 0 {
		t.Errorf("density in a left-handed cell: got %g", got)
	}
	s.Cell[8] = 0
	if _, ok := s.Density(); ok {
		t.Error("a flat cell has a density")
	}
	s.Cell = nil
	if _, ok := s.Density(); ok {
		t.Error("a structure without a cell has a density")
	}
}

func TestComponents(t *testing.T) {
	of, n := waterAndSodium().Components()
	if want := []int32{0, 0, 0, 1, 2, 2, 2}; n != 3 || !slices.Equal(of, want) {
		t.Errorf("got %v (%d), want %v (3)", of, n, want)
	}
	// A chain bonded from its far end, and a ring.
	s := &Structure{Elements: make([]uint8, 7), Bonds: [][2]uint32{{5, 6}, {4, 5}, {3, 4}, {0, 3}, {1, 2}}}
	of, n = s.Components()
	if want := []int32{0, 1, 1, 0, 0, 0, 0}; n != 2 || !slices.Equal(of, want) {
		t.Errorf("got %v (%d), want %v (2)", of, n, want)
	}
	if _, n := (&Structure{}).Components(); n != 0 {
		t.Errorf("empty: got %d components, want 0", n)
	}
}

func TestTally(t *testing.T) {
	s := waterAndSodium()
	want := []MoleculeKind{{"H2O", 0, 3, 2}, {"Na", 1, 1, 1}}
	if got := s.Tally(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	s.Bonds, s.BondOrders = nil, nil
	if got := s.Tally(); !slices.Equal(got, want) {
		t.Errorf("without bonds: got %v, want %v", got, want)
	}
	s.Molecules = nil
	if got, want := s.Tally(), []MoleculeKind{{"H4NaO2", 1, 7, 1}}; !slices.Equal(got, want) {
		t.Errorf("without bonds and molecules: got %v, want %v", got, want)
	}
	if got := (&Structure{}).Tally(); len(got) != 0 {
		t.Errorf("empty: got %v", got)
	}
}

func TestResidueNames(t *testing.T) {
	for name, want := range map[string]string{
		"water": "WATE", "N-methyl": "NMET", "--": "MOL", "": "MOL", "CO": "CO", "2-propanol": "2PRO", "éthanol": "THAN",
	} {
		if got := ResidueName(name); got != want {
			t.Errorf("%q: got %s, want %s", name, got, want)
		}
	}
	tests := []struct{ names, want []string }{
		{[]string{"methane", "methanol"}, []string{"METH", "MET2"}},
		{[]string{"water", "water", "water"}, []string{"WATE", "WAT2", "WAT3"}},
		{[]string{"CO", "co", "CO2"}, []string{"CO", "CO2", "CO22"}},
		{[]string{"", "-"}, []string{"MOL", "MOL2"}},
		{[]string{"MET2", "methane", "methanol"}, []string{"MET2", "METH", "MET3"}},
	}
	for _, c := range tests {
		if got := ResidueNames(c.names); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.names, got, c.want)
		}
	}
	many := make([]string, 1200)
	seen := map[string]bool{}
	for _, name := range ResidueNames(many) {
		if seen[name] || len(name) > 4 {
			t.Fatalf("%q is not unique or too long", name)
		}
		seen[name] = true
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"N,N-dimethyl formamide": "n-n-dimethyl-formamide",
		"Water":                  "water",
		"  (S)-ibuprofen  ":      "s-ibuprofen",
		"":                       "molecule",
		"éé":                     "molecule",
		"a--b":                   "a-b",
	} {
		if got := Slug(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestMolRoundTrip(t *testing.T) {
	s := waterAndSodium()
	m := s.Mol()
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	back := FromMol(m)
	want := &Structure{Elements: s.Elements, Positions: s.Positions, Bonds: s.Bonds, FormalCharges: s.FormalCharges}
	if !reflect.DeepEqual(back, want) {
		t.Errorf("got %+v, want %+v", back, want)
	}
	m.Bonds[2].Order = mol.Aromatic
	if got, want := FromMol(m).BondOrders, []uint8{1, 1, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("orders: got %v, want %v", got, want)
	}
	// Orders that a Structure has no number for.
	for _, order := range []mol.Order{mol.Any, mol.Dative, mol.Quadruple} {
		m.Bonds[0].Order = order
		back := FromMol(m)
		if got, want := back.BondOrders, []uint8{1, 1, 4, 1}; !slices.Equal(got, want) {
			t.Errorf("order %d: got %v, want %v", order, got, want)
		}
		if err := back.Validate(); err != nil {
			t.Errorf("order %d: %v", order, err)
		}
	}
}

// distances returns the minimum-image distances of all pairs over ±2 images.
func distances(s *Structure) []float64 {
	var d []float64
	v := s.Cell
	for i := range s.Len() {
		for j := range i {
			best := math.Inf(1)
			diff := geom.At(s.Positions, i).Sub(geom.At(s.Positions, j))
			for n := range 125 {
				a, b, c := float64(n%5-2), float64(n/5%5-2), float64(n/25-2)
				shift := geom.Vec3{X: a*v[0] + b*v[3] + c*v[6], Y: a*v[1] + b*v[4] + c*v[7], Z: a*v[2] + b*v[5] + c*v[8]}
				best = min(best, diff.Add(shift).Norm())
			}
			d = append(d, best)
		}
	}
	return d
}

func TestStandard(t *testing.T) {
	tests := []struct {
		name string
		cell [9]float64
		did  Orientation
	}{
		{"cubic", [9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10}, Orientation{}},
		{"triclinic in place", [9]float64{10, 0, 0, 2, 9, 0, -1, 3, 8}, Orientation{}},
		{"upper triangular", [9]float64{10, 1, 2, 0, 9, 1, 0, 0, 8}, Orientation{Rotated: true}},
		{"hexagonal along y", [9]float64{0, 10, 0, -8.660254037844386, -5, 0, 0, 0, 12}, Orientation{Rotated: true}},
		{"a and b down", [9]float64{-10, 0, 0, 0, -10, 0, 0, 0, 10}, Orientation{Rotated: true}},
		{"fcc primitive", [9]float64{0, 5, 5, 5, 0, 5, 5, 5, 0}, Orientation{Rotated: true}},
		{"left-handed in place", [9]float64{10, 0, 0, 0, 10, 0, 0, 0, -10}, Orientation{Reversed: true}},
		{"left-handed", [9]float64{0, 10, 0, 10, 0, 0, 0, 0, 10}, Orientation{Rotated: true, Reversed: true}},
	}
	for _, c := range tests {
		s := waterAndSodium()
		s.Cell = &c.cell
		before := s.Clone()
		out, did, ok := s.Standard()
		if !ok || did != c.did {
			t.Errorf("%s: got %+v %v, want %+v", c.name, did, ok, c.did)
		}
		if !reflect.DeepEqual(s, before) {
			t.Errorf("%s: the input changed", c.name)
		}
		v := out.Cell
		if v[1] != 0 || v[2] != 0 || v[5] != 0 || v[0] <= 0 || v[4] <= 0 || v[8] <= 0 {
			t.Errorf("%s: got cell %v", c.name, v)
		}
		for k, x := range v {
			if x == 0 && math.Signbit(x) {
				t.Errorf("%s: cell number %d is −0", c.name, k)
			}
		}
		want, got := distances(s), distances(out)
		for k := range want {
			if math.Abs(want[k]-got[k]) > 1e-12 {
				t.Errorf("%s: distance %d: got %g, want %g", c.name, k, got[k], want[k])
			}
		}
		if d := math.Abs(determinant(v)) - math.Abs(determinant(&c.cell)); math.Abs(d) > 1e-9 {
			t.Errorf("%s: the volume changed by %g", c.name, d)
		}
		if again, did, _ := out.Standard(); again != out || did != (Orientation{}) {
			t.Errorf("%s: a standard cell is turned again", c.name)
		}
	}
	for _, flat := range []*[9]float64{nil, {}, {1, 0, 0, 2, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 1, 0, 0, 0, 0}} {
		s := waterAndSodium()
		s.Cell = flat
		if out, _, ok := s.Standard(); ok || out != s {
			t.Errorf("cell %v is turned", flat)
		}
	}
}

func TestReduceTilts(t *testing.T) {
	tests := []struct {
		cell, want [9]float64
		changed    bool
	}{
		{[9]float64{10, 0, 0, 5, 9, 0, -5, 4.5, 8}, [9]float64{10, 0, 0, 5, 9, 0, -5, 4.5, 8}, false},
		{[9]float64{10, 0, 0, 6, 9, 0, 0, 0, 8}, [9]float64{10, 0, 0, -4, 9, 0, 0, 0, 8}, true},
		{[9]float64{10, 0, 0, 2, 9, 0, 0, 14, 8}, [9]float64{10, 0, 0, 2, 9, 0, -4, -4, 8}, true},
		{[9]float64{10, 0, 0, 0, 9, 0, 37, 0, 8}, [9]float64{10, 0, 0, 0, 9, 0, -3, 0, 8}, true},
	}
	for _, c := range tests {
		got, changed := ReduceTilts(c.cell)
		if got != c.want || changed != c.changed {
			t.Errorf("%v: got %v %v, want %v %v", c.cell, got, changed, c.want, c.changed)
		}
		if determinant(&got) != determinant(&c.cell) {
			t.Errorf("%v: the volume changed", c.cell)
		}
	}
}

func BenchmarkTally(b *testing.B) {
	s := &Structure{}
	for i := range uint32(166_666) {
		s.Elements = append(s.Elements, 8, 1, 1)
		s.Bonds = append(s.Bonds, [2]uint32{3 * i, 3*i + 1}, [2]uint32{3 * i, 3*i + 2})
	}
	for b.Loop() {
		s.Tally()
	}
}

func ExampleResidueNames() {
	fmt.Println(ResidueNames([]string{"methane", "methanol", "water"}))
	// Output: [METH MET2 WATE]
}

func ExampleStructure_Tally() {
	s := waterAndSodium()
	for _, kind := range s.Tally() {
		fmt.Println(kind.Count, kind.Formula, kind.Charge)
	}
	// Output:
	// 2 H2O 0
	// 1 Na 1
}

func TestBeside(t *testing.T) {
	cube := &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10}
	// Two atoms 2 Å apart along x, the middle at (1, 0, 5).
	add := &Structure{Elements: []uint8{6, 6}, Positions: []float64{0, 0, 5, 2, 0, 5}}
	for _, tc := range []struct {
		name string
		s    *Structure
		want geom.Vec3 // where the middle of add comes to
	}{
		{"nothing", &Structure{}, geom.Vec3{}},
		{"an empty cell", &Structure{Cell: cube}, geom.Vec3{X: 5, Y: 5, Z: 5}},
		{"a flat cell", &Structure{Cell: &[9]float64{1, 0, 0, 1, 0, 0, 0, 0, 1}}, geom.Vec3{}},
		{"atoms", &Structure{Elements: []uint8{8, 1}, Positions: []float64{4, 0, 0, 5, 2, 4}, Cell: cube}, geom.Vec3{X: 8, Y: 1, Z: 2}},
		{"negative places", &Structure{Elements: []uint8{8}, Positions: []float64{-7, -3, -1}}, geom.Vec3{X: -4, Y: -3, Z: -1}},
	} {
		got := tc.s.Beside(add).Add(geom.Vec3{X: 1, Y: 0, Z: 5})
		if got.Sub(tc.want).Norm() > 1e-12 {
			t.Errorf("%s: got the middle at %v, want %v", tc.name, got, tc.want)
		}
	}
}
