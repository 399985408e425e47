package molfile

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

const acetate = `acetate
  Molsmith          2D

  0  0  0     0  0            999 V3000
M  V30 BEGIN CTAB
M  V30 COUNTS 4 3 0 0 1
M  V30 BEGIN ATOM
M  V30 1 C 0.0000 0.0000 0.0000 0
M  V30 2 C 1.5000 0.0000 0.0000 7
M  V30 3 O 2.2500 1.3000 0.0000 0
M  V30 4 O 2.2500 -1.3000 0.0000 0 CHG=-1 MASS=18
M  V30 END ATOM
M  V30 BEGIN BOND
M  V30 1 1 1 2
M  V30 2 2 2 3
M  V30 3 1 2 4 CFG=3
M  V30 END BOND
M  V30 END CTAB
M  END
`

// change replaces a part of a block that must be there.
func change(t testing.TB, block, old, new string) string {
	t.Helper()
	if !strings.Contains(block, old) {
		t.Fatalf("the block has no %q", old)
	}
	return strings.Replace(block, old, new, 1)
}

func TestReadV3000(t *testing.T) {
	want, err := Read([]byte(acetate))
	if err != nil {
		t.Fatal(err)
	}
	m := want.Mol
	if !want.V3000 || !want.Chiral || want.Dimension != "2D" || len(want.Warnings) > 0 || m.Name != "acetate" || m.Formula() != "C2O2" {
		t.Errorf("got %+v %+v", want, m)
	}
	if a := m.Atoms[3]; a.Charge != -1 || a.Isotope != 18 || a.Pos != (geom.Vec3{X: 2.25, Y: -1.3}) || m.Atoms[1].Map != 7 {
		t.Errorf("got %+v", m.Atoms)
	}
	if b := m.Bonds[2]; b != (mol.Bond{A: 1, B: 3, Order: mol.Single, Stereo: mol.WedgeDown}) {
		t.Errorf("got %+v", b)
	}
	if text, err := Write(want); err != nil || string(text) != acetate {
		t.Errorf("written: %v\n%s", err, text)
	}
	same := map[string]string{
		"CRLF":          strings.ReplaceAll(acetate, "\n", "\r\n"),
		"joined lines":  change(t, acetate, "0 CHG=-1 MASS=18", "0 CH-\nM  V30 G=-1 -\nM  V30 MASS=18"),
		"other indices": strings.NewReplacer("V30 1 C", "V30 10 C", " 1 1 1 2\n", " 1 1 10 2\n").Replace(acetate),
		"lower case":    change(t, acetate, "BEGIN CTAB", "begin ctab"),
		"decimal mass":  change(t, acetate, "MASS=18", "MASS=18.0"),
		"blanks":        strings.ReplaceAll(acetate, "0.0000 ", "0.0000   "),
		"trailing":      strings.ReplaceAll(acetate, "\n", " \n"),
		"parity":        change(t, acetate, "0 CHG=-1", "0 CFG=2 CHG=-1"),
		"nothing of it": change(t, acetate, "0 CHG=-1", "0 STBOX=1 HCOUNT=0 CHG=-1"),
		"quoted":        change(t, acetate, "M  V30 4 O", `M  V30 4 "O"`),
		"registry":      change(t, acetate, "0 0 1\n", "0 0 1 REGNO=7\n"),
		"reaction":      change(t, acetate, "3 1 2 4 CFG=3", "3 1 2 4 RXCTR=1 CFG=3"),
	}
	for name, block := range same {
		rec, err := Read([]byte(block))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := sameMol(m, rec.Mol); err != nil || len(rec.Warnings) > 0 {
			t.Errorf("%s: %v %q", name, err, rec.Warnings)
		}
	}
}

