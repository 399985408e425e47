package edit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/structure"
)

// preset is a molecule of the library.
func preset(t testing.TB, id string) *structure.Structure {
	t.Helper()
	e, ok := library.ByID(id)
	if !ok {
		t.Fatalf("the library has no %s", id)
	}
	return structure.FromMol(e.Mol())
}

// graph is a structure with atoms on a line, given by symbols, and bonds.
func graph(t testing.TB, symbols string, bonds [][2]uint32, orders []uint8, charges []int32) structure.Structure {
	t.Helper()
	s := structure.Structure{Bonds: bonds, BondOrders: orders, FormalCharges: charges}
	for i, symbol := range strings.Fields(symbols) {
		z, ok := elem.Number(symbol)
		if !ok {
			t.Fatalf("there is no element %s", symbol)
		}
		s.Elements = append(s.Elements, z)
		s.Positions = append(s.Positions, 1.4*float64(i), float64(i%2), 0)
	}
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	return s
}

func addHydrogens(t testing.TB, d *Document, atoms []int) HydrogenReport {
	t.Helper()
	op, report, err := d.MissingHydrogens(atoms)
	if err != nil {
		t.Fatal(err)
	}
	if op != nil {
		apply(t, d, op)
	}
	return report
}

// TestHydrogensOfTheLibrary: every molecule of the library comes back from its heavy
// atoms, with hydrogens at bond length that touch nothing.
func TestHydrogensOfTheLibrary(t *testing.T) {
	for _, e := range library.All() {
		d := open(t, *structure.FromMol(e.Mol()))
		formula := d.Summary().Formula
		op, removed, err := d.SpareHydrogens(nil)
		if err != nil {
			t.Fatal(err)
		}
		if op == nil {
			continue // no hydrogens, or H2
		}
		apply(t, d, op)
		heavy := d.Structure().Len()
		var atoms []int
		if heavy == 1 {
			atoms = []int{0} // a halogen atom alone gets its hydrogen only when it is named
		}
		added := addHydrogens(t, d, atoms)
		if len(added.Notes) > 0 {
			t.Errorf("%s: got notes %q", e.ID, added.Notes)
		}
		if got := d.Summary().Formula; got != formula || added.Hydrogens != removed.Hydrogens || added.Atoms != removed.Atoms {
			t.Errorf("%s: got %s, %+v added; want %s, %+v", e.ID, got, added, formula, removed)
			continue
		}
		checkPlaces(t, e.ID, d.Structure(), heavy)
	}
}

// checkPlaces looks at the hydrogens from row first on.
func checkPlaces(t *testing.T, name string, s *structure.Structure, first int) {
	t.Helper()
	image := minImage(s)
	for k, b := range s.Bonds {
		if int(b[1]) < first {
			continue
		}
		length := image(geom.At(s.Positions, int(b[0])).Sub(geom.At(s.Positions, int(b[1])))).Norm()
		if length < 0.9 || length > 1.5 {
			t.Errorf("%s: bond %d to a hydrogen is %.2f Å long", name, k, length)
		}
		for i := range s.Len() {
			if i == int(b[0]) || i == int(b[1]) {
				continue
			}
			if r := image(geom.At(s.Positions, i).Sub(geom.At(s.Positions, int(b[1])))).Norm(); r < 1.4 {
				t.Errorf("%s: hydrogen #%d is %.2f Å from %s #%d", name, b[1], r, elem.Symbol(s.Elements[i]), i)
			}
		}
	}
}

