package vasp

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

const cube = "1 0 0\n0 1 0\n0 0 1\n"

func TestRead(t *testing.T) {
	tests := []struct{ name, text, want, warnings string }{
		{"VASP 5", "salt\n2\n" + cube + "Na Cl\n1 1\nDirect\n0 0 0\n0.5 0.5 0.25\n", "[11 17] [0 0 0 1 1 0.5] [2 0 0 0 2 0 0 0 2]", ""},
		{"Cartesian is scaled", "\n2\n" + cube + "C\n1\nCartesian\n0.5 0.5 0.5\n", "[6] [1 1 1] [2 0 0 0 2 0 0 0 2]", ""},
		{"volume", "\n-27\n" + cube + "C\n1\nkartesisch\n0.5 0.5 0.5\n", "[6] [1.5 1.5 1.5] [3 0 0 0 3 0 0 0 3]", ""},
		{"three scales", "\n2 3 4\n1 1 0\n0 1 0\n0 0 1\nC\n1\nc\n1 1 1\n", "[6] [2 3 4] [2 3 0 0 3 0 0 0 4]", ""},
		{"selective", "\n1\n" + cube + "C O\n1 1\nSelective\nDirect\n0 0 0 T F .FALSE.\n0 0 0.5 T T T\n", "[6 8] [0 0 0 0 0 0.5] [1 0 0 0 1 0 0 0 1] fixed_x[0 0] fixed_y[1 0] fixed_z[1 0]", ""},
		{"tails of symbols", "\n1\n" + cube + "Fe_pv O/0f3ab Ti4+ ! three\n1 1 1\nd\n0 0 0\n0 0 0\n0 0 0\n", "[26 8 22] [0 0 0 0 0 0 0 0 0] [1 0 0 0 1 0 0 0 1]", ""},
		{"several lines", "\n1\n" + cube + "C\nO\n1\n1\nd\n0 0 0\n0 0 0\n", "[6 8] [0 0 0 0 0 0] [1 0 0 0 1 0 0 0 1]", ""},
		{"one element twice", "\n1\n" + cube + "C O C\n1 1 1\nd\n0 0 0\n0 0 0\n0 0 0\n", "[6 8 6] [0 0 0 0 0 0 0 0 0] [1 0 0 0 1 0 0 0 1]", ""},
		{"exponents", "\n1.0D0\n" + cube + "C\n1\nd\n1*^-1 1d-1 1E-1\n", "[6] [0.1 0.1 0.1] [1 0 0 0 1 0 0 0 1]", "line 9: exponents are written as in Mathematica (1*^-3), which VASP does not read"},
		{"no word", "\n1\n" + cube + "C\n1\n\n0 0 0.5\n", "[6] [0 0 0.5] [1 0 0 0 1 0 0 0 1]", "line 8 is empty where Direct or Cartesian is expected; the coordinates are direct, as VASP takes them"},
		{"VASP 4", "old\n1\n" + cube + "1 1\nd\n0 0 0\n0 0 0.5\n", "type1 type2 [0 0 0 0 0 0.5] [1 0 0 0 1 0 0 0 1]", "the file names no elements (VASP 4): its atoms are of 2 kinds"},
		{"VASP 4 with symbols behind", "old\n1\n" + cube + "1 1\nd\n0 0 0 Na\n0 0 0.5 Cl\n", "[11 17] [0 0 0 0 0 0.5] [1 0 0 0 1 0 0 0 1]", ""},
		{"velocities", "\n1\n" + cube + "C\n1\nd\n0 0 0\n\n1 1 1\n", "[6] [0 0 0] [1 0 0 0 1 0 0 0 1]", "lines 11 to 11, behind the atoms (velocities and the state of a run), are not kept"},
		{"symbols differ", "\n1\n" + cube + "C\n1\nd\n0 0 0 O\n", "[6] [0 0 0] [1 0 0 0 1 0 0 0 1]", "the symbols behind the coordinates of 1 atom differ from the line of symbols, which counts"},

		{"empty", "", "line 1: the file ends where the comment line is expected", ""},
		{"no scale", "\nx\n", `line 2: expected the scale factor, found "x"`, ""},
		{"zero scale", "\n0.0\n", "line 2: the scale factor is 0; it must be positive, or minus the volume of the cell", ""},
		{"negative axis", "\n1 -1 1\n", "line 2: the scale factor is -1", ""},
		{"two scales", "\n1 1\n", "line 2: expected one or three scale factors, found 2", ""},
		{"short vector", "\n1\n1 0\n", `line 3: lattice vector 1: expected three numbers, found "1 0"`, ""},
		{"two vectors", "\n1\n1 0 0\n0 1 0\n", "line 5: the file ends where lattice vector 3 is expected", ""},
		{"flat", "\n1\n1 0 0\n0 1 0\n1 1 0\nC\n1\nd\n0 0 0\n", "line 5: the lattice vectors span no volume", ""},
		{"count of text", "\n1\n" + cube + "C O\n1 x\n", `line 7: expected the number of atoms of O, found "x"`, ""},
		{"fraction", "\n1\n" + cube + "C\n1.5\n", `line 7: expected the number of atoms of C, found "1.5"`, ""},
		{"too many counts", "\n1\n" + cube + "C\n1 2\nd\n", "line 7: there are 1 element symbols and 2 numbers of atoms", ""},
		{"no atoms", "\n1\n" + cube + "C\n0\nd\n", "line 7: the file announces no atoms", ""},
		{"billion", "\n1\n" + cube + "C\n1000000000\nd\n", "line 7: the file announces more than 1\u202f000\u202f000 atoms", ""},
		{"too short", "\n1\n" + cube + "C\n100000\nd\n", "line 7: the file announces 100\u202f000 atoms and is too short to hold them", ""},
		{"no mode", "\n1\n" + cube + "C\n1\n0 0 0\n", `line 8: expected Direct or Cartesian, found "0 0 0"`, ""},
		{"too few atoms", "\n1\n" + cube + "C\n2\nd\n0.00000 0.00000 0.00000\n", "line 10: the file ends where atom 2 of 2 is expected", ""},
		{"bad coordinate", "\n1\n" + cube + "C\n1\nd\n0 nan 0\n", `line 9: atom 1 of 1: expected three coordinates, found "0 nan 0"`, ""},
		{"no flags", "\n1\n" + cube + "C\n1\ns\nd\n0 0 0\n", "line 10: atom 1 of 1: expected T or F for each axis", ""},
	}
	for _, c := range tests {
		got, warnings := "", ""
		file, err := Read([]byte(c.text), format.ReadOptions{})
		if err != nil {
			got = err.Error()
		} else {
			s := file.Structure
			got = fmt.Sprint(s.Elements, s.Positions, *s.Cell)
			if file.Labels != nil {
				got = fmt.Sprint(strings.Join(file.Labels, " "), s.Positions, *s.Cell)
			}
			for _, channel := range s.Scalars {
				got += fmt.Sprint(" ", channel.Name, channel.Values)
			}
			got = strings.ReplaceAll(got, "][", "] [")
			got = strings.Replace(got, "2[", "2 [", min(1, len(file.Labels)))
			warnings = strings.Join(file.Warnings, "; ")
		}
		if err == nil && got != c.want || !strings.HasPrefix(got, c.want) || warnings != c.warnings {
			t.Errorf("%s: got %s with %q, want %s with %q", c.name, got, warnings, c.want, c.warnings)
		}
	}
}

