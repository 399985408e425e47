package gro

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

// waters is two waters and an ion in the given cell.
func waters(cell *[9]float64) *structure.Structure {
	return &structure.Structure{
		Elements: []uint8{8, 1, 1, 8, 1, 1, 17},
		Positions: []float64{
			0, 0, 0, 0.757, 0.586, 0, -0.757, 0.586, 0,
			5, 5, 5, 5.757, 5.586, 5, 4.243, 5.586, 5, 9.999, -1.234, 2,
		},
		Cell:          cell,
		Bonds:         [][2]uint32{{0, 1}, {0, 2}, {3, 4}, {3, 5}},
		Molecules:     []int32{0, 0, 0, 1, 1, 1, 2},
		ResidueNames:  []string{"WATE", "WATE", "WATE", "WATE", "WATE", "WATE", "CL"},
		ResidueIDs:    []int32{1, 1, 1, 2, 2, 2, 3},
		AtomNames:     []string{"O1", "H1", "H2", "O1", "H1", "H2", "CL"},
		FormalCharges: []int32{0, 0, 0, 0, 0, 0, -1},
	}
}

const elementsLost = "Elements are not stored in GRO: readers take them from atom names"

func TestGoldenBox(t *testing.T) {
	s := waters(&[9]float64{18.6206, 0, 0, 0, 18.6206, 0, 0, 0, 20})
	got, report, err := Write(s, format.Options{Name: "salt water"})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "box.gro", got)
	want := []string{
		"4 bonds are not stored in GRO",
		"The formal charges of 1 atom are not stored in GRO",
		elementsLost,
		"Coordinates are rounded to 0.001 nm",
	}
	if !slices.Equal(report.Losses, want) || report.Changes != nil {
		t.Errorf("got %+v, want losses %q", report, want)
	}
}

func TestGoldenTriclinic(t *testing.T) {
	s := waters(&[9]float64{20, 0, 0, 12, 18, 0, 3, -2, 16})
	got, report, err := Write(s, format.Options{Name: "tilted t= box", Decimals: 5})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "triclinic.gro", got)
	want := []string{"The cell is described by shorter vectors of the same lattice, as GROMACS wants tilts of at most half an edge"}
	if !slices.Equal(report.Changes, want) {
		t.Errorf("changes: got %q, want %q", report.Changes, want)
	}
	if slices.Contains(report.Losses, "Coordinates are rounded to 0.00001 nm") {
		t.Errorf("losses: got %q", report.Losses)
	}
}

// read takes a GRO file apart by its columns.
func read(t *testing.T, text string) (residues []string, names []string, positions, box []float64) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var n int
	if _, err := fmt.Sscan(lines[1], &n); err != nil || len(lines) != n+3 {
		t.Fatalf("got %d lines for %d atoms (%v)", len(lines), n, err)
	}
	for _, line := range lines[2 : 2+n] {
		residues = append(residues, line[:10])
		names = append(names, strings.TrimSpace(line[10:15]))
		dot := strings.IndexByte(line, '.')
		width := strings.IndexByte(line[dot+1:], '.') + 1
		for k := range 3 {
			var x float64
			if _, err := fmt.Sscan(line[20+k*width:20+(k+1)*width], &x); err != nil {
				t.Fatal(err)
			}
			positions = append(positions, 10*x)
		}
	}
	for _, word := range strings.Fields(lines[n+2]) {
		var x float64
		if _, err := fmt.Sscan(word, &x); err != nil {
			t.Fatal(err)
		}
		box = append(box, 10*x)
	}
	return residues, names, positions, box
}

