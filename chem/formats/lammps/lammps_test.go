package lammps

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

const box = "0 10 xlo xhi\n0 10 ylo yhi\n0 10 zlo zhi\n"

// file makes a data file of a header, masses of carbon and hydrogen, and sections.
func file(header, sections string) string {
	return "title\n" + header + "\n2 atom types\n" + box + "\nMasses\n\n1 12.011 # C\n2 1.008\n\n" + sections
}

func TestRead(t *testing.T) {
	tests := []struct{ name, text, want, warnings string }{
		{"atomic", file("1 atoms", "Atoms # atomic\n\n1 1 1 2 3\n"), "[6] [1 2 3]", ""},
		{"guessed atomic with image flags", file("1 atoms", "Atoms\n\n1 1 1 2 3 0 -1 0\n"), "[6] [1 2 3]", "the file does not name its atom style; its columns are read as atomic; image flags of 1 atom are not applied: bonded atoms may lie on opposite sides of the box"},
		{"guessed charge", file("2 atoms", "Atoms\n\n1 1 0 1 2 3\n2 2 0.5 0 0 0\n"), "[6 1] [1 2 3 0 0 0] charge[0 0.5]", "the file does not name its atom style; its columns are read as charge"},
		{"guessed molecular", file("2 atoms\n1 bonds", "Atoms\n\n1 7 1 1 2 3\n2 7 2 0 0 0\n\nBonds\n\n1 1 2 1\n"), "[6 1] [1 2 3 0 0 0] mol[6 6] [[1 0]]", "the file does not name its atom style; its columns are read as molecular"},
		{"full", file("2 atoms\n1 bonds", "Atoms # full\n\n5 1 1 -0.5 1 2 3 # CA\n9 1 2 0.5 0 0 0\n\nBonds # harmonic\n\n1 1 5 9\n"), "[6 1] [1 2 3 0 0 0] mol[0 0] [[0 1]] charge[-0.5 0.5]", ""},
		{"molecule 0", file("2 atoms", "Atoms # molecular\n\n1 0 1 1 2 3\n2 1 2 0 0 0\n"), "[6 1] [1 2 3 0 0 0] mol[0 1]", ""},
		{"no charges, no molecules", file("1 atoms", "Atoms # full\n\n1 0 1 0 1 2 3\n"), "[6] [1 2 3]", ""},
		{"sphere", file("1 atoms", "Atoms # sphere\n\n1 1 0.5 2.5 1 2 3\n"), "[6] [1 2 3]", ""},
		{"tilted", strings.Replace(file("1 atoms", "Atoms # atomic\n\n1 1 1 2 3\n"), "zhi\n", "zhi\n1 -2 3 xy xz yz\n", 1), "[6] [1 2 3] [10 0 0 1 10 0 -2 3 10]", ""},
		{"general triclinic", "t\n1 atoms\n1 atom types\n0 5 0 avec\n5 0 0 bvec\n0 0 -4 cvec\n0 0 0 abc origin\n\nMasses\n\n1 16\n\nAtoms # atomic\n\n1 1 1 2 3\n", "[8] [1 2 3] [0 5 0 5 0 0 0 0 -4]", ""},
		{"origin", strings.Replace(file("1 atoms", "Atoms # atomic\n\n1 1 1 2 3\n"), "0 10 xlo", "-5 5 xlo", 1), "[6] [1 2 3]", "the box begins at -5, 0, 0; the positions are kept as they are listed"},
		{"flat", "t\n1 atoms\n1 atom types\n0 10 xlo xhi\n0 10 ylo yhi\nMasses\n\n1 12\n\nAtoms # atomic\n\n1 1 1 2 0\n", "[6] [1 2 0] [10 0 0 0 10 0 0 0 1]", "the header does not bound the box in z; it reaches from -0.5 to 0.5; the box begins at 0, 0, -0.5; the positions are kept as they are listed"},
		{"type labels", "t\n2 atoms\n2 atom types\n" + box + "\nAtom Type Labels\n\n1 opls_135\n2 Na+\n\nMasses\n\nopls_135 12.0\nNa+ 22.99\n\nAtoms # atomic\n\n1 opls_135 1 2 3\n2 2 0 0 0\n", "[6 11] [1 2 3 0 0 0]", ""},
		{"no masses", "t\n1 atoms\n1 atom types\n" + box + "Atoms # atomic\n\n1 1 1 2 3\n", "1 [1 2 3]", ""},
		{"bead", "t\n1 atoms\n1 atom types\n" + box + "Masses\n\n1 72.0 # P4 bead\n\nAtoms # atomic\n\n1 1 1 2 3\n", "P4 [1 2 3]", ""},
		{"Ar beside Ca", "t\n2 atoms\n2 atom types\n" + box + "Masses\n\n1 39.95\n2 40.08\n\nAtoms # atomic\n\n1 1 1 2 3\n2 2 1 1 1\n", "[18 20] [1 2 3 1 1 1]", ""},
		{"sections that are not kept", file("1 atoms", "Pair Coeffs # lj/cut\n\n1 0.1 3\n\nAtoms # atomic\n\n1 1 1 2 3\n\nVelocities\n\n1 0 0 0\n"), "[6] [1 2 3]", "not kept: Pair Coeffs, Velocities"},
		{"text in the header", "t\n# comment\n   1   atoms # yes\nThis line says nothing\n1 atom types\n" + box + "Masses\n\n1 12\n\n Atoms # atomic\n\n1 1 1 2 3\n", "[6] [1 2 3]", ""},
		{"box only", "t\n0 atoms\n" + box, "[] []", ""},
		{"reduced units", "LAMMPS data file via write_data, version 1, timestep = 0, units = lj\n1 atoms\n1 atom types\n" + box + "Masses\n\n1 1\n\nAtoms # atomic\n\n1 1 1 2 3\n", "[1] [1 2 3]", "the units are lj: lengths and masses are reduced, not Å and u"},

		{"empty", "", "line 1: the file ends where the title line is expected", ""},
		{"no number of atoms", "t\n" + box, "line 4: the header does not say how many atoms there are", ""},
		{"negative", "t\n-1 atoms\n", `line 2: expected the number of atoms, found "-1"`, ""},
		{"billion", "t\n1000000000 atoms\n", "line 2: the file announces 1000000000 atoms; the limit is 1\u202f000\u202f000", ""},
		{"no box", "t\n1 atoms\n", "line 2: the header does not bound the box", ""},
		{"flat box", "t\n1 atoms\n1 1 xlo xhi\n", "line 3: the box has no extent in x: 1 to 1", ""},
		{"no Atoms", file("1 atoms", ""), "line 12: the file ends without the section Atoms; its header announces 1 atom", ""},
		{"no Bonds", file("1 atoms\n1 bonds", "Atoms # atomic\n\n1 1 1 2 3\n"), "line 16: the file ends without the section Bonds; its header announces 1 bond", ""},
		{"too few atoms", file("2 atoms", "Atoms # atomic\n\n1 1 1 2 3\n"), "line 15: the section Atoms holds 1 row; the header announces 2", ""},
		{"too many atoms", file("1 atoms", "Atoms # atomic\n\n1 1 1 2 3\n2 1 1 2 3\n"), "line 16: the section Atoms holds 2 rows; the header announces 1", ""},
		{"far too few", file("900000 atoms", "Atoms # atomic\n\n1 1 1 2 3\n"), "line 13: the file announces 900\u202f000 atoms and is too short to hold them", ""},
		{"twice", file("2 atoms", "Atoms # atomic\n\n1 1 1 2 3\n1 1 1 2 3\n"), "line 16: atom number 1 stands twice", ""},
		{"columns", file("1 atoms", "Atoms # full\n\n1 1 1 2 3\n"), "line 15: atom 1 of 1: expected 7 or 10 columns (style full), found 5", ""},
		{"unknown style", file("1 atoms", "Atoms # smd\n\n1 1 1 2 3 4 5 6 7 8 9 10\n"), "line 13: atom lines of 12 columns are of no known style; write it behind Atoms", ""},
		{"hybrid", file("1 atoms", "Atoms # hybrid\n\n1 1 1 2 3\n"), "line 13: the atom style hybrid is not read", ""},
		{"type beyond", file("1 atoms", "Atoms # atomic\n\n1 3 1 2 3\n"), `line 15: atom 1 of 1: expected a type from 1 to 2, found "3"`, ""},
		{"coordinate", file("1 atoms", "Atoms # atomic\n\n1 1 1 x 3\n"), `line 15: atom 1 of 1: expected the y coordinate, found "x"`, ""},
		{"missing atom", file("1 atoms\n1 bonds", "Atoms # molecular\n\n1 1 1 1 2 3\n\nBonds\n\n1 1 1 2\n"), "line 20: bond 1 joins atom 2, which the section Atoms does not hold", ""},
		{"bonds first", file("1 atoms\n1 bonds", "Bonds\n\n1 1 1 2\n"), "line 14: the section Bonds stands before the section Atoms", ""},
		{"mass of text", "t\n1 atoms\n1 atom types\n" + box + "Masses\n\n1 heavy\n", `line 9: expected an atom type and its mass, found "1 heavy"`, ""},
	}
	for _, c := range tests {
		got, warnings := "", ""
		file, err := Read([]byte(c.text), format.ReadOptions{})
		if err != nil {
			got = err.Error()
		} else {
			s := file.Structure
			got = fmt.Sprint(s.Elements, " ", s.Positions)
			if file.Labels != nil {
				got = fmt.Sprint(strings.Join(file.Labels, " "), " ", s.Positions)
			}
			if *s.Cell != [9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10} {
				got += fmt.Sprint(" ", *s.Cell)
			}
			if s.Molecules != nil {
				got += fmt.Sprint(" mol", s.Molecules)
			}
			if len(s.Bonds) > 0 {
				got += fmt.Sprint(" ", s.Bonds)
			}
			for _, channel := range s.Scalars {
				got += fmt.Sprint(" ", channel.Name, channel.Values)
			}
			warnings = strings.Join(file.Warnings, "; ")
		}
		if err == nil && got != c.want || !strings.HasPrefix(got, c.want) || warnings != c.warnings {
			t.Errorf("%s: got %s with %q, want %s with %q", c.name, got, warnings, c.want, c.warnings)
		}
	}
}

