package xyz

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

type oracleFile struct {
	Name, Verdict, Text string
	Expected            *struct {
		Frames, Atoms int
		Elements      map[string]int
		Cell          [][3]float64
		PBC           []bool
		First, Last   struct {
			Element string
			XYZ     [3]float64
		}
	}
}

func oracleFiles(t testing.TB) []oracleFile {
	t.Helper()
	f, err := os.Open("testdata/files.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var files []oracleFile
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var o oracleFile
		if err := json.Unmarshal(scanner.Bytes(), &o); err != nil {
			t.Fatal(err)
		}
		files = append(files, o)
	}
	return files
}

func TestOracle(t *testing.T) {
	files := oracleFiles(t)
	if len(files) < 20 {
		t.Fatalf("got %d files, want at least 20", len(files))
	}
	for _, o := range files {
		t.Run(o.Name, func(t *testing.T) {
			file, err := Read([]byte(o.Text), format.ReadOptions{})
			if err != nil {
				if o.Verdict != "refuse" && o.Verdict != "read_with_warning_or_refuse" {
					t.Fatal(err)
				}
				if e := (*format.ParseError)(nil); !errors.As(err, &e) || e.Line < 1 {
					t.Errorf("got %v, want a *format.ParseError with a line", err)
				}
				return
			}
			if o.Verdict == "refuse" || strings.HasPrefix(o.Verdict, "read_with_warning") && len(file.Warnings) == 0 {
				t.Fatalf("got %d atoms and warnings %q, want %s", file.Structure.Len(), file.Warnings, o.Verdict)
			}
			compare(t, file, &o)
			checkRoundTrip(t, file.Structure)
		})
	}
}

func compare(t *testing.T, file *format.File, o *oracleFile) {
	t.Helper()
	s, want := file.Structure, o.Expected
	if file.Frames != want.Frames || s.Len() != want.Atoms {
		t.Errorf("got %d frames and %d atoms, want %d and %d", file.Frames, s.Len(), want.Frames, want.Atoms)
	}
	for symbol, n := range want.Elements {
		z, _ := elem.Number(symbol)
		if got := s.Counts()[z]; got != n {
			t.Errorf("%s: got %d atoms, want %d", symbol, got, n)
		}
	}
	for k, atom := range map[int][3]float64{0: want.First.XYZ, s.Len() - 1: want.Last.XYZ} {
		for axis, x := range atom {
			if math.Abs(s.Positions[3*k+axis]-x) > 1e-4 {
				t.Errorf("atom %d: got %v, want %v", k+1, s.Positions[3*k:3*k+3], atom)
			}
		}
	}
	if (want.Cell == nil) != (s.Cell == nil) {
		t.Fatalf("cell: got %v, want %v", s.Cell, want.Cell)
	}
	for i, row := range want.Cell {
		for j, x := range row {
			if math.Abs(s.Cell[3*i+j]-x) > 1e-4 {
				t.Errorf("cell: got %v, want %v", s.Cell, want.Cell)
			}
		}
	}
	if want.PBC != nil && (file.PBC == nil || !slices.Equal(file.PBC[:], want.PBC)) {
		t.Errorf("pbc: got %v, want %v", file.PBC, want.PBC)
	}
}

// checkRoundTrip writes s, reads it and compares everything but the bonds, which
// the format does not hold; a second writing gives the same bytes.
func checkRoundTrip(t testing.TB, s *structure.Structure) {
	t.Helper()
	first, report := Write(s, format.Options{})
	again, err := Read(first, format.ReadOptions{})
	if err != nil {
		t.Fatalf("read of what was written: %v\n%.2000s", err, first)
	}
	if len(again.Warnings) > 0 && !strings.Contains(again.Warnings[0], "not periodic") {
		t.Errorf("reading what was written warns: %q", again.Warnings)
	}
	want := s.Clone()
	want.Bonds, want.BondOrders = nil, nil
	if len(report.Changes) == 0 && !reflect.DeepEqual(again.Structure, want) {
		t.Errorf("after writing and reading: got %+v, want %+v", again.Structure, want)
	}
	if second, _ := Write(again.Structure, format.Options{}); string(second) != string(first) {
		t.Errorf("the second writing differs:\n%.2000s\n%.2000s", first, second)
	}
}

