package smiles

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
)

func TestWriteKeepsTheText(t *testing.T) {
	for _, text := range []string{
		"C", "[CH4]", "CC(=O)Oc1ccccc1C(=O)O", "c1ccccc1-c1ccccc1", "c1ccc2ccccc2c1", "N[C@@H](C)C(=O)O",
		"[C@@H](F)(Cl)Br", "C1C[C@]1(F)Cl", "F/C=C/F", "F\\C=C/F", "C1=C/CCCCCC/1", "C/1=C/CCCCCC1", "[Na+].[Cl-]",
		"[13CH3:7][O-]", "N->[Pt]", "[Pt]<-N", "N->1.[Pt]1", "C$C", "C~C", "C:C", "*C", "[se]1cccc1", "FC=[C@AL2]=CCl",
		"F[Pt@SP3](Cl)(Br)I", "C[Co@OH30](F)(Cl)(Br)(I)S", "C12C3C4C1C5C2C3C45", "F[Pt@SP1](Cl)1NCN1", "[C@]12(CCC(C)C1)CC2",
	} {
		m, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again := mustWrite(t, m)
		back, err := Parse(again)
		if err != nil || !reflect.DeepEqual(back, m) {
			t.Errorf("%s: written as %s, which reads as %+v, %v; want %+v", text, again, back, err, m)
		}
	}
	for text, want := range map[string]string{
		"C%12CC%12":       "C1CC1",
		"C1CC=1":          "C=1CC1",
		"C(C)":            "CC",
		"C-C":             "CC",
		"[N@TH2](F)(C)O":  "[N@@](F)(C)O",
		"C(.N)O":          "CO.N",
		"F\\\\C=C/F name": "F\\C=C/F",
	} {
		m, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := mustWrite(t, m); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func mustWrite(t testing.TB, m *mol.Mol) string {
	t.Helper()
	text, err := Write(m)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestWriteOtherOrders(t *testing.T) {
	// A center whose ligands the walk meets in another order, and implied hydrogens.
	m := &mol.Mol{
		Atoms:   []mol.Atom{{Element: 9}, {Element: 17}, {Element: 35}, {Element: 6}, {Element: 7, Charge: 1}},
		Bonds:   []mol.Bond{{A: 0, B: 3, Order: 1}, {A: 1, B: 3, Order: 1}, {A: 2, B: 3, Order: 1}, {A: 3, B: 4, Order: 1}},
		Centers: []mol.Center{{Atom: 3, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{1, 0, 2, 4}}},
	}
	if got, want := mustWrite(t, m), "F[C@@](Cl)(Br)[NH3+]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	m.Centers[0].Ligands = []int{1, 0, 2}
	if _, err := Write(m); err == nil || err.Error() != "atom 4: its stated configuration does not fit its neighbors" {
		t.Errorf("got %v, want a refusal", err)
	}
}

// checkRoundTrip verifies that writing m reads back as m and is a fixed point.
func checkRoundTrip(t *testing.T, text string) {
	m, err := Parse(text)
	if err != nil {
		return
	}
	if err := m.Check(); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	m.Name = ""
	written := mustWrite(t, m)
	if len(written) > MaxBytes {
		return
	}
	back, err := Parse(written)
	if err != nil {
		t.Fatalf("%q: written as %q, which is refused: %v", text, written, err)
	}
	again := mustWrite(t, back)
	if again != written {
		t.Fatalf("%q: written as %q, then as %q", text, written, again)
	}
	// Dots in branches and rings over dots can force another order of the atoms; then
	// the second writing is what must give the graph back.
	if !slices.IsSorted(newTree(m).order) {
		m = back
		if back, err = Parse(again); err != nil {
			t.Fatalf("%q: %v", again, err)
		}
	}
	sortBonds(m)
	sortBonds(back)
	sortLigands(m)
	sortLigands(back)
	if !reflect.DeepEqual(back, m) {
		t.Fatalf("%q: written as %q: got %+v, want %+v", text, written, back, m)
	}
}

// sortBonds takes out what a ring number after a branch changes: the order of the
// bonds, and which end of a bond comes first.
func sortBonds(m *mol.Mol) {
	for k := range m.Bonds {
		b := &m.Bonds[k]
		if b.A < b.B || b.Order == mol.Dative {
			continue
		}
		b.A, b.B = b.B, b.A
		switch b.Stereo {
		case mol.Rising:
			b.Stereo = mol.Falling
		case mol.Falling:
			b.Stereo = mol.Rising
		}
	}
	slices.SortFunc(m.Bonds, func(a, b mol.Bond) int {
		return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
}

// sortLigands takes out the order in which the ligands of a center were named; two
// hydrogens of an allene cannot be told apart by it.
func sortLigands(m *mol.Mol) {
	for k := range m.Centers {
		c := &m.Centers[k]
		if len(c.Ligands) > c.Class.Sites() || c.Class == mol.Allene && slices.Contains(c.Ligands, mol.ImplicitHydrogen) {
			continue
		}
		order := make([]int, len(c.Ligands))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return c.Ligands[a] - c.Ligands[b] })
		sorted := make([]int, len(order))
		for i, k := range order {
			sorted[i] = c.Ligands[k]
		}
		c.Permutation, c.Ligands = mol.Renumber(c.Class, c.Permutation, order), sorted
	}
}

func TestOracleRoundTrip(t *testing.T) {
	oracle.Molecules(t, func(row oracle.Molecule) { checkRoundTrip(t, row.Smi) })
	type verdict struct{ Smi string }
	eachRow(t, bytes.NewReader(verdicts), func(row verdict) { checkRoundTrip(t, row.Smi) })
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"CC(=O)Oc1ccccc1C(=O)O", "[13C@@H]1(F)CC/1=C\\C", "N->[Pt@SP2](Cl)(Br)<-N", "c1c[nH]c2%12.*%(12)2", "C~C$C name", "[Co@OH5](C)(C)(C)(C)(C)C.[H][H]", "B2.BB2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkRoundTrip(t, text)
		p, err := Perceive(text)
		if err != nil {
			return
		}
		if err := p.Mol.Check(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for i, n := range p.Radicals {
			if n < 0 || p.Valence[i] < 0 {
				t.Fatalf("%q: atom %d has %d radical electrons and valence %d", text, i, n, p.Valence[i])
			}
		}
	})
}

func ExampleWrite() {
	m, err := Parse("C%10CC%10N")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(Write(m))
	// Output: C1CC1N <nil>
}

// Marks of centers that have too many or too few ligands for what they say are passed
// over; where the sites suffice they stay.
func TestCentersThatSayNothing(t *testing.T) {
	for text, want := range map[string]string{
		"[B@H](B)(B)(B)(B)(B)[B]":      "[BH](B)(B)(B)(B)(B)[B]",
		"[S@TH1](F)(Cl)(Br)(I)(N)C":    "[S](F)(Cl)(Br)(I)(N)C",
		"[Pt@SP1](F)(Cl)(Br)(I)(N)C":   "[Pt](F)(Cl)(Br)(I)(N)C",
		"[U@OH1](F)(F)(F)(F)(F)(F)F":   "[U](F)(F)(F)(F)(F)(F)F",
		"[C@]F":                        "[C]F",
		"[B@]0B.B0":                    "[B](B)B",
		"[C@AL1](F)(F)F":               "[C](F)(F)F",
		"[S@](F)(Cl)(Br)(I)(N)C":       "[S@OH1](F)(Cl)(Br)(I)(N)C",
		"[Pt@SP1](F)(Cl)Br":            "[Pt@SP1](F)(Cl)Br",
		"[S@](C)(=O)F":                 "[S@](C)(=O)F",
		"F[C@@H](Cl)Br":                "F[C@@H](Cl)Br",
		"NC(Br)=[C@]=C(O)C":            "NC(Br)=[C@]=C(O)C",
		"[Co@OH5](C)(C)(C)(C)(C)C.[K]": "[Co@OH5](C)(C)(C)(C)(C)C.[K]",
	} {
		m, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := Write(m); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
}