// TestProposals: the words of the comment are proposed when they are as many symbols.
func TestProposals(t *testing.T) {
	for comment, want := range map[string][]uint8{"Ga As": {31, 33}, "Ga2 As": {31, 33}, "Ga As bulk": nil, "GaAs": nil} {
		file, err := Read([]byte(comment+"\n1\n"+cube+"1 1\nd\n0 0 0\n0 0 0.5\n"), format.ReadOptions{})
		if err != nil || !slices.Equal(file.Proposed, want) {
			t.Errorf("%s: got %v, %v, want %v", comment, file.Proposed, err, want)
		}
	}
}

func TestCubeRoot(t *testing.T) {
	for _, x := range []float64{1, 8, 27, 0.001, 1e-300, 1e300, 300.65685512, math.Pi} {
		if y := cubeRoot(x); math.Abs(y*y*y/x-1) > 1e-14 {
			t.Errorf("%g: got %g", x, y)
		}
	}
}

func salt() *structure.Structure {
	return &structure.Structure{
		Elements: []uint8{11, 17, 11, 17}, Positions: []float64{0, 0, 1.0 / 3, 2.8, 0, 0, 0, 2.8, 1e-17, 0, 0, 2.8},
		Cell: &[9]float64{5.6, 0, 0, 0.1, 5.6, 0, 0, 0, 5.6},
	}
}