func TestV3000Warnings(t *testing.T) {
	skipped := "M  V30 BEGIN SGROUP\nM  V30 1 DAT 0 ATOMS=(2 1 2) FIELDNAME=note FIELDDATA=\"a b\"\nM  V30 END SGROUP\n" +
		"M  V30 BEGIN COLLECTION\nM  V30 MDLV30/STEABS ATOMS=(1 2)\nM  V30 END COLLECTION\n"
	tests := []struct{ block, want string }{
		{change(t, acetate, "M  V30 END CTAB", skipped+"M  V30 END CTAB"), "blocks that are not kept: SGROUP, COLLECTION"},
		{change(t, acetate, "0 CHG=-1", "0 HCOUNT=1 SUBST=2 CHG=-1"), "query features of atoms that are not kept: HCOUNT, SUBST"},
		{change(t, acetate, "2 2 2 3", "2 2 2 3 TOPO=1"), "ring and chain queries of bonds (TOPO) are not kept"},
		{change(t, acetate, "2 2 2 3", "2 2 2 3 CFG=1"), "line 15: CFG=1 of bond 2 has no meaning for its type and is ignored"},
		{change(t, acetate, "2.2500 -1.3000", "2.2500 1.3000"), "atoms 3 and 4 are on one spot"},
		{change(t, acetate, "M  END\n", ""), "M  END is missing: the block may be cut"},
	}
	for _, c := range tests {
		rec, err := Read([]byte(c.block))
		if err != nil || !slices.Equal(rec.Warnings, []string{c.want}) {
			t.Errorf("got %+v, %v, want %q", rec, err, c.want)
		}
	}
}

