package gro

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

func TestReadFile(t *testing.T) {
	const atom1, atom2 = "    1WATE    O1    1   0.413  -1.000   0.005\n", "    1WATE    H1    2   0.500   0.000   0.000\n"
	tests := []struct{ name, text, want, warnings string }{
		{"plain", "two atoms\n2\n" + atom1 + atom2 + "   2.00000   3.00000   4.00000\n", "1 O1 H1 [4.13 -10 0.05 5 0 0] [20 0 0 0 30 0 0 0 40]", ""},
		{"nine numbers", "\n    1\n" + atom1 + " 2 3 4 0 0 0.5 0 -0.25 0.125\n", "1 O1 [4.13 -10 0.05] [20 0 0 5 30 0 -2.5 1.25 40]", ""},
		{"CRLF", "x\r\n1\r\n" + strings.ReplaceAll(atom1, "\n", "\r\n") + "1 1 1\r\n", "1 O1 [4.13 -10 0.05] [10 0 0 0 10 0 0 0 10]", ""},
		{"no box", "x\n1\n" + atom1 + "0 0 0", "1 O1 [4.13 -10 0.05] none", ""},
		{"flat box", "x\n1\n" + atom1 + "1 1 0", "1 O1 [4.13 -10 0.05] none", "the cell has no volume; the structure is opened without one"},
		{"no box line", "x\n1\n" + atom1, "1 O1 [4.13 -10 0.05] none", "the box line is missing; the structure is opened without a cell"},
		{"six decimals", "x\n1\n    1MOL      C    1   0.0123456  -0.0123457   1.0000000\n1 1 1", "1 C [0.123456 -0.123457 10] [10 0 0 0 10 0 0 0 10]", ""},
		{"touching columns", "x\n1\n99999MOLEC12345999990100.0000-100.0000 100.0000\n1 1 1", "1 12345 [1000 -1000 1000] [10 0 0 0 10 0 0 0 10]", ""},
		{"free text behind", "x\n1\n" + strings.TrimSuffix(atom1, "\n") + " ; comment\n1 1 1", "1 O1 [4.13 -10 0.05] [10 0 0 0 10 0 0 0 10]", ""},
		{"two frames", "a\n1\n" + atom1 + "1 1 1\nb\n2\n" + atom1 + atom2 + "1 1 1\n", "2 O1 [4.13 -10 0.05] [10 0 0 0 10 0 0 0 10]", "the file holds 2 frames; the first is read"},
		{"second frame cut", "a\n1\n" + atom1 + "1 1 1\nb\n2\n" + atom1, "1 O1 [4.13 -10 0.05] [10 0 0 0 10 0 0 0 10]", "frame 2 is not complete and is not counted: line 8: the file ends where atom 2 of 2 is expected"},

		{"empty", "", "line 1: the file ends where the title line is expected", ""},
		{"no count", "title\n", "line 2: the file ends where the number of atoms is expected", ""},
		{"count is text", "title\nx\n", `line 2: expected the number of atoms, found "x"`, ""},
		{"negative", "title\n-1\n", "line 2: the file announces -1 atoms; the limits are 0 and 1\u202f000\u202f000", ""},
		{"billion", "title\n1000000000\n", "line 2: the file announces 1000000000 atoms", ""},
		{"too short", "title\n999999\n" + atom1, "line 2: the file announces 999\u202f999 atoms and is too short to hold them", ""},
		{"count too high", "x\n3\n" + atom1 + atom2 + "   2.00000   3.00000   4.00000\n", `line 5: atom 3 of 3: expected a residue number in columns 1 to 5, found "2."`, ""},
		{"cut", "x\n2\n" + atom1, "line 4: the file ends where atom 2 of 2 is expected", ""},
		{"short line", "x\n1\n    1WATE    O1\n", `line 3: expected atom 1 of 1, found "1WATE    O1"`, ""},
		{"no coordinates", "x\n1\n    1WATE    O1    1   1   2   3\n", "line 3: atom 1 of 1: expected three coordinates from column 21 on", ""},
		{"bad coordinate", "x\n1\n    1WATE    O1    1   0.413  -1.0x0   0.005\n", `line 3: atom 1 of 1: expected the y coordinate in columns 29 to 36, found "-1.0x0   0.005"`, ""},
		{"box of text", "x\n1\n" + atom1 + "box\n", `line 4: expected three or nine box numbers, found "box"`, ""},
	}
	for _, c := range tests {
		got, warnings := "", ""
		file, err := Read([]byte(c.text), format.ReadOptions{})
		if err != nil {
			got = err.Error()
		} else {
			cell := "none"
			if file.Structure.Cell != nil {
				cell = fmt.Sprint(*file.Structure.Cell)
			}
			got = fmt.Sprint(file.Frames, " ", strings.Join(file.Structure.AtomNames, " "), " ", file.Structure.Positions, " ", cell)
			warnings = strings.Join(file.Warnings, "; ")
		}
		if err == nil && got != c.want || !strings.HasPrefix(got, c.want) || warnings != c.warnings {
			t.Errorf("%s: got %s with %q, want %s with %q", c.name, got, warnings, c.want, c.warnings)
		}
	}
}