func acid() *structure.Structure {
	return &structure.Structure{
		Elements: []uint8{6, 8, 8, 1, 11}, Positions: []float64{0, 0, 0, 0, 0, 1.2, 1.0 / 3, 0, -0.6, -1, 0, -1e-17, 5, 5, 5},
		Cell: &[9]float64{10, 0, 0, 3, 11, 0, -2, 4, 12}, Molecules: []int32{0, 0, 0, 0, 1},
		Bonds: [][2]uint32{{0, 1}, {0, 2}, {3, 0}}, BondOrders: []uint8{2, 1, 1},
		FormalCharges: []int32{0, 0, -1, 0, 1},
	}
}

func TestWrite(t *testing.T) {
	text, report, err := Write(acid(), format.Options{Name: "sodium formate"})
	const want = `sodium formate

5 atoms
3 bonds
4 atom types
3 bond types

0 10 xlo xhi
0 11 ylo yhi
0 12 zlo zhi
3 -2 4 xy xz yz

Masses

1 12.011 # C
2 15.999 # O
3 1.008 # H
4 22.99 # Na

Atoms # full

1 1 1 0 0 0 0
2 1 2 0 0 0 1.2
3 1 2 -1 0.3333333333333333 0 -0.6
4 1 3 0 -1 0 -1e-17
5 2 4 1 5 5 5

Bonds

1 1 1 2
2 2 1 3
3 3 4 1

# bond type 1: C=O
# bond type 2: C-O
# bond type 3: H-C
`
	if err != nil || string(text) != want {
		t.Errorf("got %v\n%s", err, text)
	}
	losses := []string{"The orders of 1 double, triple or aromatic bond are not stored in LAMMPS", "The formal charges of 2 atoms are not stored in LAMMPS as such, but as charges of the atoms"}
	if !slices.Equal(report.Losses, losses) || len(report.Changes) != 0 {
		t.Errorf("got %+v", report)
	}
	file, err := Read(text, format.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s := acid()
	s.BondOrders, s.FormalCharges, s.Scalars = nil, nil, []structure.Channel{{Name: "charge", Values: []float64{0, 0, -1, 0, 1}}}
	if !reflect.DeepEqual(file.Structure, s) {
		t.Errorf("got %+v, want %+v", file.Structure, s)
	}
}

func TestStyles(t *testing.T) {
	for style, want := range map[string]string{"atomic": "5 4 5 5 5\n", "charge": "5 4 1 5 5 5\n", "molecular": "5 2 4 5 5 5\n"} {
		text, report, err := Write(acid(), format.Options{Style: style})
		if err != nil || !strings.Contains(string(text), "Atoms # "+style+"\n") || !strings.Contains(string(text), want) {
			t.Errorf("%s: got %v\n%s", style, err, text)
		}
		if lost := slices.Contains(report.Losses, "3 bonds and their orders are not stored in LAMMPS"); lost == (style == "molecular") {
			t.Errorf("%s: got %q", style, report.Losses)
		}
	}
	if _, _, err := Write(acid(), format.Options{Style: "dipole"}); err == nil || err.Error() != "the atom style dipole is not written; the styles are full, molecular, charge and atomic" {
		t.Errorf("got %v", err)
	}
}

// TestBoxes: a cell that lies otherwise is turned, a strong tilt reduced, no cell is a box
// around the atoms; distances stay.
func TestBoxes(t *testing.T) {
	s := acid()
	s.Cell = &[9]float64{0, 10, 0, 9, 0, 0, 9, 8, -12}
	text, report, err := Write(s, format.Options{})
	if err != nil || len(report.Changes) != 2 {
		t.Fatalf("got %+v, %v", report, err)
	}
	file, err := Read(text, format.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if c := file.Structure.Cell; math.Abs(c[3]) > c[0]/2 || math.Abs(c[6]) > c[0]/2 || math.Abs(c[7]) > c[4]/2 || c[1] != 0 {
		t.Errorf("got %v", *c)
	}
	distance := func(s *structure.Structure) float64 {
		p := s.Positions
		return math.Hypot(math.Hypot(p[3]-p[6], p[4]-p[7]), p[5]-p[8])
	}
	if d, want := distance(file.Structure), distance(s); math.Abs(d-want) > 1e-9 {
		t.Errorf("got %g, want %g", d, want)
	}
	s.Cell = nil
	text, report, err = Write(s, format.Options{})
	if err != nil || !strings.Contains(string(text), "-2 6 xlo xhi\n") || report.Changes[0] != "There is no cell: the box is drawn around the atoms, 1 Å wider on each side" {
		t.Errorf("got %+v, %v\n%s", report, err, text)
	}
}

// TestNoCharges: the report names the style whose column of charges is all 0.
func TestNoCharges(t *testing.T) {
	s := &structure.Structure{Elements: []uint8{18}, Positions: make([]float64, 3), Cell: &[9]float64{9, 0, 0, 0, 9, 0, 0, 0, 9}}
	for style, want := range map[string][]string{
		"":       {"There are no charges: 0 is written, as the atom style full has a column for them"},
		"charge": {"There are no charges: 0 is written, as the atom style charge has a column for them"},
		"atomic": nil,
	} {
		if report, err := Check(s, format.Options{Style: style}); err != nil || !slices.Equal(report.Changes, want) {
			t.Errorf("style %q: got %q, %v", style, report.Changes, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(file("2 atoms\n1 bonds", "Atoms # full\n\n5 1 1 -0.5 1 2 3\n9 1 2 0.5 0 0 0\n\nBonds\n\n1 1 5 9\n")))
	f.Add([]byte(file("2 atoms", "Atoms\n\n1 1 0 1 2 3\n2 2 0.5 0 0 0\n")))
	f.Add([]byte("t\n2 atoms\n2 atom types\n" + box + "1 2 3 xy xz yz\nAtom Type Labels\n\n1 a\n2 Na+\n\nMasses\n\na 12.0\nNa+ 22.99\n\nAtoms # molecular\n\n1 1 a 1 2 3\n2 0 2 0 0 0 1 1 1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, format.ReadOptions{})
		if err != nil || file.Validate(true) != nil || file.Settle(nil) != nil || file.Structure.Len() == 0 {
			return
		}
		text, _, err := Write(file.Structure, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read(text, format.ReadOptions{})
		if err != nil {
			for _, x := range file.Structure.Positions {
				if math.Abs(x) > 1e15 {
					return // the spare room of the box is lost in the number
				}
			}
			t.Fatalf("what was written does not read: %v\n%s", err, text)
		}
		if !slices.Equal(again.Structure.Bonds, file.Structure.Bonds) || !slices.Equal(again.Structure.Elements, file.Structure.Elements) {
			t.Fatalf("got %+v, want %+v", again.Structure, file.Structure)
		}
	})
}

func ExampleRead() {
	file, err := Read([]byte("copper\n1 atoms\n1 atom types\n0 3.6 xlo xhi\n0 3.6 ylo yhi\n0 3.6 zlo zhi\nMasses\n\n1 63.55\n\nAtoms # atomic\n\n1 1 0 0 0\n"), format.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Structure.Formula(), *file.Structure.Cell)
	// Output: Cu [3.6 0 0 0 3.6 0 0 0 3.6]
}
