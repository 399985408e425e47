package pdb

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with testdata/name.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// box is a water, a sodium ion and an acetate in a triclinic cell, as a tool
// makes it.
func box() *structure.Structure {
	return &structure.Structure{
		Elements: []uint8{8, 1, 1, 11, 6, 6, 8, 8, 1, 1, 1},
		Positions: []float64{
			0, 0, 0, 0.757, 0.586, 0, -0.757, 0.586, 0, 5, 5, 5,
			3, 3, 3, 4.5, 3, 3, 5.1, 4.05, 3, 5.1, 1.9, 3, 2.6, 4, 3, 2.6, 2.5, 3.9, 2.6, 2.5, 2.1,
		},
		Cell:          &[9]float64{12, 0, 0, 3, 11, 0, -2, 1, 10},
		Bonds:         [][2]uint32{{0, 1}, {0, 2}, {4, 5}, {5, 6}, {5, 7}, {4, 8}, {4, 9}, {4, 10}},
		BondOrders:    []uint8{1, 1, 1, 2, 1, 1, 1, 1},
		Molecules:     []int32{0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2},
		ResidueNames:  []string{"WATE", "WATE", "WATE", "NA", "ACE", "ACE", "ACE", "ACE", "ACE", "ACE", "ACE"},
		ResidueIDs:    []int32{1, 1, 1, 2, 3, 3, 3, 3, 3, 3, 3},
		AtomNames:     []string{"O1", "H1", "H2", "NA", "C1", "C2", "O1", "O2", "H1", "H2", "H3"},
		FormalCharges: []int32{0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0},
	}
}

func TestGoldenBox(t *testing.T) {
	got, report, err := Write(box(), format.Options{Name: "salt water"})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "box.pdb", got)
	if len(report.Changes) != 0 {
		t.Errorf("changes: got %q, want none", report.Changes)
	}
	if want := []string{"Cell edges are rounded to 0.001 Å and angles to 0.01°"}; !slices.Equal(report.Losses, want) {
		t.Errorf("losses: got %q, want %q", report.Losses, want)
	}
}

// TestGoldenPeptide: ATOM and TER records, chains, names of one- and two-letter
// elements.
func TestGoldenPeptide(t *testing.T) {
	s := &structure.Structure{
		Elements:     []uint8{7, 6, 6, 8, 7, 1, 20, 8, 17},
		Positions:    make([]float64, 27),
		ResidueNames: []string{"GLY", "GLY", "GLY", "GLY", "ALA", "ALA", "CA", "HOH", "CL"},
		ResidueIDs:   []int32{1, 1, 1, 1, 1, 1, 101, 102, 103},
		AtomNames:    []string{"N", "CA", "C", "O", "N", "HB12", "CA", "O", "CL"},
		ChainIDs:     []string{"A", "A", "A", "A", "B", "B", "A", "A", " "},
	}
	for i := range s.Positions {
		s.Positions[i] = float64(i) - 13
	}
	got, _, err := Write(s, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "peptide.pdb", got)
}

