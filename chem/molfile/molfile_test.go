package molfile

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// checkRoundTrip writes rec, reads it again and compares, then checks that a
// second writing gives the same bytes.
func checkRoundTrip(t testing.TB, rec *Record) {
	t.Helper()
	first, err := Write(rec)
	if err != nil {
		t.Fatalf("write: %v", err)
	}
	again, err := Read(first)
	if err != nil {
		t.Fatalf("read of what was written: %v\n%s", err, first)
	}
	for _, w := range again.Warnings {
		if !strings.Contains(w, "on one spot") {
			t.Errorf("reading what was written warns: %q", again.Warnings)
		}
	}
	if err := sameMol(rec.Mol, again.Mol); err != nil {
		t.Errorf("after writing and reading: %v\n%s", err, first)
	}
	if again.Dimension != rec.Dimension || again.Chiral != rec.Chiral {
		t.Errorf("got dimension %q, chiral %v, want %q, %v", again.Dimension, again.Chiral, rec.Dimension, rec.Chiral)
	}
	second, err := Write(again)
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("the second writing differs (%v):\n%s\n%s", err, first, second)
	}
}

// sameMol compares two molecules, coordinates to the four decimals of the file.
func sameMol(want, got *mol.Mol) error {
	if len(want.Atoms) != len(got.Atoms) || len(want.Bonds) != len(got.Bonds) {
		return fmt.Errorf("got %d atoms and %d bonds, want %d and %d", len(got.Atoms), len(got.Bonds), len(want.Atoms), len(want.Bonds))
	}
	for i := range want.Atoms {
		w, g := want.Atoms[i], got.Atoms[i]
		if d := w.Pos.Sub(g.Pos); math.Abs(d.X) > 5.1e-5 || math.Abs(d.Y) > 5.1e-5 || math.Abs(d.Z) > 5.1e-5 {
			return fmt.Errorf("atom %d is at %v, want %v", i+1, g.Pos, w.Pos)
		}
		w.Pos, g.Pos = geom.Vec3{}, geom.Vec3{}
		if w != g {
			return fmt.Errorf("atom %d: got %+v, want %+v", i+1, g, w)
		}
	}
	for k := range want.Bonds {
		if want.Bonds[k] != got.Bonds[k] {
			return fmt.Errorf("bond %d: got %+v, want %+v", k+1, got.Bonds[k], want.Bonds[k])
		}
	}
	return nil
}

const water = `Water
  Molsmith          3D
gas phase
  3  2  0  0  0  0            999 V2000
    0.0000   -0.3906    0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0
    0.7570    0.1953    0.0000 H   0  0  0  0  0  0  0  0  0  0  0  0
   -0.7570    0.1953    0.0000 H   0  0  0  0  0  0  0  0  0  0  0  0
  1  2  1  0
  1  3  1  0
M  END
`

// TestPropertyBlanks: property lines count with any blanks behind the M.
func TestPropertyBlanks(t *testing.T) {
	for _, line := range []string{"M  CHG  1   1  -1", "M CHG  1   1  -1", "M\tCHG\t1\t1\t-1", "M   CHG  1   1  -1"} {
		for _, end := range []string{"M  END", "M END", "M\tEND"} {
			rec, err := Read([]byte("\n\n\n  1  0  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 Cl  0  0\n" + line + "\n" + end + "\n"))
			if err != nil || rec.Truncated || rec.Mol.Atoms[0].Charge != -1 {
				t.Errorf("%q, %q: got %+v, %v, want the charge -1", line, end, rec, err)
			}
		}
	}
}

