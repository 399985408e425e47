package smiles

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
)

func TestParseAtoms(t *testing.T) {
	tests := map[string]mol.Atom{
		"C":           {Element: 6},
		"Cl":          {Element: 17},
		"Br":          {Element: 35},
		"*":           {},
		"[*:7]":       {NoImplicit: true, Map: 7},
		"[13CH4]":     {Element: 6, Isotope: 13, Hydrogens: 4, NoImplicit: true},
		"[NH4+]":      {Element: 7, Hydrogens: 4, Charge: 1, NoImplicit: true},
		"[O--]":       {Element: 8, Charge: -2, NoImplicit: true},
		"[Fe+3]":      {Element: 26, Charge: 3, NoImplicit: true},
		"[Na+0]":      {Element: 11, NoImplicit: true},
		"[se]":        {Element: 34, Aromatic: true, NoImplicit: true},
		"[as]":        {Element: 33, Aromatic: true, NoImplicit: true},
		"[te]":        {Element: 52, Aromatic: true, NoImplicit: true},
		"[si]":        {Element: 14, Aromatic: true, NoImplicit: true},
		"b":           {Element: 5, Aromatic: true},
		"[nH]":        {Element: 7, Aromatic: true, Hydrogens: 1, NoImplicit: true},
		"[Uut]":       {Element: 113, NoImplicit: true},
		"[U]":         {Element: 92, NoImplicit: true},
		"[#8H2]":      {Element: 8, Hydrogens: 2, NoImplicit: true},
		"[2H+:12]":    {Element: 1, Isotope: 2, Charge: 1, Map: 12, NoImplicit: true},
		"[OH0-:0]":    {Element: 8, Charge: -1, NoImplicit: true},
		"  [H] proto": {Element: 1, NoImplicit: true},
	}
	for text, want := range tests {
		m, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if len(m.Atoms) != 1 || m.Atoms[0] != want {
			t.Errorf("%s: got %+v, want %+v", text, m.Atoms, want)
		}
	}
	m, err := Parse("CC \t two carbons ")
	if err != nil || m.Name != "two carbons" {
		t.Errorf("name: got %q, %v; want %q", m.Name, err, "two carbons")
	}
}