func TestWrite(t *testing.T) {
	s := salt()
	s.Scalars = []structure.Channel{{Name: "fixed_x", Values: []float64{1, 0, 1, 0}}, {Name: "q", Values: make([]float64, 4)}, {Name: "fixed_y", Values: make([]float64, 4)}, {Name: "fixed_z", Values: make([]float64, 4)}}
	text, report, err := Write(s, format.Options{Name: "rock\nsalt"})
	if err != nil {
		t.Fatal(err)
	}
	const want = `rock salt
1.0
5.6 0 0
0.1 5.6 0
0 0 5.6
Na Cl
2 2
Selective dynamics
Cartesian
0 0 0.3333333333333333 F T T
0 2.8 1e-17 F T T
2.8 0 0 T T T
0 0 2.8 T T T
`
	if string(text) != want {
		t.Errorf("got\n%s", text)
	}
	if !slices.Equal(report.Changes, []string{"Atoms are put in the order of their elements: 2 atoms from number 1 on move (counted from 0)"}) ||
		!slices.Equal(report.Losses, []string{`The values "q" are not stored in POSCAR`}) || !slices.Equal(report.Order, []int32{0, 2, 1, 3}) {
		t.Errorf("got %+v", report)
	}
	file, err := Read(text, format.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := Write(file.Structure, format.Options{Name: file.Name})
	if err != nil || string(again) != want {
		t.Errorf("got\n%s", again)
	}
}

// TestOrderReport: of 500 waters the oxygens go to the front, and the first of them and the last
// two hydrogens stay where they are, as do 2 argon atoms; nothing is said of what is in order.
func TestOrderReport(t *testing.T) {
	s := &structure.Structure{Cell: &[9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20}}
	for range 500 {
		s.Elements = append(s.Elements, 8, 1, 1)
	}
	s.Elements = append(s.Elements, 18, 18)
	s.Positions = make([]float64, 3*len(s.Elements))
	report, err := Check(s, format.Options{})
	const want = "Atoms are put in the order of their elements: 1\u202f497 atoms from number 1 on move (counted from 0)"
	if err != nil || !slices.Equal(report.Changes, []string{want}) {
		t.Errorf("got %q, %v", report.Changes, err)
	}
	slices.Sort(s.Elements)
	if report, err = Check(s, format.Options{}); err != nil || report.Changes != nil || report.Order != nil {
		t.Errorf("in order: got %+v, %v", report, err)
	}
}

func TestLeftHanded(t *testing.T) {
	s := salt()
	s.Cell = &[9]float64{0, 5, 0, 5, 0, 0, 0, 0, 5}
	text, report, err := Write(s, format.Options{})
	if err != nil || len(report.Changes) != 2 || !strings.Contains(string(text), "\n0 0 -5\n") || !strings.HasPrefix(string(text), "Cl2Na2\n") {
		t.Errorf("got %+v, %v\n%s", report, err, text)
	}
	s.Cell = nil
	if _, _, err := Write(s, format.Options{}); err == nil || err.Error() != "POSCAR files need a cell; this structure has none" {
		t.Errorf("got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("salt\n2\n" + cube + "Na Cl\n1 1\nDirect\n0 0 0\n0.5 0.5 0.25\n"))
	f.Add([]byte("old\n-8\n" + cube + "1 1\nsel\nc\n0 0 0 T F T\n0 0 0.5 T T F\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, format.ReadOptions{})
		if err != nil {
			return
		}
		if file.Validate(true) != nil || file.Settle(nil) != nil || file.Structure.Len() == 0 {
			return // numbers beyond float64, no elements
		}
		text, report, err := Write(file.Structure, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read(text, format.ReadOptions{})
		if err != nil {
			t.Fatalf("what was written does not read: %v\n%s", err, text)
		}
		if report.Order == nil && report.Changes == nil && !reflect.DeepEqual(again.Structure, file.Structure) {
			t.Fatalf("got %+v, want %+v", again.Structure, file.Structure)
		}
	})
}

func ExampleRead() {
	file, err := Read([]byte("rock salt\n5.64\n0 .5 .5\n.5 0 .5\n.5 .5 0\nNa Cl\n1 1\nDirect\n0 0 0\n.5 .5 .5\n"), format.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Structure.Formula(), file.Structure.Positions[3:])
	// Output: ClNa [2.82 2.82 2.82]
}