// full is a structure with every array filled.
func full() *structure.Structure {
	return &structure.Structure{
		Elements:      []uint8{8, 1, 1, 11},
		Positions:     []float64{0, 1.0 / 3, -1e-17, 0.9572, 0, 0, -0.24, 0.9266, 0, 1e22, -5, 123456.789},
		Cell:          &[9]float64{10, 0, 0, 1.0 / 3, 9.5, 0, 0, -2, 8},
		Bonds:         [][2]uint32{{0, 1}, {0, 2}},
		Molecules:     []int32{0, 0, 0, 1},
		ResidueNames:  []string{"WAT", "WAT", "WAT", "NA"},
		ResidueIDs:    []int32{1, 1, 1, -2},
		AtomNames:     []string{"O1", "H1", "H2", "Na"},
		ChainIDs:      []string{"A", "A", "A", "é"},
		FormalCharges: []int32{0, 0, 0, 1},
		Scalars:       []structure.Channel{{Name: "q", Values: []float64{-0.8, 0.4, 0.4, 1}}, {Name: "mass.u", Values: []float64{1, 2, 3, 4e-300}}},
	}
}

func TestWriteFull(t *testing.T) {
	got, report := Write(full(), format.Options{Name: `salt "water"`})
	const want = `4
Lattice="10 0 0 0.3333333333333333 9.5 0 0 -2 8" Properties=species:S:1:pos:R:3:atomnames:S:1:residuenames:S:1:residuenumbers:I:1:chain:S:1:molecule:I:1:formal_charges:I:1:q:R:1:mass.u:R:1 pbc="T T T" name="salt \"water\""
O 0 0.3333333333333333 -1e-17 O1 WAT 1 A 0 0 -0.8 1
H 0.9572 0 0 H1 WAT 1 A 0 0 0.4 2
H -0.24 0.9266 0 H2 WAT 1 A 0 0 0.4 3
Na 1e+22 -5 123456.789 Na NA -2 é 1 1 1 4e-300
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if want := []string{"2 bonds are not stored in XYZ"}; !slices.Equal(report.Losses, want) || report.Changes != nil {
		t.Errorf("report: got %+v, want losses %q", report, want)
	}
	checkRoundTrip(t, full())
	file, err := Read(got, format.ReadOptions{})
	if err != nil || file.Name != `salt "water"` {
		t.Errorf("name: got %q, %v", file.Name, err)
	}
}

func TestWritePlain(t *testing.T) {
	s := &structure.Structure{Elements: []uint8{1, 92}, Positions: []float64{0, 0, 0, 1.5, -2.25, 3}}
	got, report := Write(s, format.Options{Name: "a=b\nc"})
	if want := "2\na b c\nH 0 0 0\nU 1.5 -2.25 3\n"; string(got) != want || report.Losses != nil || report.Changes != nil {
		t.Errorf("got %q %+v, want %q", got, report, want)
	}
	checkRoundTrip(t, s)
}

func TestWriteAwkwardNames(t *testing.T) {
	s := &structure.Structure{
		Elements: []uint8{6, 6, 6}, Positions: make([]float64, 9),
		ResidueNames: []string{"", "A B", "OK"},
		ChainIDs:     []string{" ", "A", "A"},
		Scalars:      []structure.Channel{{Name: "pos", Values: []float64{1, 2, 3}}, {Name: "a b", Values: []float64{1, 2, 3}}, {Name: "a:b", Values: []float64{1, 2, 3}}, {Name: "", Values: []float64{1, 2, 3}}},
	}
	got, report := Write(s, format.Options{})
	want := []string{
		"2 residue names with blanks or nothing in them are written with _",
		"1 chain id with blanks or nothing in them is written with _",
		`The values "pos" are named pos_2`,
		`The values "a b" are named a_b`,
		`The values "a:b" are named a_b_2`,
		`The values "" are named value`,
	}
	if !slices.Equal(report.Changes, want) {
		t.Errorf("changes: got %q, want %q", report.Changes, want)
	}
	file, err := Read(got, format.ReadOptions{})
	if err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	if want := []string{"_", "A_B", "OK"}; !slices.Equal(file.Structure.ResidueNames, want) {
		t.Errorf("got %q, want %q", file.Structure.ResidueNames, want)
	}
	checkRoundTrip(t, s)
}

func TestRead(t *testing.T) {
	tests := []struct {
		name, text string
		want       string // positions and elements, or the start of the error
		warnings   string
	}{
		{"plain", "2\nwater\nO 0 0 0\nH 1 2 3\n", "[8 1] [0 0 0 1 2 3]", ""},
		{"no final line end", "1\n\nO 0 0 0", "[8] [0 0 0]", ""},
		{"CRLF", "1\r\nx\r\nO 0 0 0\r\n", "[8] [0 0 0]", ""},
		{"CR", "1\rx\rO 0 0 0\r", "[8] [0 0 0]", ""},
		{"tabs", "1\n\nO\t1.5\t-2\t+3\n", "[8] [1.5 -2 3]", ""},
		{"byte order mark", "\ufeff1\n\nO 0 0 0\n", "[8] [0 0 0]", ""},
		{"as packmol writes", "       2\n Built with Packmol                                                       \n  O           1.234567       -2.000000       10.000000\n  H           0.500000        0.000000       -0.250000\n", "[8 1] [1.234567 -2 10 0.5 0 -0.25]", ""},
		{"blank lines", "\n\n1\n\nO 0 0 0\n\n \n", "[8] [0 0 0]", ""},
		{"C exponent", "1\n\nO 1.50E+00 -2e0 3e-1\n", "[8] [1.5 -2 0.3]", ""},
		{"Fortran exponent", "1\n\nO 1.50D+00 -2d0 3D-1\n", "[8] [1.5 -2 0.3]", ""},
		{"Mathematica exponent", "1\n\nO 1.5*^-3 0 0\n", "[8] [0.0015 0 0]", ""},
		{"atomic numbers", "2\n\n8 0 0 0\n118 0 0 0\n", "[8 118] [0 0 0 0 0 0]", ""},
		{"upper case", "1\n\nCL 0 0 0\n", "[17] [0 0 0]", "labels are read as elements: CL as Cl"},
		{"numbered labels", "3\n\nC1 0 0 0\nZn12 0 0 0\nC2 0 0 0\n", "[6 30 6] [0 0 0 0 0 0 0 0 0]", "labels are read as elements: C1 as C, Zn12 as Zn, C2 as C"},
		{"heavy water", "3\n\nO 0 0 0\nD 1 0 0\nD 0 1 0\n", "[8 1 1] [0 0 0 1 0 0 0 1 0]", ""},
		{"charge column", "1\nx\nO 0 0 0 -0.8\n", "[8] [0 0 0]", "the columns after x, y and z have no name in the file and are not kept"},
		{"equals sign in a plain comment", "1\nE=-76.4 pbc=yes\nO 0 0 0\n", "[8] [0 0 0]", ""},
		{"two frames", "1\n\nO 0 0 0\n1\n\nO 9 9 9\n", "[8] [0 0 0]", "the file holds 2 frames; the first is read"},
		{"second frame cut", "1\n\nO 0 0 0\n2\n\nO 9 9 9\n", "[8] [0 0 0]", "frame 2, from line 4, is cut off and is not counted"},
		{"text behind", "1\n\nO 0 0 0\nH 1 1 1\n", "[8] [0 0 0]", "line 4 and what follows is no frame and is ignored"},
		{"lattice without volume", "1\nLattice=\"1 0 0 0 1 0 0 0 0\"\nO 0 0 0\n", "[8] [0 0 0]", "the cell has no volume; the structure is opened without one"},
		{"not periodic", "1\nLattice=\"1 0 0 0 1 0 0 0 1\" pbc=\"F F F\"\nO 0 0 0\n", "[8] [0 0 0]", "the file says that the structure is not periodic; its lattice is kept as the cell"},
		{"columns in another order", "1\nProperties=pos:R:3:Z:I:1\n1 2 3 8\n", "[8] [1 2 3]", ""},
		{"atomic number beside the symbol", "1\nProperties=species:S:1:pos:R:3:Z:I:1\nO 1 2 3 8\n", "[8] [1 2 3]", ""},
		{"more columns than named", "1\nProperties=species:S:1:pos:R:3\nO 1 2 3 8\n", "[8] [1 2 3]", "the atom lines have more columns than Properties names; the rest is not kept"},
		{"text column", "1\nProperties=species:S:1:pos:R:3:tag:S:1\nO 1 2 3 x\n", "[8] [1 2 3]", "text columns are not kept: tag"},
		{"value that is not finite", "2\nProperties=species:S:1:pos:R:3:q:R:1\nO 1 2 3 1\nO 1 2 3 NaN\n", "[8 8] [1 2 3 1 2 3]", `the column "q" is not kept: its value for atom 2 is not finite`},
		{"negative molecule", "1\nProperties=species:S:1:pos:R:3:molecule:I:1\nO 1 2 3 -1\n", "[8] [1 2 3]", "molecule numbers are not kept: one of them is negative"},
		{"long chain id", "1\nProperties=species:S:1:pos:R:3:chain:S:1\nO 1 2 3 AB\n", "[8] [1 2 3]", `chain ids are not kept: "AB" is not one character`},
		{"bad pbc", "1\nLattice=\"1 0 0 0 1 0 0 0 1\" pbc=maybe\nO 0 0 0\n", "[8] [0 0 0]", "pbc is not three of T and F and is ignored"},

		{"empty", "", "line 1: the file ends where the number of atoms is expected", ""},
		{"blank", "\n \n", "line 3: the file ends where the number of atoms is expected", ""},
		{"no comment", "1", "line 2: the file ends where the comment line is expected", ""},
		{"count is text", "O 0 0 0\n", `line 1: expected the number of atoms, found "O 0 0 0"`, ""},
		{"no atoms", "0\n\n", "line 1: the file announces 0 atoms; it needs at least 1", ""},
		{"negative", "-1\n\nO 0 0 0\n", "line 1: the file announces -1 atoms", ""},
		{"billion", "1000000000\n\nO 0 0 0\n", "line 1: the file announces 1\u202f000\u202f000\u202f000 atoms; the limit is 1\u202f000\u202f000", ""},
		{"beyond 64 bits", "99999999999999999999\n\nO 0 0 0\n", "line 1: the file announces 99999999999999999999 atoms; the limit is 1\u202f000\u202f000", ""},
		{"too short", "100000\n\nO 0 0 0\n", "line 1: the file announces 100\u202f000 atoms and is too short", ""},
		{"too short for its columns", "9\nProperties=species:S:1:pos:R:3:q:R:996\n" + strings.Repeat("H 0 0 0\n", 9), "line 2: the file announces 9 atoms of 1000 columns and is too short to hold them", ""},
		{"cut", "2\n\nO 0.000 0.000 0.000\n", "line 4: the file ends where atom 2 of 2 is expected", ""},
		{"cut in a line", "2\n\nO 0.000 0.000 0.000\nO 0.0", "line 4: atom 2 of 2: expected the y coordinate, found the end of the line", ""},
		{"not an element", "1\n\nQq 0 0 0\n", `line 3: atom 1: "Qq" is not an element; XYZ files need symbols or atomic numbers`, ""},
		{"force-field label", "1\n\nopls_111 0 0 0\n", `line 3: atom 1: "opls_111" is not an element`, ""},
		{"ambiguous label", "1\n\nCA1 0 0 0\n", `line 3: atom 1: "CA1" is not an element`, ""},
		{"element 119", "1\n\n119 0 0 0\n", `line 3: atom 1: "119" is not an element`, ""},
		{"NaN", "1\n\nO 0 nan 0\n", `line 3: atom 1: expected the y coordinate, found "nan"`, ""},
		{"infinite", "1\n\nO 0 0 1e999\n", `line 3: atom 1: expected the z coordinate, found "1e999"`, ""},
		{"hexadecimal", "1\n\nO 0x10 0 0\n", `line 3: atom 1: expected the x coordinate, found "0x10"`, ""},
		{"decimal comma", "1\n\nO 0,5 0 0\n", `line 3: atom 1: expected the x coordinate, found "0,5"`, ""},
		{"short lattice", "1\nLattice=\"1 2 3\"\nO 0 0 0\n", "line 2: Lattice holds 3 numbers; it needs 9", ""},
		{"lattice of text", "1\nLattice=\"1 0 0 0 b 0 0 0 1\"\nO 0 0 0\n", `line 2: Lattice: expected a number, found "b"`, ""},
		{"unclosed lattice", "1\nLattice=\"1 0 0 0 1 0 0 0\nO 0 0 0\n", "line 2: Lattice holds 8 numbers", ""},
		{"properties without positions", "1\nProperties=species:S:1\nO 0 0 0\n", "line 2: Properties names no positions (pos:R:3)", ""},
		{"properties without elements", "1\nProperties=pos:R:3\nO 0 0 0\n", "line 2: Properties names no elements", ""},
		{"properties not triples", "1\nProperties=species:S:1:pos:R\nO 0 0 0\n", "line 2: Properties must be triples", ""},
		{"properties type", "1\nProperties=species:S:1:pos:R:3:q:X:1\nO 0 0 0\n", `line 2: Properties: the type of "q" must be R, I, S or L, found "X"`, ""},
		{"properties columns", "1\nProperties=species:S:1:pos:R:3:q:R:99999999\nO 0 0 0\n", `line 2: Properties: the number of columns of "q" must be from 1 to 1000`, ""},
		{"properties many columns", "1\nProperties=species:S:1:pos:R:3:q:R:999\nO 0 0 0\n", "line 2: Properties announces more than 1000 columns", ""},
		{"missing column", "1\nProperties=species:S:1:pos:R:3:q:R:1\nO 0 0 0\n", `line 3: atom 1 of 1: expected a value of "q", found the end of the line`, ""},
		{"scalar of text", "1\nProperties=species:S:1:pos:R:3:q:R:1\nO 0 0 0 x\n", `line 3: atom 1: expected a number for "q", found "x"`, ""},
		{"truth value", "1\nProperties=species:S:1:pos:R:3:q:L:1\nO 0 0 0 7\n", `line 3: atom 1: expected T or F for "q", found "7"`, ""},
		{"residue number beyond 32 bits", "1\nProperties=species:S:1:pos:R:3:resid:I:1\nO 0 0 0 5000000000\n", `line 3: atom 1: expected a whole number for "resid"`, ""},
		{"long comment", "1\n" + strings.Repeat("x", 1<<20+1) + "\nO 0 0 0\n", "line 2: the comment line is longer than 1\u202f048\u202f576 characters", ""},
	}
	for _, c := range tests {
		file, err := Read([]byte(c.text), format.ReadOptions{})
		got, warnings := "", ""
		if err != nil {
			got = err.Error()
			if strings.Contains(got, "\n") {
				t.Errorf("%s: the message has more than one line: %q", c.name, got)
			}
		} else {
			got = fmt.Sprint(file.Structure.Elements, file.Structure.Positions)
			warnings = strings.Join(file.Warnings, "; ")
			if err := file.Structure.Validate(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if !strings.HasPrefix(got, c.want) || err == nil && got != c.want || warnings != c.warnings {
			t.Errorf("%s: got %s with warnings %q, want %s with %q", c.name, got, warnings, c.want, c.warnings)
		}
	}
}

// TestDummies: places that are no atoms are labels; formats.Read leaves them out.
func TestDummies(t *testing.T) {
	file, err := Read([]byte("4\n\nO 0 0 0\nXx 0 0 1\nX 0 0 2\nH 0 0 3\n"), format.ReadOptions{})
	if err != nil || !slices.Equal(file.Labels, []string{"", "Xx", "X", ""}) || !slices.Equal(file.Structure.Elements, []uint8{8, 0, 0, 1}) {
		t.Fatalf("got %+v, %v", file, err)
	}
	if err := file.Settle(nil); err != nil || !slices.Equal(file.Structure.Positions, []float64{0, 0, 0, 0, 0, 3}) {
		t.Errorf("got %+v, %v", file.Structure, err)
	}
}

func TestFrames(t *testing.T) {
	const text = "1\na\nO 0 0 0\n\n2\nb\nH 0 0 1\nH 0 0 2\n1\nc\nq 0 0 3\n"
	file, err := Read([]byte(text), format.ReadOptions{Frame: 2})
	if err != nil || file.Frames != 3 || file.Title != "b" || file.Structure.Len() != 2 || len(file.Warnings) != 1 {
		t.Errorf("got %+v, %v", file, err)
	}
	for frame, want := range map[int]string{3: `line 11: atom 1: "q" is not an element`, 4: "frame 4 is asked for; the file holds 3 frames", 9: "frame 9 is asked for; the file holds 3 frames"} {
		if _, err := Read([]byte(text), format.ReadOptions{Frame: frame}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("frame %d: got %v, want %s", frame, err, want)
		}
	}
	if _, err := Read([]byte(text[:len(text)-8]), format.ReadOptions{Frame: 3}); err == nil || err.Error() != "frame 3 is asked for; the file holds 2 frames" {
		t.Errorf("cut: got %v", err)
	}
}

func TestReadColumns(t *testing.T) {
	const text = `2
Properties=species:S:1:pos:R:3:forces:R:3:d:I:2:fixed:L:1:resname:S:1:resid:I:1:name:S:1:atomtypes:S:1:formal_charge:I:1:mol_id:I:1:chain_id:S:1 Lattice={1 0 0 0 2 0 0 0 3} energy = -1.5 name='two atoms' flag
O 0 0 0 1 2 3 7 8 T WAT 4 x OW -1 0 A
H 0 0 1 4 5 6 9 1 F WAT 4 x HW 0 0 A
`
	file, err := Read([]byte(text), format.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := &structure.Structure{
		Elements: []uint8{8, 1}, Positions: []float64{0, 0, 0, 0, 0, 1}, Cell: &[9]float64{1, 0, 0, 0, 2, 0, 0, 0, 3},
		Molecules: []int32{0, 0}, ResidueNames: []string{"WAT", "WAT"}, ResidueIDs: []int32{4, 4}, AtomNames: []string{"OW", "HW"},
		ChainIDs: []string{"A", "A"}, FormalCharges: []int32{-1, 0},
		Scalars: []structure.Channel{
			{Name: "forces_x", Values: []float64{1, 4}}, {Name: "forces_y", Values: []float64{2, 5}}, {Name: "forces_z", Values: []float64{3, 6}},
			{Name: "d_1", Values: []float64{7, 9}}, {Name: "d_2", Values: []float64{8, 1}}, {Name: "fixed", Values: []float64{1, 0}},
		},
	}
	if !reflect.DeepEqual(file.Structure, want) {
		t.Errorf("got %+v, want %+v", file.Structure, want)
	}
	if file.Name != "two atoms" || file.Frames != 1 || *file.PBC != [3]bool{true, true, true} {
		t.Errorf("got name %q, %d frames, pbc %v", file.Name, file.Frames, file.PBC)
	}
	if want := []string{"text columns are not kept: name"}; !slices.Equal(file.Warnings, want) {
		t.Errorf("warnings: got %q, want %q", file.Warnings, want)
	}
}

func TestPairs(t *testing.T) {
	tests := []struct {
		line string
		want []pair
	}{
		{`a=1 b="two words" c='x "y"' d`, []pair{{"a", "1"}, {"b", "two words"}, {"c", `x "y"`}, {"d", "T"}}},
		{`a = 1  b= 2`, []pair{{"a", "1"}, {"b", "2"}}},
		{`m=[[1,2],[3,4]] n={5 6}`, []pair{{"m", "[1,2],[3,4]"}, {"n", "5 6"}}},
		{`q="say \"hi\"" r`, []pair{{"q", `say "hi"`}, {"r", "T"}}},
		{`open="never closed`, []pair{{"open", "never closed"}}},
		{`brace={1 2`, []pair{{"brace", "1 2"}}},
		{`"only text" a=1`, []pair{{"a", "1"}}},
		{`a=`, []pair{{"a", ""}}},
		{`=1`, []pair{{"", "1"}}},
		{``, nil},
	}
	for _, c := range tests {
		if got := pairs(c.line); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, o := range oracleFiles(f) {
		if len(o.Text) < 4000 {
			f.Add([]byte(o.Text))
		}
	}
	text, _ := Write(full(), format.Options{Name: "x"})
	f.Add(text)
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, format.ReadOptions{})
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("the message has more than one line: %q", err)
			}
			return
		}
		if err := file.Validate(true); err != nil {
			t.Fatalf("the structure is not valid: %v", err)
		}
		if file.Settle(nil) != nil || file.Structure.Len() == 0 {
			return
		}
		checkRoundTrip(t, file.Structure)
	})
}