func TestMissingHydrogens(t *testing.T) {
	ring5 := [][2]uint32{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}
	aromatic := []uint8{4, 4, 4, 4, 4}
	for _, c := range []struct {
		name string
		s    structure.Structure
		want []int // hydrogens of each atom
		note string
	}{
		{"methane", graph(t, "C", nil, nil, nil), []int{4}, ""},
		{"ammonium", graph(t, "N", nil, nil, []int32{1}), []int{4}, ""},
		{"hydroxide", graph(t, "O", nil, nil, []int32{-1}), []int{1}, ""},
		{"nitrile", graph(t, "C C N", [][2]uint32{{0, 1}, {1, 2}}, []uint8{1, 3}, nil), []int{3, 0, 0}, ""},
		{"zwitterion", graph(t, "N C C O O", [][2]uint32{{0, 1}, {1, 2}, {2, 3}, {2, 4}}, []uint8{1, 1, 2, 1}, []int32{1, 0, 0, 0, -1}),
			[]int{3, 2, 0, 0, 0}, ""},
		{"nitro with five bonds", graph(t, "C N O O", [][2]uint32{{0, 1}, {1, 2}, {1, 3}}, []uint8{1, 2, 2}, nil), []int{3, 0, 0, 0}, ""},
		{"sulfone", graph(t, "C S O O C", [][2]uint32{{0, 1}, {1, 2}, {1, 3}, {1, 4}}, []uint8{1, 2, 2, 1}, nil), []int{3, 0, 0, 0, 3}, ""},
		{"pyrrole", graph(t, "C C C C N", ring5, aromatic, nil), []int{1, 1, 1, 1, 1}, "1 aromatic nitrogen atom got"},
		{"imidazole", graph(t, "C N C C N", ring5, aromatic, nil), []int{1, 1, 1, 1, 0}, "1 aromatic nitrogen atom got"},
		{"furan", graph(t, "C C C C O", ring5, aromatic, nil), []int{1, 1, 1, 1, 0}, ""},
		{"cyclopentadienyl", graph(t, "C C C C C", ring5, aromatic, []int32{-1, 0, 0, 0, 0}), []int{1, 1, 1, 1, 1}, ""},
		{"some hydrogens are there", graph(t, "C H O", [][2]uint32{{0, 1}, {0, 2}}, nil, nil), []int{2, 0, 1}, ""},
		{"salt without charges", graph(t, "Na Cl C", [][2]uint32{}, nil, nil), nil, ""},
		{"ions beside a molecule", graph(t, "Na Cl C O", [][2]uint32{{2, 3}}, nil, nil), []int{0, 0, 3, 1}, "1 single halogen atom left"},
		{"metal", graph(t, "Fe O", [][2]uint32{{0, 1}}, nil, nil), []int{0, 1}, ""},
		{"five bonds at carbon", graph(t, "C C C C C C O", [][2]uint32{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}, []uint8{1, 1, 1, 1, 1}, nil),
			[]int{0, 0, 0, 0, 0, 0, 2}, "1 molecule left without: C #0"},
	} {
		d := open(t, c.s)
		n := c.s.Len()
		op, report, err := d.MissingHydrogens(nil)
		if c.want == nil {
			if err == nil || !strings.Contains(err.Error(), "has no bonds") {
				t.Errorf("%s: got %v, want an error about bonds", c.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if op != nil {
			apply(t, d, op)
		}
		got := make([]int, n)
		for _, b := range d.Structure().Bonds {
			if int(b[1]) >= n {
				got[b[0]]++
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		if notes := strings.Join(report.Notes, " "); !strings.Contains(notes, c.note) || (c.note == "") != (notes == "") {
			t.Errorf("%s: got notes %q, want %q", c.name, notes, c.note)
		}
	}
}

// TestHydrogensOfTheSelection: only chosen atoms get or lose some.
func TestHydrogensOfTheSelection(t *testing.T) {
	d := open(t, *preset(t, "ethanol"))
	s := d.Structure()
	oxygen := slices.Index(s.Elements, 8)
	remove := func(atoms []int) int {
		op, report, err := d.SpareHydrogens(atoms)
		if err != nil {
			t.Fatal(err)
		}
		if op != nil {
			apply(t, d, op)
		}
		return report.Hydrogens
	}
	if n := remove([]int{oxygen}); n != 1 || d.Summary().Formula != "C2H5O" {
		t.Fatalf("got %d removed from oxygen, %s left; want 1 and C2H5O", n, d.Summary().Formula)
	}
	if n := remove([]int{slices.Index(s.Elements, 1)}); n != 1 {
		t.Errorf("a hydrogen alone: got %d removed, want 1", n)
	}
	remove(nil)
	if got := d.Summary().Formula; got != "C2O" {
		t.Fatalf("got %s, want C2O", got)
	}
	if r := addHydrogens(t, d, []int{slices.Index(s.Elements, 8)}); r.Hydrogens != 1 || d.Summary().Formula != "C2HO" {
		t.Errorf("got %d added, %s; want 1 and C2HO", r.Hydrogens, d.Summary().Formula)
	}
	if r := addHydrogens(t, d, []int{0, 1}); r.Hydrogens != 5 || r.Atoms != 2 {
		t.Errorf("got %+v, want 5 at 2 atoms", r)
	}
	if op, r, err := d.MissingHydrogens(nil); op != nil || r.Hydrogens != 0 || err != nil {
		t.Errorf("complete: got %v %+v %v, want nothing", op, r, err)
	}
	if _, _, err := d.MissingHydrogens([]int{99}); err == nil {
		t.Error("atom 99: got no error")
	}
	chlorine := open(t, graph(t, "Cl", nil, nil, nil))
	if r := addHydrogens(t, chlorine, []int{0}); r.Hydrogens != 1 {
		t.Errorf("a chosen chlorine atom: got %d, want 1", r.Hydrogens)
	}
}

// TestHydrogensStay: those that valence would not bring back.
func TestHydrogensStay(t *testing.T) {
	for name, s := range map[string]structure.Structure{
		"H2":      graph(t, "H H", [][2]uint32{{0, 1}}, nil, nil),
		"hydride": graph(t, "Fe H H", [][2]uint32{{0, 1}, {0, 2}}, nil, nil),
		"bridge":  graph(t, "B H B", [][2]uint32{{0, 1}, {1, 2}}, nil, nil),
		"proton":  graph(t, "H", nil, nil, []int32{1}),
	} {
		d := open(t, s)
		if op, r, err := d.SpareHydrogens(nil); op != nil || err != nil {
			t.Errorf("%s: got %+v %v, want none removed", name, r, err)
		}
	}
}

// wrapped puts every atom of s into the cell.
func wrapped(s structure.Structure, v [9]float64) structure.Structure {
	s.Cell = &v
	c, err := cell.New(v)
	if err != nil {
		panic(err)
	}
	for i := range s.Len() {
		f := c.Fractional(geom.At(s.Positions, i))
		f.A, f.B, f.C = f.A-floor(f.A), f.B-floor(f.B), f.C-floor(f.C)
		geom.Put(s.Positions, i, c.Cartesian(f))
	}
	return s
}

func floor(x float64) float64 {
	n := float64(int(x))
	if n > x {
		n--
	}
	return n
}

// TestHydrogensAcrossFaces: the hydrogens of a molecule that the cell cuts are beside
// their atoms, and those of a chain without end too.
func TestHydrogensAcrossFaces(t *testing.T) {
	cube := [9]float64{9, 0, 0, 2, 8, 0, 1, -2, 8.5}
	d := open(t, wrapped(*preset(t, "toluene"), cube))
	op, _, _ := d.SpareHydrogens(nil)
	apply(t, d, op)
	addHydrogens(t, d, nil)
	if got := d.Summary().Formula; got != "C7H8" {
		t.Fatalf("got %s, want C7H8", got)
	}
	checkPlaces(t, "toluene", d.Structure(), 7)
	s := d.Structure()
	for _, b := range s.Bonds[7:] {
		if r := geom.At(s.Positions, int(b[0])).Sub(geom.At(s.Positions, int(b[1]))).Norm(); r > 1.2 {
			t.Errorf("hydrogen #%d is %.1f Å from its atom, want it beside", b[1], r)
		}
	}

	// Polyethylene along x: two carbon atoms in a cell of 2.55 Å.
	chain := structure.Structure{
		Elements: []uint8{6, 6}, Positions: []float64{0.2, 5, 5, 1.475, 5.85, 5},
		Bonds: [][2]uint32{{0, 1}}, BondOrders: []uint8{1},
		Cell: &[9]float64{5.1, 0, 0, 0, 10, 0, 0, 0, 10},
	}
	chain.Elements = []uint8{6, 6, 6, 6}
	chain.Positions = append(chain.Positions, 2.75, 5, 5, 4.025, 5.85, 5)
	chain.Bonds = [][2]uint32{{0, 1}, {1, 2}, {2, 3}, {3, 0}}
	chain.BondOrders = nil
	d = open(t, chain)
	if r := addHydrogens(t, d, nil); r.Hydrogens != 8 || len(r.Notes) != 0 {
		t.Errorf("polyethylene: got %+v, want 8 without notes", r)
	}
	checkPlaces(t, "polyethylene", d.Structure(), 4)
}

// TestBondsWithoutOrders: benzene of which only the distances are known.
func TestBondsWithoutOrders(t *testing.T) {
	s := preset(t, "benzene")
	s.BondOrders = nil
	d := open(t, *s)
	op, _, _ := d.SpareHydrogens(nil)
	apply(t, d, op)
	if r := addHydrogens(t, d, nil); r.Hydrogens != 12 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "6 bonds of these atoms are as short") {
		t.Errorf("got %+v, want 12 and a note about 6 bonds", r)
	}
}

func BenchmarkHydrogens(b *testing.B) {
	s := waters(30_000)
	bare := structure.Structure{}
	for i := range 30_000 {
		bare.Elements = append(bare.Elements, 8)
		bare.Positions = append(bare.Positions, s.Positions[9*i:9*i+3]...)
		bare.Molecules = append(bare.Molecules, int32(i))
	}
	for b.Loop() {
		d := open(b, bare)
		addHydrogens(b, d, nil)
	}
}

func ExampleDocument_MissingHydrogens() {
	d, err := New("oxygen", Source{Kind: "new", Label: "New document"}, structure.Structure{Elements: []uint8{8}, Positions: []float64{0, 0, 0}})
	if err != nil {
		fmt.Println(err)
		return
	}
	op, report, err := d.MissingHydrogens(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := d.Apply(Step{Ops: []Op{op}}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Hydrogens, d.Summary().Formula)
	// Output: 2 H2O
}