func TestReadWater(t *testing.T) {
	for name, block := range map[string]string{
		"LF":   water,
		"CRLF": strings.ReplaceAll(water, "\n", "\r\n"),
		"CR":   strings.ReplaceAll(water, "\n", "\r"),
		"BOM":  "\ufeff" + water,
		"SDF":  water + "> <id>\nwater\n\n$$$$\n",
	} {
		rec, err := Read([]byte(block))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m := rec.Mol; m.Name != "Water" || rec.Dimension != "3D" || rec.Program != "Molsmith" || rec.Comment != "gas phase" || m.Formula() != "H2O" || len(rec.Warnings) > 0 {
			t.Errorf("%s: got %+v %+v", name, rec, m)
		}
		if got, want := rec.Mol.Atoms[1].Pos, (geom.Vec3{X: 0.757, Y: 0.1953}); got != want {
			t.Errorf("%s: atom 2 at %v, want %v", name, got, want)
		}
	}
}

func TestDimensionCode(t *testing.T) {
	tests := []struct{ line, want string }{
		{"  Molsmith01012600003D", "3D"},
		{"  Molsmith01012600002D", "2D"},
		{"  Molsmith01012600003d", "3D"},
		{"  Molsmith0101260000", ""},
		{"  Molsmith01012600004D", ""},
		{"3D", ""},
		{"                   3D", ""}, // columns 20–21
		{"                    3D     1   1.00000", "3D"},
		{"", ""},
	}
	for _, c := range tests {
		lines := strings.SplitN(water, "\n", 3)
		rec, err := Read([]byte(lines[0] + "\n" + c.line + "\n" + lines[2]))
		if err != nil {
			t.Fatal(err)
		}
		if rec.Dimension != c.want {
			t.Errorf("%q: got %q, want %q", c.line, rec.Dimension, c.want)
		}
	}
}