func TestReadBack(t *testing.T) {
	s := waters(&[9]float64{20, 0, 0, 5, 18, 0, -3, 2, 16})
	got, _, err := Write(s, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	residues, names, positions, box := read(t, string(got))
	if want := "    1WATE "; residues[0] != want {
		t.Errorf("got %q, want %q", residues[0], want)
	}
	if want := "    3CL   "; residues[6] != want {
		t.Errorf("got %q, want %q", residues[6], want)
	}
	if !slices.Equal(names, s.AtomNames) {
		t.Errorf("got %q, want %q", names, s.AtomNames)
	}
	for k, x := range positions {
		if math.Abs(x-s.Positions[k]) > 5.1e-3 {
			t.Errorf("number %d: got %g, want %g", k, x, s.Positions[k])
		}
	}
	// v1(x) v2(y) v3(z) v1(y) v1(z) v2(x) v2(z) v3(x) v3(y)
	if want := []float64{20, 18, 16, 0, 0, 5, 0, -3, 2}; !slices.Equal(box, want) {
		t.Errorf("box: got %v, want %v", box, want)
	}
}

// TestBoxIsLegal: whatever cell comes in, the box that goes out is one that
// GROMACS accepts, spans the same lattice, and the distances stay.
func TestBoxIsLegal(t *testing.T) {
	cells := [][9]float64{
		{20, 0, 0, 0, 20, 0, 0, 0, 20},
		{0, 20, 0, 0, 0, 20, 20, 0, 0},
		{20, 0, 0, 0, 20, 0, 0, 0, -20},
		{0, 10, 10, 10, 0, 10, 10, 10, 0},
		{20, 0, 0, 19, 18, 0, -19, 17, 16},
		{-4, 4, 4, 4, -4, 4, 14.8, 14.8, -14.8},
		{12, 1, 2, -3, 15, 4, 5, -6, 17},
	}
	for _, c := range cells {
		s := waters(&c)
		got, _, err := Write(s, format.Options{Decimals: 6})
		if err != nil {
			t.Fatal(err)
		}
		_, _, positions, box := read(t, string(got))
		for len(box) < 9 {
			box = append(box, 0)
		}
		ax, by, cz, bx, cx, cy := box[0], box[1], box[2], box[5], box[7], box[8]
		if ax <= 0 || by <= 0 || cz <= 0 || box[3] != 0 || box[4] != 0 || box[6] != 0 ||
			math.Abs(bx) > ax/2+1e-4 || math.Abs(cx) > ax/2+1e-4 || math.Abs(cy) > by/2+1e-4 {
			t.Errorf("%v: GROMACS refuses the box %v", c, box)
		}
		v := [9]float64{ax, 0, 0, bx, by, 0, cx, cy, cz}
		for i := range s.Len() {
			for j := range i {
				want := closest(s.Positions, i, j, &c)
				if d := closest(positions, i, j, &v); math.Abs(d-want) > 1e-3 {
					t.Errorf("%v: distance %d–%d: got %g, want %g", c, i+1, j+1, d, want)
				}
			}
		}
	}
}

// closest is the distance of the closest images of two atoms.
func closest(p []float64, i, j int, v *[9]float64) float64 {
	best := math.Inf(1)
	const reach = 4
	for a := -reach; a <= reach; a++ {
		for b := -reach; b <= reach; b++ {
			for c := -reach; c <= reach; c++ {
				d2 := 0.0
				for k := range 3 {
					d := p[3*i+k] - p[3*j+k] + float64(a)*v[k] + float64(b)*v[3+k] + float64(c)*v[6+k]
					d2 += d * d
				}
				best = min(best, d2)
			}
		}
	}
	return math.Sqrt(best)
}

func TestReport(t *testing.T) {
	bare := &structure.Structure{Elements: []uint8{6, 17}, Positions: []float64{0, 0, 0, 1, 1, 1}}
	got, report, err := Write(bare, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `Written by Molsmith
    2
    1MOL      C    1   0.000   0.000   0.000
    1MOL     Cl    2   0.100   0.100   0.100
  0.00000   0.00000   0.00000
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	changes := []string{
		"There is no cell: the box is written as 0 0 0",
		"There are no residue numbers: every atom is written in residue 1",
		"There are no residue names: MOL is written",
		"There are no atom names: element symbols are written",
	}
	if !slices.Equal(report.Changes, changes) || !slices.Equal(report.Losses, []string{elementsLost}) {
		t.Errorf("got %+v, want changes %q", report, changes)
	}

	n := 100_001
	large := &structure.Structure{Elements: make([]uint8, n), Positions: make([]float64, 3*n), Molecules: make([]int32, n), ResidueNames: make([]string, n), AtomNames: make([]string, n)}
	for i := range n {
		large.Elements[i], large.Molecules[i], large.ResidueNames[i], large.AtomNames[i] = 18, int32(i), "ARGON", "A R"
	}
	large.ResidueNames[0] = ""
	got, report, err = Write(large, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	changes = []string{
		"There is no cell: the box is written as 0 0 0",
		"Atom numbers are written modulo 100\u202f000",
		"Residue numbers are written modulo 100\u202f000",
		"Molecules are numbered as residues, from 1",
		"1 residue name is empty and written as _",
		"100\u202f001 atom names are cut to five characters without blanks",
	}
	if !slices.Equal(report.Changes, changes) {
		t.Errorf("got %q, want %q", report.Changes, changes)
	}
	lines := strings.Split(string(got), "\n")
	for line, want := range map[int]string{
		1: "100001", 2: "    1_      A_R    1   0.000   0.000   0.000",
		2 + 99_999: "    0ARGON  A_R    0   0.000   0.000   0.000", 2 + 100_000: "    1ARGON  A_R    1   0.000   0.000   0.000",
	} {
		if lines[line] != want {
			t.Errorf("line %d: got %q, want %q", line+1, lines[line], want)
		}
	}
}

func TestRefusals(t *testing.T) {
	far := waters(nil)
	far.Positions[4] = -10_000
	if _, err := Check(far, format.Options{}); err == nil || err.Error() != "GRO coordinates must lie between -999.999 and 9999.999 nm; atom 2 does not" {
		t.Errorf("far atom: got %v", err)
	}
	if _, err := Check(waters(nil), format.Options{Decimals: 9}); err == nil || err.Error() != "GRO files have 3 to 6 decimals; 9 is not possible" {
		t.Errorf("decimals: got %v", err)
	}
	flat := waters(&[9]float64{1, 0, 0, 2, 0, 0, 0, 0, 1})
	report, err := Check(flat, format.Options{})
	if err != nil || report.Losses[0] != "The cell has no volume and is not written" {
		t.Errorf("flat cell: got %+v, %v", report, err)
	}
}

func BenchmarkWrite500k(b *testing.B) {
	s := waters(&[9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20})
	large := &structure.Structure{Cell: s.Cell}
	for i := range 71_428 {
		large.Elements = append(large.Elements, s.Elements...)
		large.Positions = append(large.Positions, s.Positions...)
		large.ResidueNames = append(large.ResidueNames, s.ResidueNames...)
		large.AtomNames = append(large.AtomNames, s.AtomNames...)
		for range s.Len() {
			large.ResidueIDs = append(large.ResidueIDs, int32(i))
		}
	}
	for b.Loop() {
		if _, _, err := Write(large, format.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleWrite() {
	water := &structure.Structure{
		Elements:     []uint8{8, 1, 1},
		Positions:    []float64{5, 5, 5, 5.757, 5.586, 5, 4.243, 5.586, 5},
		Cell:         &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10},
		ResidueNames: []string{"SOL", "SOL", "SOL"},
		AtomNames:    []string{"OW", "HW1", "HW2"},
	}
	text, _, err := Write(water, format.Options{Name: "One water"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	// Output:
	// One water
	//     3
	//     1SOL     OW    1   0.500   0.500   0.500
	//     1SOL    HW1    2   0.576   0.559   0.500
	//     1SOL    HW2    3   0.424   0.559   0.500
	//   1.00000   1.00000   1.00000
}