func TestV3000Refusals(t *testing.T) {
	end := strings.Index(acetate, "M  V30 END ATOM")
	tests := []struct {
		name, block, want string
		query             bool
	}{
		{"no table", acetate[:strings.Index(acetate, "M  V30")], "line 5: the mol block ends where BEGIN CTAB is expected", false},
		{"other line", change(t, acetate, "M  V30 BEGIN CTAB", "M  CHG  1   1   1"), `line 5: expected BEGIN CTAB in a line that starts with "M  V30 "`, false},
		{"counts", change(t, acetate, "COUNTS 4 3", "COUNTS 4"), "", false},
		{"counts are text", change(t, acetate, "COUNTS 4 3", "COUNTS a 3"), "line 6: expected COUNTS with the numbers of atoms and bonds", false},
		{"too many", change(t, acetate, "COUNTS 4 3", "COUNTS 1000001 3"), "line 6: the block has 1000001 atoms; the limit is 1000000", false},
		{"fewer atoms", change(t, acetate, "COUNTS 4 3", "COUNTS 5 3"), "line 12: the atom block ends after 4 of 5 atoms", false},
		{"more atoms", change(t, acetate, "COUNTS 4 3", "COUNTS 3 3"), `line 11: expected END ATOM, found "4 O 2.2500`, false},
		{"fewer bonds", change(t, acetate, "COUNTS 4 3", "COUNTS 4 4"), "line 17: the bond block ends after 3 of 4 bonds", false},
		{"no bonds announced", change(t, acetate, "COUNTS 4 3", "COUNTS 4 0"), "line 14: the bond block has lines beyond the number in COUNTS", false},
		{"cut", acetate[:end], "line 12: the mol block ends where END ATOM is expected", false},
		{"index", change(t, acetate, "V30 1 C", "V30 0 C"), `line 8: atom 1 of 4: expected an index from 1, found "0"`, false},
		{"index twice", change(t, acetate, "V30 2 C", "V30 1 C"), "line 9: atom 2 of 4: the index 1 was used before", false},
		{"symbol", change(t, acetate, "V30 1 C", "V30 1 Xq"), `line 8: atom 1: expected an element symbol, found "Xq"`, false},
		{"coordinate", change(t, acetate, "V30 1 C 0.0000", "V30 1 C NaN"), `line 8: atom 1 of 4: expected the x coordinate, found "NaN"`, false},
		{"charge", change(t, acetate, "CHG=-1", "CHG=16"), `line 11: the charge of atom 4 is "16"; it must be from -15 to 15`, false},
		{"mass", change(t, acetate, "MASS=18", "MASS=x"), `line 11: the mass of atom 4 is "x"`, false},
		{"key", change(t, acetate, "CHG=-1", "CHG"), `line 11: atom 4: expected KEY=value, found "CHG"`, false},
		{"bond to nowhere", change(t, acetate, "1 1 1 2", "1 1 1 5"), "line 14: bond 1 joins atoms 1 and 5; not both are in the atom block", false},
		{"bond to itself", change(t, acetate, "1 1 1 2", "1 1 2 2"), "line 14: bond 1 joins atom 2 to itself", false},
		{"bond twice", change(t, acetate, "2 2 2 3", "2 2 2 1"), "line 15: bond 2 repeats bond 1 between atoms 1 and 2", false},
		{"configuration", change(t, acetate, "CFG=3", "CFG=4"), "line 16: bond 3 has CFG=4; the values are 0, 1 (up), 2 (either) and 3 (down)", false},
		{"bond type", change(t, acetate, "2 2 2 3", "2 10 2 3"), "line 15: bond 2 is a hydrogen bond (type 10)", false},
		{"end points", change(t, acetate, "2 2 2 3", "2 9 2 3 ENDPTS=(2 1 2) ATTACH=ALL"), "line 15: bond 2 has several end points", false},
		{"quotation", change(t, acetate, "V30 1 C", `V30 1 "C`), "line 8: a quotation mark or bracket is not closed", false},
		{"data group", change(t, acetate, "M  V30 END CTAB", "M  V30 BEGIN SGROUP\nM  V30 1 DAT 0 FIELDNAME=ZBO\nM  V30 END SGROUP\nM  V30 END CTAB"), `line 19: the data group "ZBO" changes the structure`, false},
		{"no end of the table", change(t, acetate, "M  V30 END CTAB", "M  V30 SOMETHING"), `line 18: expected END CTAB, found "SOMETHING"`, false},
		{"query atom", change(t, acetate, "V30 1 C", "V30 1 Q"), "line 8: atom 1 is a query or placeholder atom (Q)", true},
		{"atom list", change(t, acetate, "V30 1 C", "V30 1 [C, N]"), "line 8: atom 1 is a query or placeholder atom ([C, N])", true},
		{"not list", change(t, acetate, "V30 1 C", "V30 1 NOT[C,N]"), "line 8: atom 1 is a query or placeholder atom (NOT[C,N])", true},
		{"R group", change(t, acetate, "V30 1 C", "V30 1 R#"), "line 8: atom 1 is a query or placeholder atom (R#)", true},
		{"query bond", change(t, acetate, "2 2 2 3", "2 8 2 3"), "line 15: bond 2 is a query bond (type 8)", true},
		{"link node", change(t, acetate, "M  V30 END CTAB", "M  V30 LINKNODE 1 4 2 2 1 2 3\nM  V30 END CTAB"), "line 18: the block is generic (LINKNODE)", true},
	}
	for _, c := range tests {
		_, err := Read([]byte(c.block))
		if c.want == "" { // "COUNTS 4 0 …": the bonds that follow are too many
			if err == nil {
				t.Errorf("%s: no error", c.name)
			}
			continue
		}
		e, ok := err.(*ParseError)
		if !ok || !strings.HasPrefix(err.Error(), c.want) || e.Query != c.query || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// TestWriteV3000: V3000 is chosen where V2000 is too small, and carries everything.
func TestWriteV3000(t *testing.T) {
	small := func(change func(m *mol.Mol)) *mol.Mol {
		m := &mol.Mol{Atoms: []mol.Atom{{Element: 7}, {Element: 26}, {Element: 6}, {Element: 6}}, Bonds: []mol.Bond{{A: 2, B: 3, Order: mol.Double, Stereo: mol.CisTransEither}}}
		for i := range m.Atoms {
			m.Atoms[i].Pos.X = float64(i)
		}
		change(m)
		return m
	}
	chain := &mol.Mol{}
	for i := range 1200 {
		chain.Atoms = append(chain.Atoms, mol.Atom{Element: 6, Pos: geom.Vec3{X: float64(i)}})
		if i > 0 {
			chain.Bonds = append(chain.Bonds, mol.Bond{A: i - 1, B: i, Order: mol.Single, Stereo: mol.BondStereo(i % 4)})
		}
	}
	tests := []struct {
		name string
		m    *mol.Mol
	}{
		{"a dative bond", small(func(m *mol.Mol) { m.Bonds = append(m.Bonds, mol.Bond{A: 0, B: 1, Order: mol.Dative}) })},
		{"a map number", small(func(m *mol.Mol) { m.Atoms[0].Map = 1000 })},
		{"many hydrogens", small(func(m *mol.Mol) { m.Atoms[0].Hydrogens, m.Atoms[0].NoImplicit = 15, true })},
		{"a far atom", small(func(m *mol.Mol) {
			m.Atoms[0] = mol.Atom{Element: 118, Charge: -15, Radical: mol.Triplet, Isotope: 999, Map: 999_999_999, NoImplicit: true, Pos: geom.Vec3{X: -123456789.1234, Y: -123456789.4321, Z: 99999999}}
		})},
		{"many atoms", chain},
	}
	for _, c := range tests {
		if FitsV2000(c.m) {
			t.Errorf("%s fits V2000", c.name)
		}
		checkRoundTrip(t, &Record{Mol: c.m, V3000: true, Dimension: "3D"})
		text, err := Write(&Record{Mol: c.m})
		if err != nil || !strings.Contains(string(text), "V3000") {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if len(line) > 80 {
				t.Errorf("%s: a line of %d characters: %s", c.name, len(line), line)
			}
		}
	}
	if _, err := Write(&Record{Mol: small(func(m *mol.Mol) { m.Atoms[0].Hydrogens = 15; m.Atoms[0].Pos.X = math.Inf(1) })}); err == nil {
		t.Error("an infinite coordinate is written")
	}
}

func TestSplit(t *testing.T) {
	tests := []struct {
		line string
		want []string
		ok   bool
	}{
		{"1 C  0 0 0 0", []string{"1", "C", "0", "0", "0", "0"}, true},
		{`A "b c" D="e f"`, []string{"A", "b c", "D=e f"}, true},
		{`"say ""hi""" ""`, []string{`say "hi"`, ""}, true},
		{"ATOMS=(2 1 2) [C, N]", []string{"ATOMS=(2 1 2)", "[C, N]"}, true},
		{"", nil, true},
		{"a (b", []string{"a", "(b"}, false},
		{`a "b`, []string{"a", "b"}, false},
	}
	for _, c := range tests {
		if got, ok := split(c.line); !reflect.DeepEqual(got, c.want) || ok != c.ok {
			t.Errorf("%q: got %q, %v, want %q, %v", c.line, got, ok, c.want, c.ok)
		}
	}
}

// TestZeroOrder reads Clark's lines for borazane: no order, no charges, three hydrogens.
func TestZeroOrder(t *testing.T) {
	block := "\n\n\n  2  1  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 B   0  5\n    1.5000    0.0000    0.0000 N   0  3\n" +
		"  1  2  1  0\nM  CHG  2   1  -1   2   1\nM  ZCH  2   1   0   2   0\nM  HYD  1   1   3\nM  ZBO  1   1   0\nM  END\n"
	rec, err := Read([]byte(block))
	if err != nil || len(rec.Warnings) > 0 {
		t.Fatalf("got %+v, %v", rec, err)
	}
	p, err := Perceive(rec)
	if err != nil || p.Formula() != "H6BN" || p.Mol.Charge() != 0 || p.Mol.Bonds[0].Order != mol.Any {
		t.Errorf("got %s, %+v, %v", p.Formula(), p.Mol, err)
	}
}

func ExamplePerceive() {
	rec, err := Read([]byte(acetate))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := Perceive(rec)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Formula(), p.Mol.Charge())
	// Output:
	// C2H3O2- -1
}