// TestColumns checks every record of the golden box against the columns of the
// format description.
func TestColumns(t *testing.T) {
	s := box()
	got, _, err := Write(s, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	atoms := 0
	for _, line := range strings.Split(strings.TrimSuffix(string(got), "\n"), "\n") {
		switch {
		case strings.HasPrefix(line, "HETATM"):
			var x, y, z float64
			if _, err := fmt.Sscan(line[30:38]+" "+line[38:46]+" "+line[46:54], &x, &y, &z); err != nil {
				t.Fatal(err)
			}
			for k, v := range [3]float64{x, y, z} {
				if math.Abs(v-s.Positions[3*atoms+k]) > 5.1e-4 {
					t.Errorf("atom %d: got %v, want %v", atoms+1, [3]float64{x, y, z}, s.Positions[3*atoms:3*atoms+3])
				}
			}
			if got, want := strings.TrimSpace(line[17:21]), s.ResidueNames[atoms]; got != want {
				t.Errorf("atom %d: residue name %q, want %q", atoms+1, got, want)
			}
			if got, want := strings.TrimSpace(line[22:26]), fmt.Sprint(s.ResidueIDs[atoms]); got != want {
				t.Errorf("atom %d: residue number %q, want %q", atoms+1, got, want)
			}
			if got, want := strings.TrimSpace(line[6:11]), fmt.Sprint(atoms+1); got != want {
				t.Errorf("serial: got %s, want %s", got, want)
			}
			if got, want := strings.TrimSpace(line[76:78]), symbol(s.Elements[atoms]); got != want {
				t.Errorf("element: got %s, want %s", got, want)
			}
			atoms++
		case strings.HasPrefix(line, "CRYST1"):
			if len(line) != 70 || line[55:66] != "P 1        " {
				t.Errorf("got %q", line)
			}
		}
	}
	if atoms != s.Len() {
		t.Errorf("got %d atoms, want %d", atoms, s.Len())
	}
}

func TestNames(t *testing.T) {
	tests := []struct{ name, element, want string }{
		{"CA", "C", " CA "},
		{"CA", "CA", "CA  "},
		{"ca", "CA", "ca  "},
		{"O1", "O", " O1 "},
		{"HB12", "H", "HB12"},
		{"CL2", "CL", "CL2 "},
		{"X", "CL", " X  "},
		{"N", "N", " N  "},
		{"1HB", "H", " 1HB"},
	}
	for _, c := range tests {
		if got := string(appendName(nil, c.name, c.element)); got != c.want {
			t.Errorf("%s of %s: got %q, want %q", c.name, c.element, got, c.want)
		}
	}
}

func TestHybrid36(t *testing.T) {
	tests := []struct {
		n     int64
		width int
		want  string
	}{
		{1, 5, "    1"}, {99_999, 5, "99999"}, {100_000, 5, "A0000"}, {100_001, 5, "A0001"}, {100_035, 5, "A000Z"}, {100_036, 5, "A0010"},
		{43_770_015, 5, "ZZZZZ"}, {43_770_016, 5, "a0000"}, {87_440_031, 5, "zzzzz"},
		{-999, 4, "-999"}, {9999, 4, "9999"}, {10_000, 4, "A000"}, {1_223_055, 4, "ZZZZ"}, {1_223_056, 4, "a000"}, {maxHybrid4, 4, "zzzz"},
	}
	for _, c := range tests {
		if got := string(appendHybrid36(nil, c.n, c.width)); got != c.want {
			t.Errorf("%d: got %q, want %q", c.n, got, c.want)
		}
	}
}

func TestReport(t *testing.T) {
	many := func(n int) *structure.Structure {
		s := &structure.Structure{Elements: make([]uint8, n), Positions: make([]float64, 3*n), ResidueIDs: make([]int32, n)}
		for i := range n {
			s.Elements[i] = 1
			s.ResidueIDs[i] = int32(i + 1)
		}
		return s
	}
	rotated := box()
	rotated.Cell = &[9]float64{0, 12, 0, 12, 0, 0, 0, 0, 12}
	awkward := &structure.Structure{
		Elements: []uint8{6, 6, 6, 6}, Positions: []float64{0, 0, 0, 0.00049, 0, 0, 0, 0, 0, 0, 0, 0},
		Cell:          &[9]float64{1, 0, 0, 2, 0, 0, 0, 0, 1},
		Bonds:         [][2]uint32{{0, 1}},
		BondOrders:    []uint8{4},
		Molecules:     []int32{0, 0, 1, 1},
		ResidueNames:  []string{"METHANE", "METHANOL", "", "METH"},
		ResidueIDs:    []int32{-1000, 1, 2, 3_000_000},
		AtomNames:     []string{"C12345", "C", "", "C 1"},
		ChainIDs:      []string{"é", "A", "A", "A"},
		FormalCharges: []int32{0, -12, 0, 0},
		Scalars:       []structure.Channel{{Name: "q", Values: make([]float64, 4)}},
	}
	tiny := box()
	tiny.Cell = &[9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	tests := []struct {
		name            string
		s               *structure.Structure
		losses, changes []string
	}{
		{"placeholder", tiny, []string{"A cell of 1 Å edges is the placeholder for none in PDB"}, nil},
		{"large", many(100_000), nil, []string{
			"Atom numbers beyond 99\u202f999 are written in hybrid-36",
			"Residue numbers beyond 9\u202f999 are written in hybrid-36",
			"There are no residue names: MOL is written",
			"Atom names are made from the element and a number that counts within the residue",
		}},
		{"left-handed and turned", rotated, nil, []string{
			"The third cell vector is reversed, because the cell is left-handed; the lattice is the same",
			"Cell and atoms are turned together, so that a lies along x and b in the xy plane",
		}},
		{"awkward", awkward, []string{
			"The cell has no volume and is not written",
			"Molecule numbers are not stored in PDB",
			`The values "q" are not stored in PDB`,
			"Coordinates are rounded to 0.001 Å",
			"The formal charges of 1 atom beyond ±9 are not stored in PDB",
			"1 aromatic bond is written like single bonds",
		}, []string{
			`The residue name "METHANE" is written MET2`,
			`The residue name "METHANOL" is written MET3`,
			`Atoms without a residue name are written in residue MOL`,
			"Residue numbers beyond 9\u202f999 are written in hybrid-36",
			"Residue numbers that do not fit four columns are written modulo 10\u202f000",
			"3 atom names are cut to four printable characters",
			"The chain ids of 1 atom are no printable ASCII characters and are written as _",
		}},
	}
	for _, c := range tests {
		before := c.s.Clone()
		report, err := Check(c.s, format.Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if !slices.Equal(report.Losses, c.losses) || !slices.Equal(report.Changes, c.changes) {
			t.Errorf("%s: got losses %q and changes %q, want %q and %q", c.name, report.Losses, report.Changes, c.losses, c.changes)
		}
		_, written, err := Write(c.s, format.Options{})
		if err != nil || !slices.Equal(written.Losses, report.Losses) || !slices.Equal(written.Changes, report.Changes) {
			t.Errorf("%s: the report of Write differs: %+v, %v", c.name, written, err)
		}
		if before.Positions[0] != c.s.Positions[0] {
			t.Errorf("%s: the input changed", c.name)
		}
	}
}

func TestRefusals(t *testing.T) {
	far := box()
	far.Positions[4] = 10_000
	if _, err := Check(far, format.Options{}); err == nil || err.Error() != "PDB coordinates must lie between -999.999 and 9999.999 Å; atom 2 does not" {
		t.Errorf("far atom: got %v", err)
	}
	wide := box()
	wide.Cell = &[9]float64{100_000, 0, 0, 0, 10, 0, 0, 0, 10}
	if _, err := Check(wide, format.Options{}); err == nil || err.Error() != "PDB cell edges must be below 100\u202f000 Å; one is 100000 Å" {
		t.Errorf("wide cell: got %v", err)
	}
}

func TestConnections(t *testing.T) {
	s := &structure.Structure{
		Elements: []uint8{6, 6, 7, 1, 1, 1}, Positions: make([]float64, 18),
		Bonds:      [][2]uint32{{0, 1}, {1, 2}, {3, 0}, {0, 4}, {0, 5}},
		BondOrders: []uint8{1, 3, 1, 1, 1},
	}
	got, _, err := Write(s, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, records, _ := strings.Cut(string(got), "CONECT")
	const want = `    1    2    4    5    6
CONECT    2    1    3    3    3
CONECT    3    2    2    2
CONECT    4    1
CONECT    5    1
CONECT    6    1
END
`
	if records != want {
		t.Errorf("got\n%s\nwant\n%s", records, want)
	}
}

// TestTurnedTogether: distances between atoms, and between atoms and images, are
// the same in the file as in the structure.
func TestTurnedTogether(t *testing.T) {
	s := box()
	s.Cell = &[9]float64{0, 0, 12, 11, 0, 3, 1, 10, -2} // the same shape, standing otherwise
	got, report, err := Write(s, format.Options{})
	if err != nil || len(report.Changes) == 0 {
		t.Fatalf("got %v, %v", report, err)
	}
	line := strings.SplitN(string(got), "\n", 2)[0]
	if want := "CRYST1   12.000   11.402   10.247  87.55 101.26  74.74 P 1           1"; line != want {
		t.Errorf("got %q, want %q", line, want)
	}
	var p [][3]float64
	for _, line := range strings.Split(string(got), "\n") {
		if strings.HasPrefix(line, "HETATM") {
			var x [3]float64
			fmt.Sscan(line[30:38]+" "+line[38:46]+" "+line[46:54], &x[0], &x[1], &x[2])
			p = append(p, x)
		}
	}
	distance := func(a, b [3]float64) float64 {
		return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
	}
	at := func(i int) [3]float64 { return [3]float64(s.Positions[3*i : 3*i+3]) }
	for i := range s.Len() {
		for j := range i {
			if d := distance(at(i), at(j)) - distance(p[i], p[j]); math.Abs(d) > 2e-3 {
				t.Errorf("distance %d–%d changed by %g", i+1, j+1, d)
			}
		}
	}
}

func BenchmarkWrite500k(b *testing.B) {
	s := &structure.Structure{Cell: &[9]float64{170.8, 0, 0, 0, 170.8, 0, 0, 0, 170.8}}
	for i := range 166_666 {
		for k, z := range []uint8{8, 1, 1} {
			s.Elements = append(s.Elements, z)
			s.Positions = append(s.Positions, float64(i%1000)/7, float64(k), float64(i%977)/8)
			s.ResidueIDs = append(s.ResidueIDs, int32(i+1))
			s.ResidueNames = append(s.ResidueNames, "WATE")
			s.AtomNames = append(s.AtomNames, []string{"O1", "H1", "H2"}[k])
		}
		o := uint32(3 * i)
		s.Bonds = append(s.Bonds, [2]uint32{o, o + 1}, [2]uint32{o, o + 2})
	}
	for b.Loop() {
		if _, _, err := Write(s, format.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleWrite() {
	water := &structure.Structure{
		Elements:  []uint8{8, 1, 1},
		Positions: []float64{0, 0, 0, 0.757, 0.586, 0, -0.757, 0.586, 0},
		Bonds:     [][2]uint32{{0, 1}, {0, 2}},
		AtomNames: []string{"O", "H1", "H2"},
	}
	text, _, err := Write(water, format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	// Output:
	// HETATM    1  O   MOL     1       0.000   0.000   0.000  1.00  0.00           O
	// HETATM    2  H1  MOL     1       0.757   0.586   0.000  1.00  0.00           H
	// HETATM    3  H2  MOL     1      -0.757   0.586   0.000  1.00  0.00           H
	// CONECT    1    2    3
	// CONECT    2    1
	// CONECT    3    1
	// END
}