// liquid is a box of n waters as the page would save it.
func liquid(n int) *structure.Structure {
	s := &structure.Structure{Cell: &[9]float64{170.8, 0, 0, 0, 170.8, 0, 0, 0, 170.8}}
	for i := range n {
		x := float64(i%1000) / 7
		for k, z := range []uint8{8, 1, 1} {
			s.Elements = append(s.Elements, z)
			s.Positions = append(s.Positions, math.Round(x*1e4)/1e4, float64(k)+0.1234, float64(i%977)/8)
			s.Molecules = append(s.Molecules, int32(i))
			s.ResidueIDs = append(s.ResidueIDs, int32(i+1))
			s.ResidueNames = append(s.ResidueNames, "WATE")
			s.AtomNames = append(s.AtomNames, []string{"O1", "H1", "H2"}[k])
		}
		o := uint32(3 * i)
		s.Bonds = append(s.Bonds, [2]uint32{o, o + 1}, [2]uint32{o, o + 2})
	}
	return s
}

func BenchmarkWrite500k(b *testing.B) {
	s := liquid(166_666)
	for b.Loop() {
		Write(s, format.Options{})
	}
}

func BenchmarkRead500k(b *testing.B) {
	text, _ := Write(liquid(166_666), format.Options{})
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Read(text, format.ReadOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleRead() {
	file, err := Read([]byte("3\nLattice=\"10 0 0 0 10 0 0 0 10\" Properties=species:S:1:pos:R:3\nO 0 0 0\nH 0.757 0.586 0\nH -0.757 0.586 0\n"), format.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Structure.Formula(), *file.Structure.Cell)
	// Output: H2O [10 0 0 0 10 0 0 0 10]
}
