package typing_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/forcefield/mmff/typing"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

// read returns the complete molecule of a SMILES.
func read(t testing.TB, text string) *perceive.Molecule {
	t.Helper()
	m, err := smiles.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := perceive.Sanitize(m)
	if err != nil {
		t.Fatal(err)
	}
	full, _ := hydrogen.Add(p, nil)
	return full
}

func ExampleType() {
	m, _ := smiles.Parse("CC(=O)[O-]")
	p, _ := perceive.Sanitize(m)
	complete, _ := hydrogen.Add(p, nil)
	r, err := typing.Type(complete)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range 4 {
		fmt.Printf("%d %+.3f e, formal %+.1f e\n", r.Types[i], r.Charges[i], r.FormalCharges[i])
	}
	// Output:
	// 1 -0.106 e, formal +0.0 e
	// 41 +0.906 e, formal +0.0 e
	// 32 -0.900 e, formal -0.5 e
	// 32 -0.900 e, formal -0.5 e
}

// TestGroups compares with RDKit on ions, small molecules and functional groups, many
// of them charged or without types.
func TestGroups(t *testing.T) {
	data, err := os.ReadFile("testdata/groups.tsv")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[uint8]bool)
	for line := range strings.Lines(string(data)) {
		if line[0] == '#' {
			continue
		}
		text, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		types, charges, _ := strings.Cut(rest, "\t")
		got, err := typing.Type(read(t, text))
		if types == "-" {
			if err == nil {
				t.Errorf("%s: got types %v, want an error", text, got.Types)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if s := strings.Trim(fmt.Sprint(got.Types), "[]"); s != types {
			t.Errorf("%s: got types %s, want %s", text, s, types)
		}
		for i, want := range strings.Fields(charges) {
			if q, _ := strconv.ParseFloat(want, 64); math.Abs(got.Charges[i]-q) > 1e-4 {
				t.Errorf("%s, atom %d: got charge %.4f, want %s", text, i, got.Charges[i], want)
			}
			seen[got.Types[i]] = true
		}
	}
	for k := range uint8(100) {
		if typing.PropertiesOf(k).Element != 0 && !seen[k] {
			t.Errorf("no molecule has type %d", k)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text  string
		atoms []int
		says  string
	}{
		{"CCB(O)C", []int{2}, "atom 2 (B) has no MMFF94 type: the force field does not cover its element"},
		{"[H][H]", []int{0, 1}, "atom 0 (H) has no MMFF94 type: the force field does not cover this element with 1 bonded neighbors, charge 0 and these bonds; 1 more such atoms"},
		{"Cl", []int{1}, "atom 1 (H) has no MMFF94 type: "},
		{"C[Fe]", []int{1}, "atom 1 (Fe) has no MMFF94 type: the force field does not cover this element with 1 bonded neighbors"},
		{"C*", []int{1}, "atom 1 (*) has no MMFF94 type: the force field does not cover its element"},
		{"[I-]", []int{0}, "charge -1"},
	} {
		r, err := typing.Type(read(t, c.text))
		var e *typing.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: got %v, %v, want an *Error", c.text, r, err)
			continue
		}
		if !slices.Equal(e.Atoms, c.atoms) || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%s: got atoms %v, %q, want %v, %q", c.text, e.Atoms, e.Msg, c.atoms, c.says)
		}
	}
}

func TestMissingHydrogens(t *testing.T) {
	m, _ := smiles.Parse("CCO")
	p, err := perceive.Sanitize(m)
	if err != nil {
		t.Fatal(err)
	}
	_, err = typing.Type(p)
	if err == nil || !strings.HasPrefix(err.Error(), "atom 0 (C) has 3 hydrogens that are not atoms") {
		t.Errorf("got %v", err)
	}
}

// TestForms types molecules in two Kekulé or resonance forms.
func TestForms(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"CC1=C(O)C=CC=C1", "CC1=CC=CC=C1O"},
		{"C1=CC2=CC=CC=C2C=C1", "C1=CC=C2C(=C1)C=CC=C2"},
		{"CC(=O)[O-]", "CC([O-])=O"},
		{"CN(C)C(C)=[NH2+]", "C[N+](C)=C(C)N"},
		{"CNC(N)=[NH2+]", "C[NH+]=C(N)N"},
		{"Cn1cc[nH+]c1", "C[n+]1cc[nH]c1"},
		{"c1nc[n-]n1", "c1nnc[n-]1"},
		{"CS(=O)(=O)[O-]", "CS([O-])(=O)=O"},
		{"CP(=O)([O-])OC", "CP([O-])(=O)OC"},
		{"CN(=O)=O", "C[N+](=O)[O-]"},
		{"CC1=CC2=CC=CC=CC2=N1", "CC1=NC2=CC=CC=CC2=C1"},
		// The charge of a pyrazolium, beside the carbon with the amino group or not.
		{"Nc1cc[nH][nH+]1", "Nc1cc[nH+][nH]1"},
	} {
		a, err := typing.Type(read(t, c.a))
		if err != nil {
			t.Fatal(err)
		}
		b, err := typing.Type(read(t, c.b))
		if err != nil {
			t.Fatal(err)
		}
		if x, y := kinds(a), kinds(b); !slices.Equal(x, y) {
			t.Errorf("%s and %s: got %v and %v", c.a, c.b, x, y)
		}
	}
}

// kinds lists types and charges in an order that does not depend on that of the atoms.
func kinds(r *typing.Result) []string {
	var list []string
	for i, v := range r.Types {
		list = append(list, fmt.Sprintf("%d %.4f %.4f", v, r.Charges[i]+0, r.FormalCharges[i]+0))
	}
	slices.Sort(list)
	return list
}

