package species

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/structure"
)

// canonical is the name of a molecule, and what the test reads it from.
func canonical(t *testing.T, m *Molecule) string {
	t.Helper()
	text, err := smiles.CanonicalOf(m.Molecule, m.Stereo)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func named(t *testing.T, text string) string {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := smiles.CanonicalOf(p, stereo.Find(p))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// preset is a molecule of the library as a structure of its own.
func preset(t *testing.T, id string) *structure.Structure {
	t.Helper()
	e, ok := library.ByID(id)
	if !ok {
		t.Fatalf("the library has no %s", id)
	}
	return structure.FromMol(e.Mol())
}

// box puts copies of molecules into one structure, each shifted by its number.
func box(parts ...*structure.Structure) *structure.Structure {
	all := &structure.Structure{}
	for k, s := range parts {
		at := uint32(all.Len())
		all.Elements = append(all.Elements, s.Elements...)
		for i := range s.Len() {
			all.Positions = append(all.Positions, s.Positions[3*i]+20*float64(k), s.Positions[3*i+1], s.Positions[3*i+2])
			all.Molecules = append(all.Molecules, int32(k))
			charge := int32(0)
			if s.FormalCharges != nil {
				charge = s.FormalCharges[i]
			}
			all.FormalCharges = append(all.FormalCharges, charge)
		}
		for j, b := range s.Bonds {
			all.Bonds = append(all.Bonds, [2]uint32{b[0] + at, b[1] + at})
			order := uint8(1)
			if s.BondOrders != nil {
				order = s.BondOrders[j]
			}
			all.BondOrders = append(all.BondOrders, order)
		}
	}
	return all
}

// TestLibrary: the molecule of every preset's geometry is the one its SMILES names,
// configuration included.
func TestLibrary(t *testing.T) {
	for _, e := range library.All() {
		s := structure.FromMol(e.Mol())
		m, err := Find(s).At(s.Len() - 1)
		if err != nil {
			t.Errorf("%s: %v", e.ID, err)
			continue
		}
		want := named(t, e.SMILES)
		if want == "[HH]" {
			want = "[H][H]" // written with one atom and a count, drawn with two atoms
		}
		if got := canonical(t, m); got != want || m.Added != 0 || len(m.Atoms) != e.Atoms {
			t.Errorf("%s: got %s of %d atoms, %d hydrogens added; want %s of %d", e.ID, got, len(m.Atoms), m.Added, want, e.Atoms)
		}
	}
}

// TestFlat: a flat structure is a geometry, not a drawing: it says which of two square
// complexes it is. A center of carbon drawn flat says nothing.
func TestFlat(t *testing.T) {
	for _, c := range []struct {
		center  uint8
		ligands [4]uint8 // around the center
		want    string
	}{
		{78, [4]uint8{17, 17, 35, 35}, "Cl[Pt@SP1](Cl)(Br)Br"},
		{78, [4]uint8{17, 35, 17, 35}, "Cl[Pt@SP1](Br)(Cl)Br"},
		{6, [4]uint8{9, 17, 35, 53}, "FC(Cl)(Br)I"},
	} {
		s := &structure.Structure{
			Elements:  append([]uint8{c.center}, c.ligands[:]...),
			Positions: []float64{0, 0, 0, 2.3, 0, 0, 0, 2.3, 0, -2.3, 0, 0, 0, -2.3, 0},
			Bonds:     [][2]uint32{{0, 1}, {0, 2}, {0, 3}, {0, 4}},
		}
		m, err := Find(s).At(0)
		if err != nil {
			t.Fatalf("%s: %v", c.want, err)
		}
		if got, want := canonical(t, m), named(t, c.want); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestKinds(t *testing.T) {
	water, ethanol, sodium := preset(t, "water"), preset(t, "ethanol"), preset(t, "sodium-ion")
	turned := reordered(ethanol, []int{2, 0, 1, 8, 3, 4, 5, 6, 7})
	ether := preset(t, "dme") // C4H10O2
	for _, tc := range []struct {
		name   string
		s      *structure.Structure
		want   string
		others int
	}{
		{"copies", box(water, water, ethanol, water), "3×H2O@0 1×C2H6O@6", 0},
		{"atoms in another order are the same kind", box(ethanol, water, turned, turned), "3×C2H6O@0 1×H2O@9", 0},
		{"ions", box(water, sodium, sodium), "1×H2O@0 2×Na+1@3", 0},
		{"at most three", box(water, sodium, ethanol, ether), "1×H2O@0 1×Na+1@3 1×C2H6O@4", 1},
		{"one atom", &structure.Structure{Elements: []uint8{6}, Positions: []float64{0, 0, 0}}, "1×C@0", 0},
		{"argon", &structure.Structure{Elements: []uint8{18, 18}, Positions: make([]float64, 6)}, "2×Ar@0", 0},
	} {
		kinds, others, err := Find(tc.s).Kinds(3)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		var got []string
		for _, k := range kinds {
			charge := ""
			if k.Charge != 0 {
				charge = fmt.Sprintf("%+d", k.Charge)
			}
			got = append(got, fmt.Sprintf("%d×%s%s@%d", k.Count, k.Formula, charge, k.First))
		}
		if text := strings.Join(got, " "); text != tc.want || others != tc.others {
			t.Errorf("%s: got %s and %d others, want %s and %d", tc.name, text, others, tc.want, tc.others)
		}
	}
}

// reordered returns s with its atoms in another order.
func reordered(s *structure.Structure, order []int) *structure.Structure {
	out := s.Clone()
	where := make([]uint32, len(order))
	for to, from := range order {
		where[from] = uint32(to)
		out.Elements[to] = s.Elements[from]
		copy(out.Positions[3*to:3*to+3], s.Positions[3*from:3*from+3])
	}
	for k, b := range s.Bonds {
		out.Bonds[k] = [2]uint32{where[b[0]], where[b[1]]}
	}
	return out
}

// TestCutByTheCell: a molecule whose atoms were wrapped into the cell keeps its
// handedness.
func TestCutByTheCell(t *testing.T) {
	e, _ := library.ByID("l-alanine")
	want := named(t, e.SMILES)
	r := rng.New(7)
	for trial := range 50 {
		s := preset(t, "l-alanine")
		s.Cell = &[9]float64{9, 0, 0, 3, 8, 0, -2, 1, 8.5}
		shift := geom.Vec3{X: 9 * r.Float64(), Y: 9 * r.Float64(), Z: 9 * r.Float64()}
		for i := range s.Len() {
			p := geom.At(s.Positions, i).Add(shift)
			geom.Put(s.Positions, i, wrap(t, *s.Cell, p))
		}
		m, err := Find(s).At(3)
		if err != nil {
			t.Fatalf("trial %d: %v", trial, err)
		}
		if got := canonical(t, m); got != want {
			t.Fatalf("trial %d: got %s, want %s", trial, got, want)
		}
	}
}

func TestWithoutHydrogens(t *testing.T) {
	m := &mol.Mol{Atoms: make([]mol.Atom, 3), Bonds: []mol.Bond{{A: 0, B: 1, Order: mol.Single}, {A: 1, B: 2, Order: mol.Double}}}
	for i, z := range []uint8{6, 6, 8} {
		m.Atoms[i].Element = z
		m.Atoms[i].Pos.X = 1.4 * float64(i)
	}
	got, err := Find(structure.FromMol(m)).At(1)
	if err != nil || canonical(t, got) != "CC=O" || got.Added != 4 {
		t.Errorf("got %v, %v, want CC=O with 4 hydrogens added", got, err)
	}
}

// TestAromaticOrders: order 4 stands for Kekulé's alternation.
func TestAromaticOrders(t *testing.T) {
	s := preset(t, "toluene")
	for k, b := range s.Bonds {
		ring := s.Elements[b[0]] == 6 && s.Elements[b[1]] == 6
		if ring && !slices.Contains([]uint32{b[0], b[1]}, methyl(s)) {
			s.BondOrders[k] = 4
		}
	}
	m, err := Find(s).At(0)
	if err != nil || canonical(t, m) != "Cc1ccccc1" {
		t.Errorf("got %v, %v, want Cc1ccccc1", m, err)
	}
}

// methyl returns the carbon with three hydrogens.
func methyl(s *structure.Structure) uint32 {
	hydrogens := make([]int, s.Len())
	for _, b := range s.Bonds {
		if s.Elements[b[0]] == 1 {
			hydrogens[b[1]]++
		}
		if s.Elements[b[1]] == 1 {
			hydrogens[b[0]]++
		}
	}
	return uint32(slices.Index(hydrogens, 3))
}

func TestRefusals(t *testing.T) {
	benzene := preset(t, "benzene")
	benzene.BondOrders = nil
	unbondedWater := preset(t, "water")
	unbondedWater.Bonds, unbondedWater.BondOrders = nil, nil
	overbonded := preset(t, "methane")
	overbonded.BondOrders = []uint8{2, 1, 1, 1}
	for _, tc := range []struct {
		name string
		s    *structure.Structure
		want string
	}{
		{"no bonds", unbondedWater, "there are no bonds, so it is not known which atoms are a molecule"},
		{"nothing", &structure.Structure{}, "there are no atoms"},
		{"no orders", benzene, "bond orders or hydrogens are missing: C #0 has a free valence of 1"},
		{"too many bonds", overbonded, "the bonds make no molecule at atom #0: "},
		{"a network", ladder(4), "the bonds run through the cell without end"},
		{"large", chain(MaxAtoms + 1), "the molecule has 1001 atoms; graphs are made of up to 1000"},
	} {
		_, _, err := Find(tc.s).Kinds(3)
		if err == nil {
			_, err = Find(tc.s).At(0)
		}
		if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("%s: got %v, want %s…", tc.name, err, tc.want)
		}
	}
	if m, err := Find(chain(MaxAtoms)).At(500); err != nil || len(m.Atoms) != MaxAtoms {
		t.Errorf("a chain of %d: got %v", MaxAtoms, err)
	}
}

// chain is n carbon atoms in a row.
func chain(n int) *structure.Structure {
	s := &structure.Structure{Elements: make([]uint8, n), Positions: make([]float64, 3*n)}
	for i := range n {
		s.Elements[i] = 6
		s.Positions[3*i] = 1.5 * float64(i)
		s.Positions[3*i+1] = 0.5 * float64(i&1)
		if i > 0 {
			s.Bonds = append(s.Bonds, [2]uint32{uint32(i - 1), uint32(i)})
		}
	}
	return s
}

// ladder is a chain of n atoms whose end is bonded to the next image of its start.
func ladder(n int) *structure.Structure {
	s := chain(n)
	s.Cell = &[9]float64{1.5 * float64(n), 0, 0, 0, 20, 0, 0, 0, 20}
	s.Bonds = append(s.Bonds, [2]uint32{uint32(n - 1), 0})
	return s
}

func wrap(t *testing.T, v [9]float64, p geom.Vec3) geom.Vec3 {
	t.Helper()
	c, err := cell.New(v)
	if err != nil {
		t.Fatal(err)
	}
	return c.Wrap(p)
}

// The molecule of an atom, by name.
func ExampleSet_At() {
	urea, _ := library.ByID("urea")
	m, err := Find(structure.FromMol(urea.Mol())).At(0)
	if err != nil {
		panic(err)
	}
	text, err := smiles.CanonicalOf(m.Molecule, m.Stereo)
	if err != nil {
		panic(err)
	}
	fmt.Println(text, m.Formula(), len(m.Atoms), "atoms")
	// Output: NC(N)=O CH4N2O 8 atoms
}

// TestPart: atoms cut by the faces of the cell come together, charges and orders stay.
func TestPart(t *testing.T) {
	s := box(preset(t, "water"), preset(t, "acetonitrile"))
	edge := 10.0
	s.Cell = &[9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge}
	for i := range s.Positions {
		s.Positions[i] = math.Mod(s.Positions[i]+3*edge, edge)
	}
	s.FormalCharges = make([]int32, s.Len())
	s.FormalCharges[0] = -1
	m := Part(s, []int{4, 0, 3, 2, 1, 5, 4})
	if len(m.Atoms) != 6 || m.Atoms[0].Element != 8 || m.Atoms[0].Charge != -1 || m.Atoms[3].Element != 6 {
		t.Fatalf("got atoms %+v", m.Atoms)
	}
	for _, b := range m.Bonds {
		if d := m.Atoms[b.A].Pos.Sub(m.Atoms[b.B].Pos).Norm(); d > 1.6 {
			t.Errorf("bond %d-%d: got %.2f Å across the cell, want it whole", b.A, b.B, d)
		}
	}
	if n := len(m.Bonds); n != 4 {
		t.Errorf("got %d bonds among the chosen atoms, want 4", n)
	}
	triple := false
	for _, b := range m.Bonds {
		triple = triple || b.Order == mol.Triple
	}
	if !triple {
		t.Error("the triple bond of acetonitrile is gone")
	}
	if none := Part(s, nil); len(none.Atoms) != 0 {
		t.Errorf("no atoms: got %d", len(none.Atoms))
	}
}