func TestFrames(t *testing.T) {
	const text = "a, t= 0.0\n1\n    1MOL      C    1   0.100   0.000   0.000\n1 1 1\nb t= 1\n1\n    1MOL      C    1   0.200   0.000   0.000\n2 2 2\n"
	file, err := Read([]byte(text), format.ReadOptions{Frame: 2})
	if err != nil || file.Frames != 2 || file.Name != "b" || file.Structure.Positions[0] != 2 || len(file.Warnings) != 1 {
		t.Errorf("got %+v, %v", file, err)
	}
	if _, err := Read([]byte(text), format.ReadOptions{Frame: 3}); err == nil || err.Error() != "frame 3 is asked for; the file holds 2 frames" {
		t.Errorf("got %v", err)
	}
}

// TestRoundTrip: names, numbers beyond the columns, a tilted cell and velocities come
// back as they were, to the precision of the file.
func TestRoundTrip(t *testing.T) {
	n := 100_010
	s := &structure.Structure{Cell: &[9]float64{900, 0, 0, -300, 800, 0, 100, 200, 700}}
	var v [3][]float64
	for i := range n {
		s.Elements = append(s.Elements, 18)
		s.Positions = append(s.Positions, float64(i%1000)/10, -0.13, float64(i)/100)
		s.ResidueNames = append(s.ResidueNames, "ARGON")
		s.ResidueIDs = append(s.ResidueIDs, int32(i+1))
		s.AtomNames = append(s.AtomNames, "AR")
		for k := range v {
			v[k] = append(v[k], float64(i%7-3*k)/100)
		}
	}
	for k, axis := range []string{"x", "y", "z"} {
		s.Scalars = append(s.Scalars, structure.Channel{Name: velocity + axis, Values: v[k]})
	}
	text, report, err := Write(s, format.Options{Name: "gas"})
	if err != nil || slices.ContainsFunc(report.Losses, func(l string) bool { return l != elementsLost }) {
		t.Fatalf("got %+v, %v", report, err)
	}
	file, err := Read(text, format.ReadOptions{})
	if err != nil || file.Name != "gas" || !slices.Equal(file.Labels, s.AtomNames) {
		t.Fatal(file.Name, err)
	}
	s.Elements = file.Structure.Elements
	if !reflect.DeepEqual(file.Structure, s) {
		t.Errorf("the structure that comes back differs")
	}
}

// TestVelocitiesTurn: a cell that lies otherwise turns positions and velocities alike.
func TestVelocitiesTurn(t *testing.T) {
	s := &structure.Structure{
		Elements: []uint8{18}, Positions: []float64{0, 1, 0}, Cell: &[9]float64{0, 10, 0, 0, 0, 10, 10, 0, 0},
		Scalars: []structure.Channel{{Name: "velocity_x", Values: []float64{0}}, {Name: "velocity_y", Values: []float64{5}}, {Name: "velocity_z", Values: []float64{0}}},
	}
	text, _, err := Write(s, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := Read(text, format.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if p, v := file.Structure.Positions, file.Structure.Scalars; math.Abs(p[0]-1) > 1e-3 || v[0].Values[0] != 5 || v[1].Values[0] != 0 {
		t.Errorf("got %v %v", p, v)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"testdata/box.gro", "testdata/triclinic.gro"} {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("a\n1\n    1MOL      C    1   0.100   0.000   0.000 -0.1000  0.1000  0.2000\n1 1 1\nb\n1\n    1MOL      C    1   0.200   0.000   0.000\n2 2 2\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, format.ReadOptions{})
		if err != nil {
			return
		}
		if err := file.Validate(true); err != nil {
			t.Fatalf("the structure is not valid: %v", err)
		}
		if file.Settle(nil) != nil || file.Structure.Len() == 0 {
			return
		}
		text, _, err := Write(file.Structure, format.Options{Decimals: 6})
		if err != nil {
			return // beyond the columns
		}
		if _, err := Read(text, format.ReadOptions{}); err != nil {
			t.Fatalf("what was written does not read: %v\n%s", err, text)
		}
	})
}