// TestFullerene types C60, all of whose atoms are alike.
func TestFullerene(t *testing.T) {
	const c60 = "c12c3c4c5c1c1c6c7c2c2c8c3c3c9c4c4c%10c5c5c1c1c6c6c%11c7c2c2c7c8c3c3c8c9c4c4c9c%10c5c5c1c1c6c6c%11c2c2c7c3c3c8c4c4c9c5c1c1c6c2c3c41"
	r, err := typing.Type(read(t, c60))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range r.Types {
		if v != 37 || r.Charges[i] != 0 {
			t.Fatalf("atom %d: got type %d, charge %g", i, v, r.Charges[i])
		}
	}
}

// TestWaitingIndole types an indole all of whose atoms are in other rings too. RDKit
// 2026.09.1 ends its search for aromatic rings when every atom is in a ring that was
// looked at, so that it never decides the ring of five, which waits for the benzene.
func TestWaitingIndole(t *testing.T) {
	r, err := typing.Type(read(t, "C1Cc2cn(c3ccccc23)CCCCCCN1"))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]uint8{2: 64, 3: 63, 4: 39, 5: 63, 10: 64} {
		if r.Types[i] != want {
			t.Errorf("atom %d: got type %d, want %d", i, r.Types[i], want)
		}
	}
}

// TestTrisamine types nitrogens on a carbon with three of them that is no guanidinium,
// beside an imidazolium. RDKit 2026.09.1 calls one of them guanidinium nitrogen, as it
// keeps the double bond of the other neighbor in mind.
func TestTrisamine(t *testing.T) {
	r, err := typing.Type(read(t, "Cn1c[n+](c2c1NC(NC2O)N)C"))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]uint8{6: 40, 7: 1, 8: 8, 11: 8} {
		if r.Types[i] != want {
			t.Errorf("atom %d: got type %d, want %d", i, r.Types[i], want)
		}
	}
}

func TestBonds(t *testing.T) {
	for _, c := range []struct {
		text     string
		aromatic []bool // the bonds of the SMILES
		class    []uint8
	}{
		{"C=CC=C", []bool{false, false, false}, []uint8{0, 1, 0}},
		{"CC=C", []bool{false, false}, []uint8{0, 0}},
		{"C=CC#N", []bool{false, false, false}, []uint8{0, 1, 0}},
		{"c1ccoc1", []bool{true, true, true, true, true}, []uint8{0, 0, 0, 0, 0}},
		// Pyridone is not aromatic here.
		{"O=c1cccc[nH]1", []bool{false, false, false, false, false, false, false}, []uint8{0, 1, 0, 1, 0, 0, 0}},
	} {
		r, err := typing.Type(read(t, c.text))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		for k := range c.class {
			if r.AromaticBond[k] != c.aromatic[k] || r.BondClass(k) != c.class[k] {
				t.Errorf("%s, bond %d: got %v and class %d, want %v and %d", c.text, k, r.AromaticBond[k], r.BondClass(k), c.aromatic[k], c.class[k])
			}
		}
	}
}

func TestProperties(t *testing.T) {
	for _, c := range []struct {
		t    uint8
		want typing.Properties
	}{
		{4, typing.Properties{Element: 6, Coordination: 2, Valence: 4, MultipleBond: 3, Linear: true, SingleMultiple: true}},
		{39, typing.Properties{Element: 7, Coordination: 3, Valence: 3, MultipleBond: 1, LonePair: true, Aromatic: true, SingleMultiple: true}},
		{55, typing.Properties{Element: 7, Coordination: 3, Valence: 34, MultipleBond: 1}},
		{83, typing.Properties{}},
		{200, typing.Properties{}},
	} {
		if got := typing.PropertiesOf(c.t); got != c.want {
			t.Errorf("type %d: got %+v, want %+v", c.t, got, c.want)
		}
	}
}

func FuzzType(f *testing.F) {
	for _, text := range []string{"CC(=O)[O-].[Na+]", "c1ccc2cccc2cc1", "Cn1cc[n+](C)c1", "[O-][n+]1ccccc1", "NS(=O)(=O)c1nnc(s1)N", "[Fe+2].[Cl-]", "C[N-]S(=O)=NC", "C1=CC=CC=C1", "*C", "C->[Fe]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := smiles.Parse(text)
		if err != nil || len(m.Atoms) > 200 {
			return
		}
		p, err := perceive.Sanitize(m)
		if err != nil {
			return
		}
		full, _ := hydrogen.Add(p, nil)
		r, err := typing.Type(full)
		if err != nil {
			if e := new(typing.Error); !errors.As(err, &e) || len(e.Atoms) == 0 {
				t.Fatalf("%s: got error %v", text, err)
			}
			return
		}
		for i, v := range r.Types {
			if typing.PropertiesOf(v).Element != full.Mol.Atoms[i].Element || math.Abs(r.Charges[i]) > 20 || r.Charges[i] != r.Charges[i] {
				t.Fatalf("%s, atom %d: got type %d, charge %g", text, i, v, r.Charges[i])
			}
		}
	})
}

func BenchmarkType(b *testing.B) {
	// A drug of 50 atoms with rings of several kinds.
	p := read(b, "CCNC(=O)c1cc2c(c(cnc2[nH]1)c3cncc(c3)C(=O)O)n4nc(cc4C)C(F)(F)F")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := typing.Type(p); err != nil {
			b.Fatal(err)
		}
	}
}