func TestParseBonds(t *testing.T) {
	tests := map[string][]mol.Bond{
		"CC":           {{A: 0, B: 1, Order: mol.Single}},
		"C-C":          {{A: 0, B: 1, Order: mol.Single}},
		"C=C":          {{A: 0, B: 1, Order: mol.Double}},
		"C#C":          {{A: 0, B: 1, Order: mol.Triple}},
		"C$C":          {{A: 0, B: 1, Order: mol.Quadruple}},
		"C~C":          {{A: 0, B: 1, Order: mol.Any}},
		"C:C":          {{A: 0, B: 1, Order: mol.Aromatic}},
		"cc":           {{A: 0, B: 1, Order: mol.Aromatic}},
		"c-c":          {{A: 0, B: 1, Order: mol.Single}},
		"cC":           {{A: 0, B: 1, Order: mol.Single}},
		"c*":           {{A: 0, B: 1, Order: mol.Single}},
		"C.C":          nil,
		"N->[Pt]":      {{A: 0, B: 1, Order: mol.Dative}},
		"[Pt]<-N":      {{A: 1, B: 0, Order: mol.Dative}},
		"F/C":          {{A: 0, B: 1, Order: mol.Single, Stereo: mol.Rising}},
		"F\\C":         {{A: 0, B: 1, Order: mol.Single, Stereo: mol.Falling}},
		"F\\\\C":       {{A: 0, B: 1, Order: mol.Single, Stereo: mol.Falling}},
		"C(F)(=O)":     {{A: 0, B: 1, Order: mol.Single}, {A: 0, B: 2, Order: mol.Double}},
		"C(.N)O":       {{A: 0, B: 2, Order: mol.Single}},
		"C1CC1":        {{A: 0, B: 1, Order: mol.Single}, {A: 1, B: 2, Order: mol.Single}, {A: 0, B: 2, Order: mol.Single}},
		"C=1CC1":       {{A: 0, B: 1, Order: mol.Single}, {A: 1, B: 2, Order: mol.Single}, {A: 0, B: 2, Order: mol.Double}},
		"C1CC=1":       {{A: 0, B: 1, Order: mol.Single}, {A: 1, B: 2, Order: mol.Single}, {A: 0, B: 2, Order: mol.Double}},
		"C/1CC1":       {{A: 0, B: 1, Order: mol.Single}, {A: 1, B: 2, Order: mol.Single}, {A: 0, B: 2, Order: mol.Single, Stereo: mol.Rising}},
		"C1CC/1":       {{A: 0, B: 1, Order: mol.Single}, {A: 1, B: 2, Order: mol.Single}, {A: 2, B: 0, Order: mol.Single, Stereo: mol.Rising}},
		"C%01.C1":      {{A: 0, B: 1, Order: mol.Single}},
		"C%12.C%(12)":  {{A: 0, B: 1, Order: mol.Single}},
		"N->1.[Pt]1":   {{A: 0, B: 1, Order: mol.Dative}},
		"N1.[Pt]<-1":   {{A: 0, B: 1, Order: mol.Dative}},
		"N->1.[Pt]<-1": {{A: 0, B: 1, Order: mol.Dative}},
	}
	for text, want := range tests {
		m, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if !reflect.DeepEqual(m.Bonds, want) {
			t.Errorf("%s: got %v, want %v", text, m.Bonds, want)
		}
		if err := m.Check(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestParseCenters(t *testing.T) {
	const h = mol.ImplicitHydrogen
	tests := map[string]mol.Center{
		"N[C@](F)(Cl)Br":            {Atom: 1, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{0, 2, 3, 4}},
		"N[C@@H](F)Cl":              {Atom: 1, Class: mol.Tetrahedral, Permutation: 2, Ligands: []int{0, h, 2, 3}},
		"[C@@H](F)(Cl)Br":           {Atom: 0, Class: mol.Tetrahedral, Permutation: 2, Ligands: []int{h, 1, 2, 3}},
		"[C@]1(F)(Cl)CC1":           {Atom: 0, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{4, 1, 2, 3}},
		"C1C[C@]1(F)Cl":             {Atom: 2, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{1, 0, 3, 4}},
		"F[C@TH2](Cl)(Br)I":         {Atom: 1, Class: mol.Tetrahedral, Permutation: 2, Ligands: []int{0, 2, 3, 4}},
		"FC=[C@]=CCl":               {Atom: 2, Class: mol.Allene, Permutation: 1, Ligands: []int{0, h, h, 4}},
		"FC=[C@AL2]=CCl":            {Atom: 2, Class: mol.Allene, Permutation: 2, Ligands: []int{0, h, h, 4}},
		"F[Pt@SP3](Cl)(Br)I":        {Atom: 1, Class: mol.SquarePlanar, Permutation: 3, Ligands: []int{0, 2, 3, 4}},
		"S[As@TB20](F)(Cl)(Br)N":    {Atom: 1, Class: mol.TrigonalBipyramidal, Permutation: 20, Ligands: []int{0, 2, 3, 4, 5}},
		"S[As@](F)(Cl)(Br)N":        {Atom: 1, Class: mol.TrigonalBipyramidal, Permutation: 1, Ligands: []int{0, 2, 3, 4, 5}},
		"C[Co@OH30](F)(Cl)(Br)(I)S": {Atom: 1, Class: mol.Octahedral, Permutation: 30, Ligands: []int{0, 2, 3, 4, 5, 6}},
		"C[Co@@](F)(Cl)(Br)(I)S":    {Atom: 1, Class: mol.Octahedral, Permutation: 2, Ligands: []int{0, 2, 3, 4, 5, 6}},
		"C[Co@TB3H2](F)Cl":          {Atom: 1, Class: mol.TrigonalBipyramidal, Permutation: 3, Ligands: []int{0, h, h, 2, 3}},
	}
	for text, want := range tests {
		m, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if len(m.Centers) != 1 || !reflect.DeepEqual(m.Centers[0], want) {
			t.Errorf("%s: got %+v, want %+v", text, m.Centers, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct {
		text   string
		offset int
		msg    string
	}{
		{"", 0, "the text is empty; expected an atom"},
		{"CX", 1, `'X' is no atom outside brackets; expected an atom, a bond, a ring number, a branch or a dot`},
		{"CC(", 3, "the text ends; expected an atom"},
		{"CC(C", 2, "this branch is not closed; expected ')' before the end"},
		{"CC)", 2, "')' closes no branch"},
		{"C=", 2, "the text ends; expected an atom or a ring number"},
		{"C1CC", 1, "ring 1 is not closed; expected the number a second time"},
		{"C1CC2", 1, "ring 1 is not closed; expected the number a second time"},
		{"C%(12)CC", 1, "ring 12 is not closed; expected the number a second time"},
		{"C11", 2, "ring 1 closes at the atom where it opens"},
		{"C1C1", 3, "ring 1 is a second bond between two atoms"},
		{"C12CCC12", 7, "ring 2 is a second bond between two atoms"},
		{"C-1CC=1", 6, "ring 1 has one bond order at its start and another here"},
		{"N->1.[Pt]->1", 11, "ring 1 has one bond order at its start and another here"},
		{"C%1", 1, `the text ends after "%1"; expected two digits or '(' of the ring number`},
		{"C%(1", 4, "the text ends; expected one to five digits and ')' of the ring number"},
		{"C%(123456)", 8, "'6'; expected one to five digits and ')' of the ring number"},
		{"CC>>C", 2, "reactions (>) are not read; give one molecule"},
		{"[C", 0, "this bracket is not closed; expected ']' before the end"},
		{"[", 0, "this bracket is not closed; expected an element symbol and ']'"},
		{"[Xx]", 1, `"X" is no element symbol`},
		{"[cl]", 2, "'l'; expected ']'; in brackets come isotope, symbol, chirality, hydrogens, charge and :map in this order"},
		{"[zn]", 1, "'z' is no aromatic symbol; expected b, c, n, o, p, s, se, as, te or si"},
		{"[1234C]", 1, "the isotope is out of range; the limit is 999"},
		{"[CH100]", 2, "the number of hydrogens is out of range; the limit is 99"},
		{"[C-100]", 2, "the charge is out of range; the limit is 99"},
		{"[C:]", 3, "']'; expected the atom map number"},
		{"[C:1234567890]", 2, "the atom map number is out of range; the limit is 999999999"},
		{"[#119]", 1, "expected an atomic number from 1 to 118 after '#'"},
		{"[C@TB21]", 2, "@TB21: the permutations of @TB are 1 to 20"},
		{"CC |x|", 3, "the extension |…| of CXSMILES is not read; leave it out"},
		{"CO\u00e9", 2, `'é' is not an ASCII character; expected an atom, a bond, a ring number, a branch or a dot`},
		{strings.Repeat("C", MaxBytes+1), MaxBytes, "the text has 100001 bytes; the limit is 100000"},
	}
	for _, c := range tests {
		_, err := Parse(c.text)
		fault := (*ParseError)(nil)
		if !errors.As(err, &fault) {
			t.Errorf("%.40q: got %v, want a *ParseError", c.text, err)
			continue
		}
		if fault.Offset != c.offset || fault.Msg != c.msg {
			t.Errorf("%.40q: got %d %q, want %d %q", c.text, fault.Offset, fault.Msg, c.offset, c.msg)
		}
	}
}

func TestPerceiveErrors(t *testing.T) {
	tests := []struct {
		text   string
		offset int
		msg    string
	}{
		{"CC(C)(C)(C)C", 1, "carbon atom 2 has valence 5; it can have at most 4"},
		{"C=c1=CCCC1", 2, "carbon atom 2 has valence 5; it can have at most 4"},
		{"C[O+](C)(C)C", 1, "oxygen atom 2 has valence 4 and charge +1; it can have at most 3"},
		{"[H]O([H])C", 3, "oxygen atom 2 has valence 3; it can have at most 2"},
		{"Cc", 1, "carbon atom 2 is aromatic but not in a ring"},
		{"C:C", 0, "carbon atom 1 is aromatic but not in a ring"},
		{"OCc1ncnc1", 2, "no Kekulé form: double bonds cannot be placed so that each of the aromatic atoms C3 N4 C5 N6 C7 has one; a hydrogen may be missing, as in [nH]"},
		{"[H+2]", 0, "hydrogen atom 1 has charge +2; its nucleus has charge +1"},
	}
	for _, c := range tests {
		_, err := Perceive(c.text)
		fault := (*ParseError)(nil)
		if !errors.As(err, &fault) {
			t.Errorf("%s: got %v, want a *ParseError", c.text, err)
			continue
		}
		if fault.Offset != c.offset || fault.Msg != c.msg {
			t.Errorf("%s: got %d %q, want %d %q", c.text, fault.Offset, fault.Msg, c.offset, c.msg)
		}
	}
}

// TestLongTexts reads texts of the largest size; each takes well under a second.
func TestLongTexts(t *testing.T) {
	tests := map[string]struct {
		text         string
		atoms, bonds int
	}{
		"chain":    {strings.Repeat("C", MaxBytes), MaxBytes, MaxBytes - 1},
		"nested":   {strings.Repeat("C(", 33_000) + "C" + strings.Repeat(")", 33_000), 33_001, 33_000},
		"wide":     {"[U]" + strings.Repeat("(C)", 30_000), 30_001, 30_000},
		"dots":     {strings.Repeat("C.", 40_000) + "C", 40_001, 0},
		"rings":    {strings.Repeat("C1CC1", 20_000), 60_000, 79_999},
		"benzenes": {strings.Repeat("c1ccccc1", 12_000), 72_000, 83_999},
	}
	for name, c := range tests {
		p, err := Perceive(c.text)
		if c.atoms == 0 {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, want := [2]int{len(p.Mol.Atoms), len(p.Mol.Bonds)}, [2]int{c.atoms, c.bonds}; got != want {
			t.Errorf("%s: got %v atoms and bonds, want %v", name, got, want)
		}
	}
}

// TestDenseRings refuses what no search of rings can do in time: two hubs joined by
// thousands of paths.
func TestDenseRings(t *testing.T) {
	var b strings.Builder
	b.WriteString("[U]")
	for i := range 5000 {
		fmt.Fprintf(&b, "(C%%(%d))", i)
	}
	b.WriteString(".[U]")
	for i := range 5000 {
		fmt.Fprintf(&b, "%%(%d)", i)
	}
	_, err := Perceive(b.String())
	fault := (*ParseError)(nil)
	if want := "the ring systems are too large and dense to be searched for rings; give smaller molecules"; !errors.As(err, &fault) || fault.Msg != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func ExamplePerceive() {
	p, err := Perceive("C1=CC=CC=C1O phenol")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Mol.Name, p.Formula(), p.Mol.Atoms[0].Aromatic, p.Mol.Atoms[6].Hydrogens)
	_, err = Perceive("CCN(=O)C")
	fmt.Println(err)
	// Output:
	// phenol C6H6O true 1
	// character 3: nitrogen atom 3 has valence 4; it can have at most 3
}