// TestCutAnywhere: a block that ends early is refused, or read with the mark
// that M  END is missing; it never gives fewer atoms or bonds than announced.
func TestCutAnywhere(t *testing.T) {
	for n := range len(water) - 1 {
		rec, err := Read([]byte(water[:n]))
		switch {
		case err == nil && strings.HasSuffix(water[:n], "M  END"):
		case err == nil && !rec.Truncated:
			t.Errorf("cut after %d bytes: read as complete", n)
		case err == nil && (len(rec.Mol.Atoms) != 3 || len(rec.Mol.Bonds) != 2):
			t.Errorf("cut after %d bytes: got %d atoms and %d bonds", n, len(rec.Mol.Atoms), len(rec.Mol.Bonds))
		case err != nil && !strings.HasPrefix(err.Error(), "line "):
			t.Errorf("cut after %d bytes: %q names no line", n, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	edit := func(old, new string) string {
		if !strings.Contains(water, old) {
			t.Fatalf("water has no %q", old)
		}
		return strings.Replace(water, old, new, 1)
	}
	tests := []struct{ name, block, want string }{
		{"empty", "", "line 1: the mol block ends where the name line is expected"},
		{"no counts", "a\nb\nc\n", "line 4: the mol block ends where the counts line is expected"},
		{"1000 atoms", edit("  3  2  0", "1000  2  0"), "line 4, column 1: the block has more than 999 atoms or bonds"},
		{"1000 atoms, joined", edit("  3  2  0", "10001000  0"), "line 4, column 1: the block has more than 999 atoms or bonds"},
		{"a billion atoms", edit("  3  2  0", "1000000000 2"), "line 4, column 1: the block has more than 999 atoms or bonds"},
		{"negative count", edit("  3  2  0", " -1  2  0"), "line 4: expected the counts line"},
		{"counts are text", edit("  3  2  0", "  a  b  0"), "line 4: expected the counts line with the numbers of atoms and bonds"},
		{"coordinate", edit("   -0.3906", "       NaN"), `line 5, column 11: atom 1 of 3: expected the y coordinate, found "NaN"`},
		{"infinite", edit("   -0.3906", "      -Inf"), "line 5, column 11: atom 1 of 3: expected the y coordinate"},
		{"hexadecimal", edit("   -0.3906", "   0x1p-20"), "line 5, column 11: atom 1 of 3: expected the y coordinate"},
		{"overflow", edit("   -0.3906", "    1e9999"), "line 5, column 11: atom 1 of 3: expected the y coordinate"},
		{"symbol", edit(" O ", " Xq"), `line 5, column 32: atom 1: expected an element symbol, found "Xq"`},
		{"query atom", edit(" O ", " Q "), "line 5, column 32: atom 1 is a query or placeholder atom (Q)"},
		{"R group", edit(" O ", " R#"), "line 5, column 32: atom 1 is a query or placeholder atom (R#)"},
		{"charge code", edit(" O   0  0", " O   0  8"), "line 5, column 37: atom 1 has charge code 8; the codes are 0 to 7"},
		{"bond to 0", edit("  1  3  1", "  0  3  1"), "line 9: bond 2 joins atoms 0 and 3; the block has atoms 1 to 3"},
		{"bond beyond", edit("  1  3  1", "  1  4  1"), "line 9: bond 2 joins atoms 1 and 4; the block has atoms 1 to 3"},
		{"bond to itself", edit("  1  3  1", "  3  3  1"), "line 9: bond 2 joins atom 3 to itself"},
		{"bond twice", edit("  1  3  1", "  2  1  1"), "line 9: bond 2 repeats bond 1 between atoms 1 and 2"},
		{"query bond", edit("  1  3  1", "  1  3  6"), "line 9, column 7: bond 2 is a query bond (type 6)"},
		{"bond type 0", edit("  1  3  1", "  1  3  0"), "line 9, column 7: bond 2 has type 0"},
		{"hydrogen bond", edit("  1  3  1", "  1  3 10"), "line 9, column 7: bond 2 is a hydrogen bond (type 10)"},
		{"bond type 11", edit("  1  3  1", "  1  3 11"), "line 9, column 7: bond 2 has type 11"},
		{"data group", edit("M  END", "M  SDT   1 ZCH\nM  END"), `line 10, column 12: the data group "ZCH" changes the structure`},
		{"order beside ZBO", edit("M  END", "M  ZBO  1   1   2\nM  END"), "line 10: the order of bond 1 is 2; it must be from 0 to 0"},
		{"charge beyond", edit("M  END", "M  CHG  1   4   1\nM  END"), "line 10: the charge of atom 4 is given; the block has atoms 1 to 3"},
		{"charge of 16", edit("M  END", "M  CHG  1   1  16\nM  END"), "line 10: the charge of atom 1 is 16; it must be from -15 to 15"},
		{"charge pairs", edit("M  END", "M  CHG  2   1   1\nM  END"), "line 10, column 7: expected a count and that many pairs"},
		{"radical", edit("M  END", "M  RAD  1   1   4\nM  END"), "line 10: the radical of atom 1 is 4"},
		{"atom list", edit("M  END", "M  ALS   1  2 F F   Cl\nM  END"), "line 10: the block is a query"},
		{"long line", edit("V2000", "V2000"+strings.Repeat(" ", 5000)), "line 4: the line is longer than 4096 characters"},
		{"deep property block", edit("M  END", strings.Repeat("M  ZZZ\n", 20_001)), "line 20009: more than 20000 property lines"},
	}
	for _, c := range tests {
		_, err := Read([]byte(c.block))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the message has more than one line: %q", c.name, err)
		}
	}
}

func TestRaggedLines(t *testing.T) {
	tests := []struct{ name, block, warning string }{
		{"atom by blanks", strings.Replace(water, "    0.7570    0.1953    0.0000 H  ", "0.7570 0.1953 0.0000 H ", 1), "line 6: the columns are out of place; fields are read by blanks"},
		{"five decimals", strings.Replace(water, "    0.7570    0.1953    0.0000 H", "    0.75700    0.19530    0.00000 H", 1), "line 6: the columns are out of place"},
		{"bond by blanks", strings.Replace(water, "  1  3  1  0", "1 3 1", 1), "line 9: the columns are out of place"},
		{"counts by blanks", strings.Replace(water, "  3  2  0  0  0  0  ", "3 2  0  0  0  0     ", 1), ""},
		{"short atom line", strings.Replace(water, " H   0  0  0  0  0  0  0  0  0  0  0  0", " H", 1), ""},
		{"tabs at the end", strings.ReplaceAll(water, "\n", "\t\n"), ""},
	}
	want, err := Read([]byte(water))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range tests {
		rec, err := Read([]byte(c.block))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if err := sameMol(want.Mol, rec.Mol); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		got := strings.Join(rec.Warnings, "; ")
		if !strings.HasPrefix(got, c.warning) || c.warning == "" && got != "" {
			t.Errorf("%s: got warnings %q, want %q", c.name, got, c.warning)
		}
	}
	// Numbers that fill their columns touch each other and still are two numbers.
	for numbers, want := range map[string]geom.Vec3{
		" 1234.5678-9999.0001-1000.5000": {X: 1234.5678, Y: -9999.0001, Z: -1000.5},
		"    0.000010000.0000    0.0000": {Y: 10000},
	} {
		rec, err := Read([]byte(strings.Replace(water, "    0.7570    0.1953    0.0000", numbers, 1)))
		if err != nil || len(rec.Warnings) > 0 || rec.Mol.Atoms[1].Pos != want {
			t.Errorf("%q: got %+v, %v, want %v", numbers, rec, err, want)
		}
	}
}

func TestChargeLinesReplaceTheAtomBlock(t *testing.T) {
	block := strings.Replace(water, " O   0  0", " O   0  5", 1)
	charges := func(block string) [3]int8 {
		rec, err := Read([]byte(block))
		if err != nil {
			t.Fatal(err)
		}
		a := rec.Mol.Atoms
		return [3]int8{a[0].Charge, a[1].Charge, a[2].Charge}
	}
	if got, want := charges(block), ([3]int8{-1, 0, 0}); got != want {
		t.Errorf("atom block: got %v, want %v", got, want)
	}
	for line, want := range map[string][3]int8{
		"M  CHG  1   2   1": {0, 1, 0},
		"M  RAD  1   3   2": {0, 0, 0},
		"M  ISO  1   3   2": {-1, 0, 0},
	} {
		if got := charges(strings.Replace(block, "M  END", line+"\nM  END", 1)); got != want {
			t.Errorf("%s: got %v, want %v", line, got, want)
		}
	}
}

func TestWriteRefusals(t *testing.T) {
	carbons := func(n int) *mol.Mol {
		m := &mol.Mol{Atoms: make([]mol.Atom, n)}
		for i := range m.Atoms {
			m.Atoms[i].Element = 6
		}
		return m
	}
	far := carbons(1)
	far.Atoms[0].Pos.Y = 1e10
	bond := func(order mol.Order) *mol.Mol {
		m := carbons(2)
		m.Bonds = []mol.Bond{{A: 0, B: 1, Order: order}}
		return m
	}
	nan := carbons(1)
	nan.Atoms[0].Pos.Z = math.NaN()
	wild := carbons(2)
	wild.Atoms[1].Element = 0
	broken := carbons(1)
	broken.Bonds = []mol.Bond{{A: 0, B: 1, Order: mol.Single}}
	with := func(a mol.Atom) *mol.Mol {
		a.Element = 6
		return &mol.Mol{Atoms: []mol.Atom{a}}
	}
	tests := []struct {
		name string
		m    *mol.Mol
		want string
	}{
		{"charge", with(mol.Atom{Charge: -16}), "atom 1 has charge -16; a mol block holds charges from -15 to 15"},
		{"isotope", with(mol.Atom{Isotope: 1000}), "atom 1 has mass number 1000; a mol block holds at most 999"},
		{"map number", with(mol.Atom{Map: 1_000_000_000}), "atom 1 has map number 1000000000; a mol block holds numbers from 0 to 999999999"},
		{"atoms", carbons(1_000_001), "a mol block holds at most 1000000 atoms; this molecule has 1000001"},
		{"quadruple bond", bond(mol.Quadruple), "bond 1 is a quadruple bond, which mol blocks do not have"},
		{"bond without order", bond(mol.Any), "bond 1 has no order"},
		{"far", far, "atom 1: coordinate 1e+10 does not fit"},
		{"NaN", nan, "atom 1: coordinate NaN does not fit"},
		{"wildcard", wild, "atom 2 has no element"},
		{"graph", broken, "bond 1 joins atoms 1 and 2; the molecule has 1 atoms"},
	}
	for _, c := range tests {
		b, err := Write(&Record{Mol: c.m})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || b != nil {
			t.Errorf("%s: got %q, %v, want %q", c.name, b, err, c.want)
		}
	}
}

func TestWriteCarriesEverything(t *testing.T) {
	m := &mol.Mol{Name: strings.Repeat("ä", 50) + "\nsecond line"}
	for i := range 20 {
		m.Atoms = append(m.Atoms, mol.Atom{Element: 7, Charge: int8(i%3 - 1), Map: i})
	}
	m.Atoms[0] = mol.Atom{Element: 1, Isotope: 2, Pos: geom.Vec3{X: -0.00001, Y: -9999.9999, Z: 99999.9999}}
	m.Atoms[1] = mol.Atom{Element: 6, Radical: mol.Triplet, Hydrogens: 2, NoImplicit: true}
	m.Atoms[2] = mol.Atom{Element: 26, Charge: 7, NoImplicit: true}
	m.Bonds = []mol.Bond{
		{A: 3, B: 4, Order: mol.Single, Stereo: mol.WedgeUp},
		{A: 5, B: 4, Order: mol.Single, Stereo: mol.WedgeDown},
		{A: 6, B: 7, Order: mol.Single, Stereo: mol.WedgeEither},
		{A: 8, B: 9, Order: mol.Double, Stereo: mol.CisTransEither},
		{A: 10, B: 11, Order: mol.Triple},
		{A: 12, B: 13, Order: mol.Aromatic},
	}
	rec := &Record{Mol: m, Dimension: "2D", Chiral: true, Comment: "x", Program: "too long a name"}
	b, err := Write(rec)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(b), "\n")
	if want := strings.Repeat("ä", 40); lines[0] != want {
		t.Errorf("name: got %q, want %q", lines[0], want)
	}
	if want := "  too long          2D"; lines[1] != want {
		t.Errorf("program line: got %q, want %q", lines[1], want)
	}
	if want := "    0.0000-9999.999999999.9999 H   0  0  0  0  0  0  0  0  0  0  0  0"; lines[4] != want {
		t.Errorf("atom line: got %q, want %q", lines[4], want)
	}
	checkRoundTrip(t, rec)
}

func FuzzRead(f *testing.F) {
	eachFile(f, func(_ oracleFile, data []byte) {
		if len(data) < 2000 {
			f.Add(data)
		}
	})
	f.Add([]byte(water))
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := Read(data)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("the message has more than one line: %q", err)
			}
			return
		}
		first, err := Write(rec)
		if err != nil {
			return // a coordinate may be too large for the columns
		}
		again, err := Read(first)
		if err != nil {
			t.Fatalf("read of what was written: %v\n%s", err, first)
		}
		second, err := Write(again)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("the second writing differs (%v):\n%s\n%s", err, first, second)
		}
	})
}

func ExampleRead() {
	rec, err := Read([]byte(water))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rec.Mol.Name, rec.Dimension, rec.Mol.Formula())
	_, err = Read([]byte(strings.Replace(water, "-0.3906", "oops", 1)))
	fmt.Println(err)
	// Output:
	// Water 3D H2O
	// line 5, column 11: atom 1 of 3: expected the y coordinate, found "oops"
}
